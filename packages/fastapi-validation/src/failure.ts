export type Loc = (string | number)[]

/** One item of a 422 response. The order of the keys is part of what clients rely on. */
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
