# SPDX-License-Identifier: BSD-3-Clause
# manual.awk: the manual page of the command, from its source and what --help says. In the source a line `@usage COMMAND`
# stands for the usage of a command, and `@help COMMAND` for the rest of its help. Told: -v help=FOLDER

# The marks of roff that plain text may have.
function plain(s)
{
	gsub(/\\/, "\\e", s)
	gsub(/-/, "\\-", s)
	return (s ~ /^[.']/ ? "\\&" : "") s
}

# Bold, with what a user fills in (FILE, DIR/BASE) in italics.
function bold(s)
{
	s = plain(s)
	gsub(/@?[A-Z]+([.\/][A-Za-z]+|\\-[A-Z]+|\.\.\.)?/, "\\fI&\\fB", s)
	gsub(/[][|]/, "\\fR&\\fB", s)
	return "\\fB" s "\\fR"
}

# Text, with options in bold. A line with a gap is a row of a table: a word, and what it means.
function say(s, gap)
{
	gap = match(s, /  +/)
	if (gap)
		printf ".br\n%s\\ \\ ", bold(substr(s, 1, gap - 1))
	s = plain(gap ? substr(s, gap + RLENGTH) : s)
	gsub(/\\-\\-[a-z][a-z\\-]*/, "\\fB&\\fR", s)
	print s
}

function usage(command, line, words)
{
	while ((getline line < (help "/" command ".txt")) > 0 && line != "") {
		sub(/^(Usage:)? */, "", line)
		split(line, words, " ")
		print ".B " words[1] " " words[2]
		print bold(substr(line, length(words[1] " " words[2]) + 2))
		print ".br"
	}
	close(help "/" command ".txt")
}

# After the usage. What two blanks stand before is an item of a list, with more blanks before what it means.
function rest(command, line, blank, head)
{
	while ((getline line < (help "/" command ".txt")) > 0) {
		if (!blank || line == "") {
			paragraph = blank
			blank = blank || line == ""
			continue
		}
		if (line ~ /^  [^ ]/) {
			sub(/^  /, "", line)
			match(line "  ", /  +/)
			print ".TP\n" bold(substr(line, 1, RSTART - 1))
			line = substr(line, RSTART + RLENGTH)
		} else if (paragraph) {
			print ".PP"
		}
		paragraph = 0
		sub(/^ +/, "", line)
		if (line != "")
			say(line)
	}
	close(help "/" command ".txt")
}

$1 == "@usage" { usage($2); next }
$1 == "@help" { print ".SS " $2; rest($2); print ".PP"; next }
{ print }
