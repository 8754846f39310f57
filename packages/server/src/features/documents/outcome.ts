/** The answer, or the reason why there is none. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; problem: string }
