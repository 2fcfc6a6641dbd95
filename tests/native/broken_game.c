/* A game that breaks one promise of zermelo/foreign.h, named by the environment: MAX and MIN take 1 or 2 of ten stones in turn. A
 * promise that begins with "lot" is about chance, which then takes some of the stones; one that begins with "share" about three
 * players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/foreign.h>

typedef struct {
    int32_t stones, player;
} heap;

static int broken(const char *what) {
    const char *named = getenv("BROKEN");
    return named && strcmp(named, what) == 0;
}

static int about(const char *what) {
    const char *named = getenv("BROKEN");
    return named && strncmp(named, what, strlen(what)) == 0;
}

static int32_t start(void *state) {
    *(heap *)state = (heap){10, 0};
    if (broken("start writes past")) ((char *)state)[sizeof(heap)] = 1;
    return broken("start fails") ? 7 : ZERMELO_OK;
}

static int32_t view(const void *state, zermelo_view *view) {
    const heap *here = state;
    view->player = broken("player") && here->stones == 7 ? 2 : here->player;
    if (about("lot") && here->stones % 3 == 2) view->player = ZERMELO_CHANCE;
    if (about("share")) view->player = broken("share player") && here->stones == 7 ? 3 : here->stones % 3;
    view->over = here->stones == 0;
    view->utility = here->player ? 1 : -1;
    if (broken("view changes")) ((heap *)state)->stones = 5;
    return ZERMELO_OK;
}

static int32_t moves(const void *state, int32_t *moves, int32_t *count) {
    const heap *here = state;
    *count = here->stones < 2 ? here->stones : 2;
    for (int at = 0; at < *count; ++at) moves[at] = at + 1;
    if (broken("crash") && here->stones < 5) abort();
    if (broken("exit") && here->stones < 5) exit(3);
    while (broken("endless") && here->stones < 5) continue;
    if (broken("too many")) *count = 3;
    if (broken("moves write past") && here->stones < 4) moves[2] = 1;
    if (broken("twins")) moves[1] = 1;
    if (broken("none") && here->stones < 4) *count = 0;
    return ZERMELO_OK;
}

static int32_t play(void *state, int32_t move, zermelo_view *after) {
    heap *here = state;
    static int32_t calls;
    here->stones -= move;
    here->player ^= 1;
    if (broken("memory") && ++calls > 9) here->player ^= calls & 1;
    if (broken("play fails") && here->stones == 3) return 9;
    const int32_t status = view(state, after);
    if (broken("after") && here->stones < 4) after->player ^= 1;
    return status;
}

static int32_t chances(const void *state, int32_t *list, int64_t *weights, int32_t *count) {
    static int32_t calls;
    moves(state, list, count);
    for (int at = 0; at < *count; ++at) weights[at] = at + 1;
    if (broken("lot zero")) weights[*count - 1] = 0;
    if (broken("lot below")) weights[0] = -1;
    if (broken("lot total")) weights[0] = ZERMELO_MOST_WEIGHT;
    if (broken("lot memory")) weights[0] += ++calls;
    if (broken("lot many")) *count = 3;
    if (broken("lot none")) *count = 0;
    if (broken("lot twins") && *count == 2) list[1] = 1;
    if (broken("lot past")) weights[2] = 1;
    return broken("lot fails") && ((const heap *)state)->stones == 5 ? 5 : ZERMELO_OK;
}

static int32_t payoffs(const void *state, int32_t *payoffs) {
    const heap *here = state;
    for (int at = 0; at < (broken("share nothing") ? 2 : 3); ++at) payoffs[at] = here->player == at;
    if (broken("share beyond")) payoffs[1] = 2000000000;
    if (broken("share past")) payoffs[3] = 1;
    return broken("share fails") ? 4 : ZERMELO_OK;
}

static int32_t evaluate(const void *state, int32_t *value) {
    (void)state;
    *value = 0;
    return ZERMELO_OK;
}

static int32_t write_state(const void *state, char *text, uint32_t room) {
    const heap *here = state;
    snprintf(text, room, "%s%d", broken("escapes") ? "\033[2J" : "", here->stones);
    if (broken("prints")) puts("a library that talks");
    return ZERMELO_OK;
}

static int32_t write_move(const void *state, int32_t move, char *text, uint32_t room) {
    (void)state;
    snprintf(text, room, broken("two words") ? "take %d" : broken("one for all") ? "take" : "%d", move);
    return ZERMELO_OK;
}

static const zermelo_game sound = {
    .version = ZERMELO_GAME_VERSION, .size = sizeof(zermelo_game), .state_size = sizeof(heap), .most_moves = 2, .scale = 1,
    .start = start, .view = view, .moves = moves, .play = play,
};

const zermelo_game *zermelo_find_game(void) {
    static zermelo_game game;
    game = sound;
    if (broken("version")) game.version = 9;
    if (broken("size")) game.size = 8;
    if (broken("state size")) game.state_size = 5000;
    if (broken("function")) game.view = 0;
    if (broken("players")) game.players = 17;
    if (about("lot") && !broken("lot missing")) game.chances = chances;
    if (about("share")) game.players = 3;
    if (about("share") && !broken("share missing")) game.payoffs = payoffs;
    if (broken("share evaluate")) game.evaluate = evaluate;
    if (broken("name")) game.name = "a\nb";
    if (broken("quiet exit")) exit(0);
    if (broken("prints") || broken("escapes")) game.write_state = write_state;
    if (broken("two words") || broken("one for all")) game.write_move = write_move;
    return broken("table") ? 0 : &game;
}
