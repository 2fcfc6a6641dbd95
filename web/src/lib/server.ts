// Questions to the server: one record goes out and one comes back, or a Problem. The generated table of questions
// gives each its types.

import type { Questions } from "../messages/questions";
import type { About, Problem } from "../messages/shared";

/** A request that the server refused; `problem` has the place in the text and when to try again. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.error);
  }
}

const UNREACHABLE = "The server does not answer: check that `zermelo lab` is still running.";

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

async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
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
