// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.arena.messages: do not edit.

/**
 * A player of a tournament: `strength` as its `PlayerInfo` says, or `seconds` for each move.
 */
export interface Entrant {
  player: string;
  strength?: number | null;
  seconds?: number | null;
}

/**
 * The result of a game that was played before; `points` of each seat, none where the game has no result. `forfeited` is the
 * seat that lost by its own fault.
 */
export interface GameResult {
  key: string;
  players: string[];
  points: number[];
  reason?: string;
  forfeited?: number | null;
}

/**
 * Play the games of a tournament that are not `played` yet. `games` are those of each meeting, `rounds` only those of a Swiss
 * tournament, `opening` is how many random moves begin a game; `seconds` and `nodes` are the most for a move.
 */
export interface Compete {
  type: "compete";
  id: number;
  game: string;
  entrants: Entrant[];
  schedule?: "gauntlet" | "knock-out" | "round-robin" | "swiss";
  games?: number;
  rounds?: number | null;
  opening?: number;
  seconds?: number | null;
  nodes?: number | null;
  seed?: number;
  played?: GameResult[];
}

/**
 * A game that was played. `players` and `points` are by seat; there are no points where the game has no result. `forfeited` is
 * the seat that lost by its own fault. `position` is where it began, None for the start of the game, and the first moves, as many
 * as `opening` says, were drawn.
 */
export interface ArenaGame {
  key: string;
  round: number;
  players: string[];
  points: number[];
  reason: string;
  forfeited: number | null;
  position: string | null;
  opening: number;
  moves: string[];
}

/**
 * A player with its rating and the confidence interval of it; None before its first rated game.
 */
export interface Standing {
  player: string;
  elo: number | null;
  low: number | null;
  high: number | null;
  games: number;
  points: number;
  wins: number;
  draws: number;
  losses: number;
}

/**
 * The points of a player against another, and how often they met.
 */
export interface Meeting {
  player: string;
  against: string;
  points: number;
  games: number;
}

/**
 * Standings, best first, the cross table, and what else is known in sentences. `superiority` is the likelihood that the first
 * player is stronger than the second, from 0 to 1; None where they cannot be compared.
 */
export interface ArenaReport {
  standings: Standing[];
  superiority: number | null;
  meetings: Meeting[];
  sentences: string[];
}

/**
 * Games that have ended, and the report on all so far; `total` games make up the tournament. The page has to ask for `More`,
 * as for steps.
 */
export interface NewGames {
  type: "new_games";
  id: number;
  games: ArenaGame[];
  report: ArenaReport;
  total: number;
}

/**
 * The end of a request: the tournament is `complete`, or the time of this request is over and the next one may go on.
 */
export interface Competed {
  type: "competed";
  id: number;
  complete: boolean;
}

/**
 * Ask for the events of the store.
 */
export interface AskEvents {
}

export interface EventInfo {
  number: number;
  game: string;
  games: number;
}

/**
 * The last events of the store; `store` is False where the lab was started without one.
 */
export interface Events {
  store: boolean;
  events: EventInfo[];
}

export interface AskEvent {
  number: number;
}

/**
 * The standings of a stored event. `game` is the game whose boards show its games; where it is empty, `closed` says why they
 * cannot be opened here.
 */
export interface EventReply {
  report: ArenaReport;
  games: number;
  game: string;
  closed: string;
}

/**
 * Ask for games of a stored event from the `first` on, counted from 0: only those of a player and of another, where these are
 * named.
 */
export interface AskGames {
  number: number;
  first?: number;
  player?: string;
  against?: string;
}

/**
 * Some games, and how many there are to page through.
 */
export interface GamesReply {
  games: ArenaGame[];
  total: number;
}
