// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.bandit.messages: do not edit.

/**
 * `arms` are the probabilities of the arms to pay 1, as typed: 0.3 1/2 0.6.
 */
export interface BanditAsk {
  arms: string;
  rule?: "epsilon_greedy" | "puct" | "ucb1";
  pulls?: number;
  exploration?: number;
  epsilon?: number;
  seed?: number;
}

/**
 * One pull: the arm, what it pays, and the numbers of all arms before it. A bonus is null while it is infinite.
 */
export interface BanditPull {
  arm: number;
  reward: number;
  pulls: number[];
  means: number[];
  bonuses: (number | null)[];
  regret: number;
  says: string;
}

/**
 * The regret of a rule after each pull, the mean of several runs.
 */
export interface BanditCurve {
  rule: string;
  regret: number[];
}

export interface BanditReply {
  names: string[];
  chances: number[];
  steps: BanditPull[];
  curves: BanditCurve[];
  runs: number;
}
