/* The native limit: the same algorithms as the project's texts, written once more as C wants them.
 *
 * Built and called by limit.py. Only visits are counted, which must be equal, except where a comment says more. Values are
 * those of the side to move; sets of cells are as in the games' files.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "random_numbers.h"

typedef int64_t number;
typedef uint64_t cells;

enum { VISITS, LEAVES, GUESSES, ALPHA_CUTOFFS, BETA_CUTOFFS, STOP, COUNTS };
number counts[COUNTS];

static inline number max(number a, number b) { return a > b ? a : b; }
static inline number min(number a, number b) { return a < b ? a : b; }
static inline int lowest(cells set) { return __builtin_ctzll(set); }
static inline int count(cells set) { return __builtin_popcountll(set); }

/* Tic-tac-toe: minimax, with a table of the sets that have a line */

static uint8_t is_line[512];

__attribute__((constructor)) static void fill_lines(void) {
    static const int LINES[] = {0x007, 0x038, 0x1C0, 0x049, 0x092, 0x124, 0x111, 0x054};
    for (int set = 0; set < 512; set++)
        for (int line = 0; line < 8; line++) is_line[set] |= (set & LINES[line]) == LINES[line];
}

static int minimax_below(unsigned own, unsigned other) {
    counts[VISITS]++;
    if (is_line[other]) return -1;
    unsigned empty = 0x1FF ^ (own | other);
    if (!empty) return 0;
    int value = -2;
    for (; empty; empty &= empty - 1) {
        int reply = -minimax_below(other, own | (empty & -empty));
        if (reply > value) value = reply;
    }
    return value;
}

number minimax(cells own, cells other) { return minimax_below((unsigned)own, (unsigned)other); }

/* Tic-tac-toe: minimax with all that plyground's text asks at each node: the setting, the tally with the best line of the
 * first plies, the limit of visits, and Python's limit of recursion. Lines are looked for by shifts to the right. */

enum { KEPT = 3, WIDTH = KEPT + 1, REPLY = 3, LEVELS = 1000 };
typedef struct { number horizon, unit, per_ply; } setting;
typedef struct { number *counts, *replies, *lines, replied, start; } tally;
typedef struct { number value; int failed; } answer;

static inline int has_row(cells marks) {
    return (marks & marks >> 1 & marks >> 2 & 0x49) || (marks & marks >> 3 & marks >> 6 & 0x7) ||
           (marks & marks >> 4 & marks >> 8 & 0x1) || (marks & marks >> 2 & marks >> 4 & 0x4);
}

__attribute__((noinline, cold)) static void keep(tally *told, number depth, number move, number reply, int improved) {
    if (improved) {
        number *here = told->lines + WIDTH * (depth - told->start), *below = here + WIDTH, length = *below;
        here[0] = length + 1;
        here[1] = move;
        for (number place = 1; place <= length; place++) here[1 + place] = below[place];
    }
    if (depth == 0) {
        number *next = told->replies + REPLY * told->replied++;
        next[0] = move;
        next[1] = reply;
        next[2] = told->counts[GUESSES];
    }
}

static answer minimax_from(cells own, cells other, number depth, number side, const setting *set, tally *told,
                           number levels) {
    if (levels < 1) return (answer){0, 1};
    number visit = ++told->counts[VISITS], last = told->counts[STOP];
    if (0 < last && last <= visit) return (answer){0, 2};
    int lost = has_row(other);
    if (lost || (own | other) == 0x1FF) {
        told->counts[LEAVES]++;
        if (depth < told->start + KEPT) told->lines[WIDTH * (depth - told->start)] = 0;
        return (answer){lost ? set->per_ply * depth - set->unit : 0, 0};
    }
    if (depth == set->horizon) {
        told->counts[LEAVES]++;
        told->counts[GUESSES]++;
        return (answer){0, 0};
    }
    number value = INT64_MIN / 8;
    for (cells empty = 0x1FF ^ (own | other); empty; empty &= empty - 1) {
        number move = lowest(empty);
        answer found = minimax_from(other, own | 1ULL << move, depth + 1, -side, set, told, levels - 1);
        if (found.failed) return found;
        if (depth < told->start + KEPT) keep(told, depth, move, -found.value, -found.value > value);
        value = max(value, -found.value);
    }
    return (answer){value, 0};
}

number minimax_text(number horizon) {
    number replies[9 * REPLY], lines[WIDTH * (KEPT + 1)] = {0};
    setting set = {horizon, 1, 0};
    tally told = {counts, replies, lines, 0, 0};
    return minimax_from(0, 0, 0, 1, &set, &told, LEVELS).value;
}

/* Connect Four: alpha-beta to a horizon, and perft */

#define FULL 0xFDFBF7EFDFBFULL /* six cells of each of seven columns, the seventh bit empty */

static inline int four(cells stones, int step) {
    cells pairs = stones & stones << step;
    return (pairs & pairs << 2 * step) != 0;
}

static inline int has_four(cells stones) {
    return four(stones, 1) || four(stones, 7) || four(stones, 6) || four(stones, 8);
}

#define FEET 0x40810204081ULL /* the lowest cell of each column */

static inline cells open_cells(cells filled) { return (filled + FEET) & FULL; }

static int alphabeta_below(cells own, cells filled, int depth, int alpha, int beta) {
    counts[VISITS]++;
    if (has_four(own ^ filled)) return -1;
    if (filled == FULL || depth == 0) return 0;
    int value = -2;
    for (cells open = open_cells(filled); open && value < beta; open &= open - 1) {
        int reply = -alphabeta_below(own ^ filled, filled | (open & -open), depth - 1, -beta, -(alpha > value ? alpha : value));
        if (reply > value) value = reply;
    }
    return value;
}

number alphabeta(cells own, cells filled, number depth) { return alphabeta_below(own, filled, (int)depth, -2, 2); }

static number perft_below(cells own, cells filled, int depth) {
    if (has_four(own ^ filled)) return 0;
    cells open = open_cells(filled);
    if (depth == 1) return count(open);
    number sequences = 0;
    for (; open; open &= open - 1) sequences += perft_below(own ^ filled, filled | (open & -open), depth - 1);
    return sequences;
}

number perft_connect_four(cells own, cells filled, number depth) { return perft_below(own, filled, (int)depth); }

/* Othello: perft */

#define INNER 0x7E7E7E7E7E7E7E7EULL

typedef cells lines __attribute__((vector_size(32))); /* the four directions side by side */

static const lines STEPS = {1, 7, 8, 9};

typedef struct {
    lines up, down;
} runs;

static inline runs runs_of(cells stones, cells other) {
    cells inner = other & INNER;
    lines over = {inner, inner, other, inner}, all = {stones, stones, stones, stones};
    runs run = {over & all << STEPS, over & all >> STEPS};
    for (int further = 0; further < 5; further++) {
        run.up |= over & run.up << STEPS;
        run.down |= over & run.down >> STEPS;
    }
    return run;
}

static inline cells together(lines each) { return each[0] | each[1] | each[2] | each[3]; }

static inline cells targets(cells own, cells other) {
    runs run = runs_of(own, other);
    return together(run.up << STEPS | run.down >> STEPS) & ~(own | other);
}

static inline cells enclosed(cells stone, cells own, cells other) {
    runs run = runs_of(stone, other);
    return together((run.up & ((run.up << STEPS & own) != 0)) | (run.down & ((run.down >> STEPS & own) != 0)));
}

number perft_othello(cells own, cells other, number depth) {
    if (counts[STOP]) return 0;
    cells left = targets(own, other);
    if (!left) {
        if (!targets(other, own)) return 1; /* a game that has ended counts */
        counts[VISITS]++;
        return depth == 1 ? 1 : perft_othello(other, own, depth - 1);
    }
    counts[VISITS]++;
    if (depth == 1) return count(left);
    number sequences = 0;
    for (; left; left &= left - 1) {
        cells stone = left & -left, turned = enclosed(stone, own, other);
        sequences += perft_othello(other ^ turned, own | turned | stone, depth - 1);
    }
    return sequences;
}

/* Connect Four: UCT, with the proofs of the project's text and its random numbers */

typedef struct {
    int32_t visits, rewards, first;
    int8_t children, column, least, most;
} node;

static node *tree;
static int32_t used;

static inline int column_of(cells stone) { return lowest(stone) / 7; }

/* The stone that falls into a column. */
static inline cells stone_in(cells filled, int column) { return (filled + (1ULL << 7 * column)) & (0x3FULL << 7 * column); }

static void expand(node *parent, cells own, cells filled, int side) {
    parent->first = used;
    for (cells open = open_cells(filled); open; open &= open - 1) {
        cells stone = open & -open;
        int won = has_four(own | stone), over = won || (filled | stone) == FULL, value = side * won;
        tree[used++] = (node){.column = column_of(stone), .least = over ? value : -1, .most = over ? value : 1};
    }
    parent->children = used - parent->first;
}

static void prove(node *const *path, int depth) {
    for (; depth >= 0; depth--) {
        node *here = path[depth];
        int side = depth % 2 ? -1 : 1, least = -side, most = -side;
        for (const node *child = tree + here->first, *end = child + here->children; child < end; child++) {
            least = side > 0 ? (child->least > least ? child->least : least) : (child->least < least ? child->least : least);
            most = side > 0 ? (child->most > most ? child->most : most) : (child->most < most ? child->most : most);
        }
        if (least == here->least && most == here->most) return;
        here->least = least;
        here->most = most;
    }
}

static node *favourite(const node *here, int side, double exploration) {
    int sure = side > 0 ? here->least : -here->most;
    node *chosen = 0;
    double greatest = -INFINITY, reach = exploration * sqrt(log(here->visits));
    for (node *child = tree + here->first, *end = child + here->children; child < end; child++) {
        if ((side > 0 ? child->most : -child->least) <= sure) continue;
        if (!child->visits) return child;
        double bound = ((double)side * child->rewards + reach * sqrt(child->visits)) / child->visits;
        if (bound > greatest) {
            greatest = bound;
            chosen = child;
        }
    }
    return chosen;
}

static int random_game(cells own, cells filled, int side) {
    number moves = 0;
    for (;; side = -side, moves++) {
        int lost = has_four(own ^ filled);
        if (lost || filled == FULL) {
            counts[VISITS] += moves;
            return -side * lost;
        }
        cells open = open_cells(filled);
        for (number chosen = below(count(open)); chosen; chosen--) open &= open - 1;
        own ^= filled;
        filled |= open & -open;
    }
}

/* How many of `times` playouts were made before the root was solved; -1 without memory. */
number uct(number times, double exploration, number seed) {
    node *path[43];
    number played = 0;
    if (!(tree = malloc((7 * times + 8) * sizeof(node)))) return -1;
    chance = seed;
    used = 1;
    tree[0] = (node){.least = -1, .most = 1};
    for (; played < times && tree[0].least != tree[0].most; played++) {
        cells own = 0, filled = 0;
        node *here = tree;
        int side = 1, depth = 0;
        for (;;) {
            counts[VISITS]++;
            here->visits++;
            path[depth] = here;
            if (!here->first && (here->visits > 1 || !depth) && filled != FULL && !has_four(own ^ filled)) {
                expand(here, own, filled, side);
                prove(path, depth);
            }
            if (here->least == here->most || !here->first) break;
            here = favourite(here, side, exploration);
            cells stone = stone_in(filled, here->column);
            own ^= filled;
            filled |= stone;
            side = -side;
            depth++;
        }
        int result = here->least == here->most ? here->least : random_game(own, filled, side);
        for (; depth >= 0; depth--) {
            node *passed = path[depth];
            if (result > passed->most) result = passed->most;
            if (result < passed->least) result = passed->least;
            passed->rewards += result;
        }
    }
    free(tree);
    return played;
}
