/* Pig in C for Zermelo's engine: a game of chance.
 *
 *     include="$(python -c 'import zermelo; print(zermelo.foreign_include())')"
 *     cc -O3 -march=native -shared -fPIC -I"$include" pig.c -o pig.so
 *     zermelo search ./pig.so --depth 12
 *     zermelo play ./pig.so
 *
 * A player rolls a die any number of times: each roll adds to the pot, but a 1 loses it and ends the turn. Holding moves the pot
 * to the player's bank and ends the turn. The first to reach the target wins; after a number of turns the game is a draw. The
 * same rules in Python are zermelo.games.pig.
 */
#include <stdio.h>
#include <zermelo/foreign.h>

enum { target = 10, turns = 12, faces = 6 };
enum { roll, hold };

typedef struct {
    int32_t bank[2];
    int32_t pot, turns;
    int32_t mover, rolling;
} position;

static int32_t start(void *state) {
    *(position *)state = (position){{0, 0}, 0, turns, 0, 0};
    return ZERMELO_OK;
}

/* Values are in units of 1 / (2 * target), so that half a point of the pot is a whole number. */
static int32_t view(const void *state, zermelo_view *view) {
    const position *here = state;
    const int32_t sign = here->mover ? -2 * target : 2 * target;
    const int won = here->bank[here->mover] + here->pot >= target;
    const int lost = here->bank[!here->mover] >= target;
    view->player = here->rolling ? ZERMELO_CHANCE : here->mover;
    view->over = won || lost || here->turns == 0;
    view->utility = won ? sign : lost ? -sign : 0;
    return ZERMELO_OK;
}

static int32_t moves(const void *state, int32_t *moves, int32_t *count) {
    const position *here = state;
    *count = here->pot ? 2 : 1;
    moves[0] = roll;
    if (here->pot) moves[1] = hold;
    return ZERMELO_OK;
}

/* The faces of the die are equally likely. */
static int32_t chances(const void *state, int32_t *moves, int64_t *weights, int32_t *count) {
    (void)state;
    for (int32_t face = 1; face <= faces; ++face) moves[face - 1] = face, weights[face - 1] = 1;
    *count = faces;
    return ZERMELO_OK;
}

static void end_turn(position *here, int32_t banked) {
    here->bank[here->mover] += banked;
    here->pot = here->rolling = 0;
    here->mover = !here->mover;
    --here->turns;
}

static int32_t play(void *state, int32_t move, zermelo_view *after) {
    position *here = state;
    if (!here->rolling && move == roll) {
        here->rolling = 1;
    } else if (!here->rolling && move == hold) {
        end_turn(here, here->pot);
    } else if (here->rolling && move == 1) {
        end_turn(here, 0);
    } else if (here->rolling && move > 1 && move <= faces) {
        here->pot += move;
        here->rolling = 0;
    } else {
        return 1;
    }
    return view(here, after);
}

/* MAX's lead; the pot counts half, since it may still be lost. */
static int32_t evaluate(const void *state, int32_t *value) {
    const position *here = state;
    *value = 2 * (here->bank[0] - here->bank[1]) + (here->mover ? -here->pot : here->pot);
    return ZERMELO_OK;
}

static int32_t write_state(const void *state, char *text, uint32_t room) {
    const position *here = state;
    snprintf(text, room, "%d : %d, %d in the pot, %d turns left", here->bank[0], here->bank[1], here->pot, here->turns);
    return ZERMELO_OK;
}

static int32_t write_move(const void *state, int32_t move, char *text, uint32_t room) {
    const position *here = state;
    if (here->rolling) snprintf(text, room, "%d", move);
    else snprintf(text, room, "%s", move == roll ? "roll" : "hold");
    return ZERMELO_OK;
}

static const zermelo_game game = {
    .version = ZERMELO_GAME_VERSION,
    .size = sizeof(zermelo_game),
    .state_size = sizeof(position),
    .most_moves = faces,
    .scale = 2 * target,
    .name = "Pig in C",
    .start = start,
    .view = view,
    .moves = moves,
    .play = play,
    .evaluate = evaluate,
    .write_state = write_state,
    .write_move = write_move,
    .chances = chances,
};

const zermelo_game *zermelo_find_game(void) {
    return &game;
}
