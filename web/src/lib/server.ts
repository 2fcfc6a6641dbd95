// Questions to the server: one record goes out, one comes back, or the sentence of a Problem. The table of addresses
// gives every question its types.

import type * as m from "../messages";
import type * as exercises from "../messages_exercises";
import type * as matrix from "../messages_matrix";
import type * as pacman from "../messages_pacman";

interface Questions {
  "tree/read": [m.ReadTree, m.TreeReply];
  "tree/random": [m.RandomTree, m.TreeReply];
  "tree/export": [m.Export, m.Text];
  "tree/profile": [m.AskProfile, m.Profile];
  "play/position": [m.GameSource, m.Position];
  "play/load": [m.Load, m.Loaded];
  "inside/boards": [m.Boards, m.Pictures];
  "exercises/ask": [exercises.Ask, exercises.Question];
  "exercises/grade": [exercises.Answer, exercises.Graded];
  "exercises/hint": [exercises.Hint, m.Text];
  "exercises/solution": [exercises.Ask, exercises.Solution];
  "pacman/open": [pacman.PacmanPosition, pacman.PacmanScene];
  "pacman/play": [pacman.PacmanPlay, pacman.PacmanRounds];
  "pacman/choose": [pacman.PacmanThink, pacman.PacmanChoice];
  "pacman/why": [pacman.PacmanThink, pacman.PacmanWhy];
  "pacman/save": [pacman.PacmanSave, m.Text];
  "pacman/load": [pacman.PacmanLoad, pacman.PacmanLoaded];
  "pacman/lessons": [pacman.PacmanMenu, pacman.PacmanLessons];
  "matrix/examples": [matrix.MatrixMenu, matrix.MatrixExamples];
  "matrix/read": [matrix.MatrixText, matrix.MatrixTable];
  "matrix/solve": [matrix.MatrixAsk, matrix.MatrixReply];
}

/** A request that the server refused; `problem` has the place in a text, and when to try again. */
export class Refusal extends Error {
  constructor(readonly problem: m.Problem) {
    super(problem.error);
  }
}

const UNREACHABLE = "The server does not answer: see whether `zermelo lab` is still running.";

export async function ask<Path extends keyof Questions>(
  path: Path,
  record: Questions[Path][0],
  signal?: AbortSignal,
): Promise<Questions[Path][1]> {
  const body = JSON.stringify(record);
  return request(`api/${path}`, { method: "POST", body, headers: { "content-type": "application/json" }, signal });
}

export async function fetchAbout(): Promise<m.About> {
  return request("api/about", {});
}

async function request<Reply>(path: string, options: RequestInit): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new Error(UNREACHABLE);
  }
  if (response.ok) return (await response.json()) as Reply;
  throw new Refusal(await problemOf(response));
}

async function problemOf(response: Response): Promise<m.Problem> {
  try {
    return (await response.json()) as m.Problem;
  } catch {
    const error = `The server answered ${response.status} ${response.statusText}; try again.`;
    return { error, line: null, column: null, retry_after: null };
  }
}

/** Whatever went wrong, as one sentence. */
export function sentence(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem);
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
