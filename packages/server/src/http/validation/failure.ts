export type Loc = (string | number)[]

/** One item of a 422 answer. Keys stand in the order in which clients have always seen them. */
export type Failure = {
  type: string
  loc: Loc
  msg: string
  input: unknown
  ctx?: Record<string, unknown>
}

export const createFailure = (
  type: string,
  loc: Loc,
  msg: string,
  input: unknown,
  ctx?: Record<string, unknown>,
): Failure => (ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx })
