/* Connect Four in C for Zermelo's engine.
 *
 *     include="$(python -c 'import zermelo; print(zermelo.foreign_include())')"
 *     cc -O3 -march=native -shared -fPIC -I"$include" connect_four.c -o connect_four.so
 *     zermelo search ./connect_four.so --depth 16
 *
 * A state is two bitboards: the stones of the player to move, and all stones. Each column has a guard bit on top, so that no line
 * runs from one column into the next. A win is worth 22 minus the winner's stones.
 */
#include <zermelo/foreign.h>

enum { columns = 7, rows = 6, height = rows + 1, cells = columns * rows };

typedef struct {
    uint64_t own;
    uint64_t all;
} position;

static int32_t count(uint64_t stones) {
    return __builtin_popcountll(stones);
}

static int has_line(uint64_t stones) {
    static const int steps[] = {1, rows, rows + 1, rows + 2};
    uint64_t lines = 0;
    for (int at = 0; at < 4; ++at) {
        const uint64_t pairs = stones & (stones >> steps[at]);
        lines |= pairs & (pairs >> 2 * steps[at]);
    }
    return lines != 0;
}

static int32_t start(void *state) {
    *(position *)state = (position){0, 0};
    return ZERMELO_OK;
}

static int32_t view(const void *state, zermelo_view *view) {
    const position *here = state;
    const int32_t stones = count(here->all);
    const int lost = has_line(here->own ^ here->all);
    const int32_t won = (cells + 2 - stones) / 2;
    view->player = stones & 1;
    view->over = lost || stones == cells;
    view->utility = !lost ? 0 : view->player ? won : -won;
    return ZERMELO_OK;
}

static int32_t moves(const void *state, int32_t *moves, int32_t *count) {
    const position *here = state;
    int32_t number = 0;
    for (int column = 0; column < columns; ++column)
        if (!(here->all >> (column * height + rows - 1) & 1)) moves[number++] = column;
    *count = number;
    return ZERMELO_OK;
}

static int32_t play(void *state, int32_t column, zermelo_view *after) {
    position *here = state;
    if (column < 0 || column >= columns || here->all >> (column * height + rows - 1) & 1) return 1;
    here->own ^= here->all;
    here->all |= here->all + ((uint64_t)1 << column * height);
    return view(here, after);
}

/* The sum determines the height and the stones of each column, so that no two positions share a key. */
static int32_t key(const void *state, uint64_t *key) {
    const position *here = state;
    *key = here->own + here->all;
    return ZERMELO_OK;
}

/* The centre first. */
static int32_t rank(const void *state, int32_t column, int32_t *rank) {
    (void)state;
    *rank = column < columns / 2 ? column : columns - 1 - column;
    return ZERMELO_OK;
}

static int32_t write_state(const void *state, char *text, uint32_t room) {
    const position *here = state;
    const int second = count(here->all) & 1;
    if (room < 2 * columns * (rows + 1) + 1) return 1;
    for (int row = rows - 1; row >= -1; --row)
        for (int column = 0; column < columns; ++column) {
            const uint64_t cell = (uint64_t)1 << (column * height + (row < 0 ? 0 : row));
            const int own = (here->own & cell) != 0;
            *text++ = row < 0 ? (char)('1' + column) : !(here->all & cell) ? '.' : own != second ? 'X' : 'O';
            *text++ = column < columns - 1 ? ' ' : '\n';
        }
    text[-1] = 0;
    return ZERMELO_OK;
}

static int32_t write_move(const void *state, int32_t column, char *text, uint32_t room) {
    (void)state;
    if (room < 2) return 1;
    text[0] = (char)('1' + column);
    text[1] = 0;
    return ZERMELO_OK;
}

static const zermelo_game game = {
    .version = ZERMELO_GAME_VERSION,
    .size = sizeof(zermelo_game),
    .state_size = sizeof(position),
    .most_moves = columns,
    .scale = 1,
    .name = "Connect Four in C",
    .start = start,
    .view = view,
    .moves = moves,
    .play = play,
    .key = key,
    .rank = rank,
    .write_state = write_state,
    .write_move = write_move,
};

const zermelo_game *zermelo_find_game(void) {
    return &game;
}
