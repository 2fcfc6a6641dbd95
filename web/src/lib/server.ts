// Questions to the server: one record goes out and one comes back, or a Problem. The generated table of questions
// gives each its types. A question that finds no server waits for it: asking twice does no harm.

import type { Questions } from "../messages/questions";
import type { About, Problem } from "../messages/shared";
import { connection, isAway } from "./connection.svelte";

/** A request that the server refused; `problem` has the place in the text and when to try again. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.error);
  }
}

const TRIES = 4;
const BROKEN = "The connection broke each time this was asked: it may be too large for the server.";

export async function ask<Path extends keyof Questions>(
  path: Path,
  record: Questions[Path][0],
  signal?: AbortSignal,
): Promise<Questions[Path][1]> {
  const body = JSON.stringify(record);
  return request(`api/${path}`, { method: "POST", body, headers: { "content-type": "application/json" }, signal });
}

export async function fetchAbout(): Promise<About> {
  return request("api/about", {});
}

async function request<Reply>(path: string, options: RequestInit): Promise<Reply> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const response = await fetch(path, options);
      if (!isAway(response)) {
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as Reply;
        throw new Refusal(problemOf(response, text));
      }
    } catch (problem) {
      // The browser reports every failure of the network as a TypeError.
      if (!(problem instanceof TypeError)) throw problem;
    }
    await connection.lost();
    options.signal?.throwIfAborted();
  }
  throw new Error(BROKEN);
}

function problemOf(response: Response, text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    const error = `The server answered ${response.status} ${response.statusText}; try again.`;
    return { error, line: null, column: null, retry_after: null };
  }
}

/** An error as one sentence. */
export function sentence(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem);
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
