/* SPDX-License-Identifier: BSD-3-Clause
 * The windows of a machine (runtime/transport/window.h) and who has which of them when (runtime/call/operation.c), in
 * all orders of the steps of 2 or 3 ranks.
 *
 * A rank has two windows in a room, 0 and 1. A call takes the other one than the call before it, if that one met somebody. It
 * writes it, notifies the others, awaits them, and reads theirs. Calls that do not block have rooms and slots (tags of
 * messages) in turn; each is a process here, since any of them may go on at any time.
 *
 * Memory is weak by hand, as Spin's is not. What a rank stores waits in a buffer, and comes to memory at any later time:
 * data before or after anything else, a notification after all that was stored before it in the room (release). What
 * is read behind a wait is read after it (acquire), and before the next notification (release again). Each FAULT takes
 * away one of these rules, or one of the protocol's. tests/window.bats wants each of them to be found.
 *
 * A window holds the number of the call that wrote it: who finds another one has old data, or those of a later call.
 * Deadlocks Spin finds by itself.
 *
 * With EARLY also a call in which one rank alone writes and notifies, and leaves without having heard: each call has any
 * rank as that one, or it is one in which all meet, or none. A rank counts what it has left of these. It has two more
 * windows then, near ones, which any call may have.
 *
 * With RING (alone) the rounds of one such call, in a ring of SLOTS_OF_RING parts of the window.
 */
#ifndef RANKS
#define RANKS 2
#endif
#ifndef CALLS
#define CALLS 5
#endif

#ifndef BETWEEN
#define BETWEEN 0
#endif

/* The faults: names of macros that are 1 in the faulty protocol. */
#ifndef RELEASE_RELAXED
#define RELEASE_RELAXED 0 /* a notification may be seen before the data that were stored before it */
#endif
#ifndef ACQUIRE_RELAXED
#define ACQUIRE_RELAXED 0 /* data may be read before the notification has come */
#endif
#ifndef READS_LATE
#define READS_LATE 0 /* data may be read after the next notification, as if a release ordered stores alone */
#endif
#ifndef NEVER_TURNS
#define NEVER_TURNS 0 /* all calls have the same window */
#endif
#ifndef ALWAYS_TURNS
#define ALWAYS_TURNS 0 /* also the call after one that met nobody has the other window */
#endif
#ifndef COUNTERS_ANEW
#define COUNTERS_ANEW 0 /* a call counts what it awaits from 0 on */
#endif
#ifndef NOT_NOTIFIED
#define NOT_NOTIFIED 0 /* rank 0 does not notify the last rank in the last call */
#endif
#ifndef ROOM_TOO_EARLY
#define ROOM_TOO_EARLY 0 /* a call does not wait for the one before it in its room */
#endif
#ifndef SLOT_TOO_EARLY
#define SLOT_TOO_EARLY 0 /* nor for the one before it in its slot */
#endif
#ifndef LEFT_RELAXED
#define LEFT_RELAXED 0 /* a rank may be seen to have left a call in which it is still reading */
#endif
#ifndef LEFT_UNASKED
#define LEFT_UNASKED 0 /* a call does not ask whether all have left the one that had its window */
#endif
#ifndef KNOWN_BY_EARLY
#define KNOWN_BY_EARLY 0 /* a call that may be left early is taken for one in which all hear from all */
#endif
#ifndef KNOWN_ONE_MORE
#define KNOWN_ONE_MORE 0 /* who has heard from all in a call takes it that they have left that one */
#endif
#ifndef ASKS_ONE_LESS
#define ASKS_ONE_LESS 0 /* it asks for the call before that one */
#endif
#ifndef KNOWN_NEVER
#define KNOWN_NEVER 0 /* who has heard from all in a call learns nothing of the calls before it */
#endif
#ifndef USED_UNMARKED
#define USED_UNMARKED 0 /* it is not kept which call had a window last */
#endif
#ifndef LEFT_ONE_MORE
#define LEFT_ONE_MORE 0 /* a rank says that it has left the next call, too */
#endif
#ifndef LEFT_UNMET
#define LEFT_UNMET 0 /* a call that met nobody counts as left, which has no number */
#endif
#ifndef ONE_HAS_LEFT
#define ONE_HAS_LEFT 0 /* rank 0 is asked for all others */
#endif
#ifndef OTHER_KIND_TURNS
#define OTHER_KIND_TURNS 0 /* the windows of the other kind take a turn */
#endif
#ifndef MET_BY_NOTIFYING
#define MET_BY_NOTIFYING 0 /* who only awaits takes no turn */
#endif
#ifndef MET_BY_AWAITING
#define MET_BY_AWAITING 0 /* who only notifies takes no turn */
#endif
#ifndef CREDIT_UNASKED
#define CREDIT_UNASKED 0 /* a round does not wait until that of its slot before was read */
#endif
#ifndef CREDIT_TOO_EARLY
#define CREDIT_TOO_EARLY 0 /* a round is told to be read before it is */
#endif
#ifndef ONE_CREDIT_LESS
#define ONE_CREDIT_LESS 0 /* the last round that is waited for is not told of */
#endif
#ifndef ONE_ROOM
#define ONE_ROOM 0 /* all calls have the room of those that block */
#endif

#ifndef NONBLOCKING
#define ROOMS 1
#endif
#ifndef ROOMS
#define ROOMS 2 /* room 0 is of what blocks */
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

#ifdef EARLY
#define WINDOWS 4
#else
#define WINDOWS 2
#endif

#define place(room, rank) ((room) * RANKS + (rank))
#define window(room, rank, turn) (WINDOWS * place(room, rank) + (turn))
#define counter(room, from, turn, to) (RANKS * window(room, from, turn) + (to))

mtype = { DATA, NOTIFICATION };

byte memory[WINDOWS * ROOMS * RANKS];           /* the windows */
byte notified[WINDOWS * ROOMS * RANKS * RANKS]; /* the counters in front of them */
chan stored[ROOMS * RANKS] = [4] of { mtype, byte /* window */, byte /* value, or for whom */ };

/* struct rg_window, of each rank and room */
bit turn[ROOMS * RANKS];
bit met[ROOMS * RANKS];
#ifdef EARLY
byte awaited[WINDOWS * ROOMS * RANKS * RANKS]; /* of each by itself, since not all give alike */
#else
byte awaited[WINDOWS * ROOMS * RANKS];
#endif
#define taken(me, turn, from) (RANKS * window(0, me, turn) + (from))

/* Whether the calls that block meet anybody; who alone gives, if they may be left early; whether they have near windows. */
#define ALL RANKS
bit meets[CALLS + 1];
byte giver[CALLS + 1];
bit near[CALLS + 1];

/* struct rg_window, of the calls that block, and what each rank says that it has left. */
bit turn_of_kind[2 * RANKS];
bit gave[RANKS];
byte used[WINDOWS * RANKS];
byte met_calls[RANKS];
byte known_left[RANKS];
byte says_left[RANKS];

/* ---- Memory */

proctype buffer(byte room, me)
{
	byte value;
	chan mine = stored[place(room, me)];

end:	do
	:: atomic { mine ?? DATA, 0, value -> memory[window(room, me, 0)] = value }
	:: atomic { mine ?? DATA, 1, value -> memory[window(room, me, 1)] = value }
#ifdef EARLY
	:: atomic { mine ?? DATA, 2, value -> memory[window(room, me, 2)] = value }
	:: atomic { mine ?? DATA, 3, value -> memory[window(room, me, 3)] = value }
#endif
#if RELEASE_RELAXED
	:: atomic { mine ?? NOTIFICATION, 0, value -> notified[counter(room, me, 0, value)]++ }
	:: atomic { mine ?? NOTIFICATION, 1, value -> notified[counter(room, me, 1, value)]++ }
#else
	:: atomic { mine ? NOTIFICATION, 0, value -> notified[counter(room, me, 0, value)]++ }
	:: atomic { mine ? NOTIFICATION, 1, value -> notified[counter(room, me, 1, value)]++ }
#ifdef EARLY
	:: atomic { mine ? NOTIFICATION, 2, value -> notified[counter(room, me, 2, value)]++ }
	:: atomic { mine ? NOTIFICATION, 3, value -> notified[counter(room, me, 3, value)]++ }
#endif
#endif
	od
}

/* ---- A call's part in its windows, for a process with these variables */

#define VARIABLES byte peer, early[RANKS], late, my, late_my; bit ahead

inline begin_call(room)
{
	d_step {
#if ALWAYS_TURNS
		turn[place(room, me)] = 1 - turn[place(room, me)];
#elif !NEVER_TURNS
		turn[place(room, me)] = turn[place(room, me)] ^ met[place(room, me)];
#endif
		met[place(room, me)] = 0;
		my = turn[place(room, me)]
	}
}

/* The same with windows of two kinds. The call before it was `my`'s last, and may have been one to be left early. */
inline begin_of_kind(call)
{
	d_step {
		if
		:: met[me] ->
			if
			:: gave[me] && !USED_UNMARKED -> used[window(0, me, my)] = met_calls[me] + 1
			:: else
			fi;
			if
			:: (!was_early || KNOWN_BY_EARLY) && !KNOWN_NEVER -> known_left[me] = met_calls[me] + KNOWN_ONE_MORE
			:: else
			fi;
			met_calls[me]++;
#if OTHER_KIND_TURNS
			turn_of_kind[2 * me + 1 - my / 2] = 1 - turn_of_kind[2 * me + 1 - my / 2]
#else
			turn_of_kind[2 * me + my / 2] = 1 - turn_of_kind[2 * me + my / 2]
#endif
		:: else
		fi;
		met[me] = 0;
		gave[me] = 0;
		my = 2 * near[call] + turn_of_kind[2 * me + near[call]];
		was_early = (giver[call] != ALL)
	}
}

/* Whether others may still read the window. */
inline await_left()
{
#if LEFT_UNASKED
	skip
#else
	for (peer : 0 .. RANKS - 1) {
		(peer == me || (ONE_HAS_LEFT && peer != 0) ||
		 known_left[me] >= used[window(0, me, my)] ||
		 says_left[peer] + ASKS_ONE_LESS >= used[window(0, me, my)])
	}
#endif
}

/* One rank gives, the others take and leave. */
inline give_or_take(number)
{
	if
	:: giver[number] == me ->
		atomic {
			stored[me] ! DATA, my, number;
			notify_all(0, number);
			gave[me] = 1;
			met[me] = !MET_BY_AWAITING
		}
	:: else ->
		d_step { met[me] = !MET_BY_NOTIFYING; awaited[taken(me, my, giver[number])]++ }
		(notified[counter(0, giver[number], my, me)] >= awaited[taken(me, my, giver[number])]);
#if LEFT_RELAXED
		says_left[me] = met_calls[me] + 1;
#endif
		assert(memory[window(0, giver[number], my)] == number)
	fi;
	says_left[me] = met_calls[me] + 1 + LEFT_ONE_MORE
}

inline notify_all(room, number)
{
	for (peer : 0 .. RANKS - 1) {
		if
		:: peer != me && !(NOT_NOTIFIED && number == CALLS && me == 0 && peer == RANKS - 1) ->
			stored[place(room, me)] ! NOTIFICATION, my, peer
		:: else
		fi
	}
}

/* What is read ahead was read by read_early. */
inline read_all(room, number, turn_then)
{
	for (peer : 0 .. RANKS - 1) {
		assert(peer == me || (ahead -> early[peer] : memory[window(room, peer, turn_then)]) == number)
	}
}

inline read_early(room)
{
	ahead = 0;
#if ACQUIRE_RELAXED
	if
	:: d_step { ahead = 1; for (peer : 0 .. RANKS - 1) { early[peer] = memory[window(room, peer, my)] } }
	:: skip
	fi
#endif
}

inline await_all(room)
{
#ifdef EARLY
	d_step {
		met[place(room, me)] = 1;
		for (peer : 0 .. RANKS - 1) { awaited[taken(me, my, peer)]++ }
	}
	for (peer : 0 .. RANKS - 1) {
		(peer == me || notified[counter(room, peer, my, me)] >= awaited[taken(me, my, peer)])
	}
#else
	d_step {
		met[place(room, me)] = 1;
#if COUNTERS_ANEW
		awaited[window(room, me, my)] = 0;
#endif
		awaited[window(room, me, my)]++;
	}
	for (peer : 0 .. RANKS - 1) {
		(peer == me || notified[counter(room, peer, my, me)] >= awaited[window(room, me, my)])
	}
#endif
}

/* What a call before this one left to be read. */
inline read_late(room)
{
	if
	:: late -> read_all(room, late, late_my); late = 0
	:: else
	fi
}

/* It is no matter how long a rank takes to store: what is stored waits in the buffer. */
inline meet_all(room, number)
{
	atomic {
		stored[place(room, me)] ! DATA, my, number;
		notify_all(room, number)
	}
	read_late(room);
	read_early(room);
	await_all(room);
#if READS_LATE
	late = number;
	late_my = my
#else
	read_all(room, number, my)
#endif
}

/* ---- Calls that block, one after another */

proctype blocking(byte me)
{
	VARIABLES;
	bit was_early;
	byte call;

	for (call : 1 .. CALLS) {
#ifdef EARLY
		begin_of_kind(call);
		await_left();
#else
		begin_call(0);
#endif
		if
		:: meets[call] && giver[call] == ALL ->
			meet_all(0, call);
#ifdef EARLY
			gave[me] = 1
#endif
		:: meets[call] && giver[call] != ALL -> give_or_take(call)
#if LEFT_UNMET
		:: !meets[call] -> says_left[me] = met_calls[me] + 1
#else
		:: else
#endif
		fi
	}
	read_late(0)
}

#ifdef RING
/* ---- The rounds of a call: rank 0 writes them to a ring of slots, and the others read them */

#ifndef ROUNDS
#define ROUNDS 5
#endif
#ifndef SLOTS_OF_RING
#define SLOTS_OF_RING 2
#endif

byte slot_of_ring[SLOTS_OF_RING];
byte written;        /* rounds, as the others see it */
byte credits[RANKS]; /* of each of them */
chan ring = [4] of { mtype, byte /* slot */, byte /* round */ };

proctype ring_buffer()
{
	byte slot, round;

end:	do
	:: atomic { ring ?? DATA, slot, round -> slot_of_ring[slot] = round }
	:: atomic { ring ? NOTIFICATION, slot, round -> written++ }
	od
}

proctype ring_writer()
{
	byte k, peer;

	for (k : 0 .. ROUNDS - 1) {
		for (peer : 1 .. RANKS - 1) {
			(CREDIT_UNASKED || k < SLOTS_OF_RING || credits[peer] >= k + 1 - SLOTS_OF_RING)
		}
		ring ! DATA, k % SLOTS_OF_RING, k + 1;
		ring ! NOTIFICATION, 0, 0
	}
}

proctype ring_reader(byte me)
{
	byte k;

	for (k : 0 .. ROUNDS - 1) {
		(written > k);
#if CREDIT_TOO_EARLY
		credits[me]++;
#endif
		assert(slot_of_ring[k % SLOTS_OF_RING] == k + 1);
		if
		:: !CREDIT_TOO_EARLY && k + SLOTS_OF_RING + ONE_CREDIT_LESS < ROUNDS -> credits[me]++
		:: else
		fi
	}
}
#endif

#ifdef NONBLOCKING
/* ---- Calls that do not block */

byte left[SLOTS * RANKS];                  /* calls that are over, of each slot, */
byte emptied[ROOMS * RANKS];               /* and of each room */
chan mail[SLOTS * RANKS] = [2] of { byte }; /* messages to a rank with the tag of a slot: no one overtakes another */

#define slot_of(rank, slot) ((rank) * SLOTS + (slot))

/* Call 3 sends messages alone, and has no room; all send to the next rank. */
#define MESSAGES_ALONE 3

proctype operation(byte me, number)
{
	VARIABLES;
	byte slot, slot_turn, room, room_turn, got;

	d_step {
		slot = (number - 1) % SLOTS;
		slot_turn = (number - 1) / SLOTS;
		room = number - 1 - (number > MESSAGES_ALONE -> 1 : 0);
		room_turn = room / (ROOMS - 1);
		room = (ONE_ROOM -> 0 : 1 + room % (ROOMS - 1))
	}
	atomic {
		(SLOT_TOO_EARLY || left[slot_of(me, slot)] == slot_turn) &&
		(ROOM_TOO_EARLY || ONE_ROOM || number == MESSAGES_ALONE || emptied[place(room, me)] == room_turn);
		mail[slot_of((me + 1) % RANKS, slot)] ! number
	}
	if
	:: number != MESSAGES_ALONE ->
		begin_call(room);
		meet_all(room, number);
		read_late(room);
		emptied[place(room, me)]++
	:: else
	fi;
	atomic {
		mail[slot_of(me, slot)] ? got;
		assert(got == number);
		left[slot_of(me, slot)]++
	}
}

/* They begin in the same order on all ranks; with BETWEEN also one that blocks, after number 1. */
proctype starting(byte me)
{
	VARIABLES;
	byte number;

	for (number : 1 .. CALLS) {
		run operation(me, number);
		if
		:: BETWEEN && number == 1 ->
			begin_call(0);
			meet_all(0, CALLS + 1);
			read_late(0)
		:: else
		fi
	}
}
#endif

init
{
	byte i, room;

	atomic {
#ifndef NONBLOCKING
		for (i : 1 .. CALLS) {
			giver[i] = ALL;
			if
			:: meets[i] = 0
			:: meets[i] = 1
#ifdef EARLY
			:: meets[i] = 1; near[i] = 1
			:: meets[i] = 1; giver[i] = 0
			:: meets[i] = 1; giver[i] = 0; near[i] = 1
			:: meets[i] = 1; giver[i] = RANKS - 1
			:: meets[i] = 1; giver[i] = RANKS - 1; near[i] = 1
#endif
			fi
		}
#endif
#ifdef RING
		run ring_buffer();
		run ring_writer();
		for (i : 1 .. RANKS - 1) {
			run ring_reader(i)
		}
#else
		for (i : 0 .. RANKS - 1) {
			for (room : 0 .. ROOMS - 1) {
				run buffer(room, i)
			}
#ifdef NONBLOCKING
			run starting(i)
#else
			run blocking(i)
#endif
		}
#endif
	}
}
