/* The texts of row_games.py and of the template mark.py in C: a position is a struct of bytes, copied for each move. */

#include <stdbool.h>
#include <stdint.h>

typedef int64_t number;
typedef int8_t byte;

static const byte LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

/* mark.py */

typedef struct { byte cells[9]; number player; } Mark;

static bool mark_has_line(const Mark *p) {
    for (int i = 0; i < 8; i++) {
        byte a = p->cells[LINES[i][0]], b = p->cells[LINES[i][1]], c = p->cells[LINES[i][2]];
        if (a != 0 && a == b && a == c) return true;
    }
    return false;
}

static number mark_perft(const Mark *p, number depth) {
    if (depth == 0) return 1;
    number moves = 0, sequences = 0;
    bool over = mark_has_line(p);
    if (!over) for (int cell = 0; cell < 9; cell++) moves += p->cells[cell] == 0;
    if (moves == 0) return 0;
    if (depth == 1) return moves;
    for (int cell = 0; cell < 9; cell++) if (p->cells[cell] == 0) {
        Mark child = *p;
        child.cells[cell] = p->player + 1;
        child.player = 1 - p->player;
        sequences += mark_perft(&child, depth - 1);
    }
    return sequences;
}

number perft_mark(number depth) {
    Mark start = {{0}, 0};
    return mark_perft(&start, depth);
}

/* Treblecross */

enum { LENGTH = 15 };
typedef struct { byte cells[LENGTH]; } Treblecross;

static bool treblecross_is_over(const Treblecross *p) {
    for (int i = 0; i < LENGTH - 2; i++) if (p->cells[i] + p->cells[i + 1] + p->cells[i + 2] == 3) return true;
    return false;
}

static number treblecross_perft(const Treblecross *p, number depth) {
    if (depth == 0) return 1;
    number moves = 0, sequences = 0;
    if (!treblecross_is_over(p)) for (int cell = 0; cell < LENGTH; cell++) moves += p->cells[cell] == 0;
    if (moves == 0) return 0;
    if (depth == 1) return moves;
    for (int cell = 0; cell < LENGTH; cell++) if (p->cells[cell] == 0) {
        Treblecross child = *p;
        child.cells[cell] = 1;
        sequences += treblecross_perft(&child, depth - 1);
    }
    return sequences;
}

number perft_treblecross(number depth) {
    Treblecross start = {{0}};
    return treblecross_perft(&start, depth);
}

/* Konane */

enum { SIDE = 6, CELLS = SIDE * SIDE };
typedef struct { byte cells[CELLS]; number player; } Konane;
static const int WAYS[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

static void konane_play(const Konane *p, int start, int end, Konane *child) {
    *child = *p;
    child->cells[start] = 0;
    child->cells[end] = p->player;
    int low = start < end ? start : end, high = start < end ? end : start, step = high - low >= SIDE ? SIDE : 1;
    for (int cell = low + step; cell < high; cell += step) child->cells[cell] = 0;
    child->player = 3 - p->player;
}

static number konane_perft(const Konane *p, number depth) {
    if (depth == 0) return 1;
    number moves = 0, sequences = 0;
    for (int start = 0; start < CELLS; start++) {
        if (p->cells[start] != p->player) continue;
        for (int way = 0; way < 4; way++) {
            int down = WAYS[way][0], right = WAYS[way][1], row = start / SIDE + 2 * down, column = start % SIDE + 2 * right;
            while (0 <= row && row < SIDE && 0 <= column && column < SIDE) {
                int end = SIDE * row + column;
                if (p->cells[end] != 0 || p->cells[end - SIDE * down - right] != 3 - p->player) break;
                moves++;
                if (depth > 1) {
                    Konane child;
                    konane_play(p, start, end, &child);
                    sequences += konane_perft(&child, depth - 1);
                }
                row += 2 * down;
                column += 2 * right;
            }
        }
    }
    return depth == 1 ? moves : sequences;
}

number perft_konane(number depth) {
    Konane start = {.player = 1};
    for (int cell = 0; cell < CELLS; cell++) start.cells[cell] = cell == 14 || cell == 15 ? 0 : 1 + (cell / SIDE + cell) % 2;
    return konane_perft(&start, depth);
}

/* Ultimate tic-tac-toe */

typedef struct { byte cells[81], boards[9]; number player, sent; } Ultimate;

static bool line_of(const byte *board, number player) {
    for (int i = 0; i < 8; i++)
        if (board[LINES[i][0]] == player && board[LINES[i][1]] == player && board[LINES[i][2]] == player) return true;
    return false;
}

static void ultimate_play(const Ultimate *p, int move, Ultimate *child) {
    *child = *p;
    child->cells[move] = p->player;
    int first = move - move % 9, sent = move % 9;
    const byte *board = child->cells + first;
    if (line_of(board, p->player)) child->boards[move / 9] = p->player;
    else {
        bool full = true;
        for (int cell = 0; cell < 9; cell++) full &= board[cell] != 0;
        if (full) child->boards[move / 9] = 3;
    }
    child->player = 3 - p->player;
    child->sent = child->boards[sent] == 0 ? sent : -1;
}

static number ultimate_perft(const Ultimate *p, number depth) {
    if (depth == 0) return 1;
    number moves = 0, sequences = 0;
    if (line_of(p->boards, 3 - p->player)) return 0;
    for (int board = 0; board < 9; board++) {
        if (p->boards[board] != 0 || (p->sent != -1 && p->sent != board)) continue;
        for (int cell = 9 * board; cell < 9 * board + 9; cell++) if (p->cells[cell] == 0) {
            moves++;
            if (depth > 1) {
                Ultimate child;
                ultimate_play(p, cell, &child);
                sequences += ultimate_perft(&child, depth - 1);
            }
        }
    }
    return depth == 1 ? moves : sequences;
}

number perft_ultimate(number depth) {
    Ultimate start = {.player = 1, .sent = -1};
    return ultimate_perft(&start, depth);
}
