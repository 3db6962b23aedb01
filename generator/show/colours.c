/* SPDX-License-Identifier: BSD-3-Clause
 * colours: what pictures are drawn in.
 */
#include "show/colours.h"

const struct rg_colours rg_light = {
	.paper = "#fff",
	.ink = "#222222",
	.muted = "#666",
	.faint = "#c4c4c4",
	.grid = "#e6e6e6",
	.box = "#eef2f6",
	.alone = "#0072b2",
	.possible = "#8fc3e3",
	.shared = "#d55e00",
	.wrong = "#b3123c",
	.curve = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7a4fb5",
                  "#8c510a", "#9ab000", "#00807f", "#e0218a", "#7f8fa6"},
};

const struct rg_colours rg_dark = {
	.paper = "#15191e",
	.ink = "#e8e8e8",
	.muted = "#a0a6ad",
	.faint = "#545b63",
	.grid = "#2b3138",
	.box = "#2a333d",
	.alone = "#56b4e9",
	.possible = "#2f6c90",
	.shared = "#f08a3c",
	.wrong = "#ff6b8b",
	.curve = {"#56b4e9", "#f08a3c", "#2fc79a", "#e29ac4", "#9fd3f2", "#f0c040", "#a98be0",
                  "#c58a4a", "#c3d940", "#4fb8b5", "#ff7ac6", "#a8b4c8"},
};
