export interface Resumption {
  epoch: string
  seq: number
}

/**
 * From where a client is told what happened. Only one that left off in this epoch, at a number that was reached, has
 * missed nothing before it; all others must read the canvas anew.
 */
export const resumeFrom = (
  asked: Resumption | undefined,
  { epoch, seq }: Resumption,
): { recovered: boolean; from: number } =>
  asked !== undefined && asked.epoch === epoch && asked.seq <= seq
    ? { recovered: true, from: asked.seq }
    : { recovered: false, from: seq }
