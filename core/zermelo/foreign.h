/* A game from outside, for Zermelo's engine: a table of functions over a state of fixed size, in plain C.
 *
 * A shared library that exports
 *
 *     const zermelo_game *zermelo_find_game(void);
 *
 * is a game: zermelo.load_library("./mygame.so") gives its start. Any language that can make C functions will do.
 *
 * The rules of the table:
 *
 * - A state is `state_size` bytes that mean the same wherever they are copied to: no pointers into itself, nothing on a heap.
 *   Zermelo owns the memory, copies states freely, and aligns them to 16 bytes. Equal states must have equal bytes, so what is
 *   unused stays zero (the buffer is zero before `start`).
 * - Every function answers ZERMELO_OK, or any other number for "this went wrong": then the search ends and says which
 *   function gave which status, where.
 * - A function depends on its arguments alone and keeps nothing: several threads call it at once.
 * - Utilities and static values are for MAX (player 0), in units of 1 / scale: with a scale of 100, 150 stands for 1.5. They
 *   lie between -ZERMELO_MOST and ZERMELO_MOST. What one of two players wins the other loses; a game in which that is not
 *   so, or which more than two play, says `players` and has `payoffs`.
 * - A game in which chance moves has `chances`. Dice and cards have whole numbers for weights: a move is as likely as its share
 *   in the sum of all weights of its state, so that nothing is lost and nothing is left over.
 * - A move is a number from 0 up. Moves that are alike in many states should have one number, below 1024 if possible: the
 *   engine learns by it which moves are good.
 */
#ifndef ZERMELO_FOREIGN_H
#define ZERMELO_FOREIGN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZERMELO_GAME_VERSION 3
#define ZERMELO_OK 0
#define ZERMELO_LARGEST_STATE 1024
#define ZERMELO_MOST_MOVES 1024
#define ZERMELO_MOST 134000000
#define ZERMELO_MOST_PLAYERS 16
#define ZERMELO_MOST_WEIGHT 9007199254740992 /* 2 to the 53rd */
#define ZERMELO_CHANCE (-1)

/* What is to be seen of a state without searching. */
typedef struct zermelo_view {
    int32_t player;  /* 0 is MAX, 1 is MIN, others follow; ZERMELO_CHANCE where chance moves. Also where the game is over */
    int32_t over;    /* 0 while the game goes on */
    int32_t utility; /* once it is over: what MAX gets. Not looked at where the table has payoffs */
} zermelo_view;

typedef struct zermelo_game {
    uint32_t version;    /* ZERMELO_GAME_VERSION */
    uint32_t size;       /* sizeof(zermelo_game) */
    uint32_t state_size; /* 1 to ZERMELO_LARGEST_STATE bytes */
    uint32_t most_moves; /* no state has more: 1 to ZERMELO_MOST_MOVES */
    uint32_t scale;      /* what a point is: 1 to 1000000 */
    uint32_t players;    /* 1 to ZERMELO_MOST_PLAYERS; 0 stands for 2, MAX and MIN */
    const char *name;    /* in UTF-8, as people call the game */

    /* Writes the state in which a game begins. */
    int32_t (*start)(void *state);
    int32_t (*view)(const void *state, zermelo_view *view);
    /* Writes all legal moves and their number: at least one, at most most_moves. The core does not call it once the game is
     * over, or where chance moves. */
    int32_t (*moves)(const void *state, int32_t *moves, int32_t *count);
    /* Makes a legal move in place and writes the view of the new state, which saves a call of `view` at every node. The core
     * passes a copy of the state that it uses nowhere else. */
    int32_t (*play)(void *state, int32_t move, zermelo_view *after);

    /* What follows may be null. */

    /* A static value, for searches that stop before the end; where the table has payoffs, one for each player. Never asked once
     * the game is over. */
    int32_t (*evaluate)(const void *state, int32_t *value);
    /* States with one key and one player are worth the same, and the same moves are good in them. Without it a hash of the
     * state's bytes is taken. */
    int32_t (*key)(const void *state, uint64_t *key);
    /* Which moves to try first: the larger, the sooner. */
    int32_t (*rank)(const void *state, int32_t move, int32_t *rank);
    /* Text for people, in UTF-8 and ended by a zero byte; there is room for `room` bytes. A text of a move is one word, and no
     * two moves of a state have the same. */
    int32_t (*write_state)(const void *state, char *text, uint32_t room);
    int32_t (*write_move)(const void *state, int32_t move, char *text, uint32_t room);
    /* Where chance moves, in place of `moves`: writes all that may happen, a weight for each, and their number. Weights are
     * positive and add up to no more than ZERMELO_MOST_WEIGHT. A game of chance must have it. */
    int32_t (*chances)(const void *state, int32_t *moves, int64_t *weights, int32_t *count);
    /* What each player gets, once the game is over. A game of more than two players must have it. */
    int32_t (*payoffs)(const void *state, int32_t *payoffs);
} zermelo_game;

#ifdef __cplusplus
}
#endif

#endif
