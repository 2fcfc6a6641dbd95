// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.PAGES: do not edit.

import type { Cancel, Cancelled, GameSource, More, Refused, Text, TreeReply } from "./shared";
import type { AskProfile, AskWhy, Export, Finished, Profile, RandomTree, ReadTree, Steps, Watch } from "./tree";
import type { AskOwnership, Chosen, Compose, Composed, Load, Loaded, Ownership, Position, Progress, Review, Reviewed, Reviewing, Save, Saved, Think } from "./play";
import type { Boards, Pictures } from "./inside";
import type { Answer, Ask, Graded, Hint, Question, Solution } from "./exercises";
import type { PacmanChoice, PacmanLessons, PacmanLoad, PacmanLoaded, PacmanMenu, PacmanPlay, PacmanPosition, PacmanRounds, PacmanSave, PacmanScene, PacmanThink, PacmanWhy } from "./pacman";
import type { MatrixAsk, MatrixExamples, MatrixMenu, MatrixReply, MatrixTable, MatrixText } from "./matrix";
import type { BanditAsk, BanditReply } from "./bandit";
import type { RulesCheck, RulesChecked, RulesChoice, RulesGame, RulesMenu, RulesPosition, RulesSheets, RulesSource, RulesThink } from "./rules";
import type { AskEvent, AskEvents, AskGames, Compete, Competed, EventReply, Events, GamesReply, NewGames } from "./arena";

/** The pages, in the order of the header. */
export const PAGES = [
  { slug: "tree", title: "Tree" },
  { slug: "play", title: "Play" },
  { slug: "inside", title: "Inside" },
  { slug: "exercises", title: "Exercises" },
  { slug: "pacman", title: "Pac-Man" },
  { slug: "matrix", title: "Matrix" },
  { slug: "bandit", title: "Bandit" },
  { slug: "rules", title: "Rules" },
  { slug: "arena", title: "Arena" },
] as const;

/** What each question takes and gives, by its address after /api/. */
export interface Questions {
  "tree/read": [ReadTree, TreeReply];
  "tree/random": [RandomTree, TreeReply];
  "tree/export": [Export, Text];
  "tree/profile": [AskProfile, Profile];
  "tree/why": [AskWhy, Text];
  "play/position": [GameSource, Position];
  "play/load": [Load, Loaded];
  "play/save": [Save, Saved];
  "play/compose": [Compose, Composed];
  "play/ownership": [AskOwnership, Ownership];
  "inside/boards": [Boards, Pictures];
  "exercises/ask": [Ask, Question];
  "exercises/grade": [Answer, Graded];
  "exercises/hint": [Hint, Text];
  "exercises/solution": [Ask, Solution];
  "pacman/open": [PacmanPosition, PacmanScene];
  "pacman/play": [PacmanPlay, PacmanRounds];
  "pacman/choose": [PacmanThink, PacmanChoice];
  "pacman/why": [PacmanThink, PacmanWhy];
  "pacman/save": [PacmanSave, Text];
  "pacman/load": [PacmanLoad, PacmanLoaded];
  "pacman/lessons": [PacmanMenu, PacmanLessons];
  "matrix/examples": [MatrixMenu, MatrixExamples];
  "matrix/read": [MatrixText, MatrixTable];
  "matrix/solve": [MatrixAsk, MatrixReply];
  "bandit/pull": [BanditAsk, BanditReply];
  "rules/sheets": [RulesMenu, RulesSheets];
  "rules/check": [RulesCheck, RulesChecked];
  "rules/open": [RulesSource, RulesGame];
  "rules/position": [RulesSource, RulesPosition];
  "rules/think": [RulesThink, RulesChoice];
  "arena/events": [AskEvents, Events];
  "arena/event": [AskEvent, EventReply];
  "arena/games": [AskGames, GamesReply];
}

/** What pages send over the WebSocket. */
export type Sent = Watch | Think | Review | Compete | More | Cancel;

/** What the server sends over the WebSocket. */
export type Received = Steps | Finished | Progress | Chosen | Reviewing | Reviewed | NewGames | Competed | Cancelled | Refused;
