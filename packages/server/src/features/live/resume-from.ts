export interface Resumption {
  epoch: string
  seq: number
}

/**
 * Where to start sending events. Only a client that left off in this epoch, at a sequence number that exists, can
 * resume; all others must reload the canvas.
 */
export const resumeFrom = (
  asked: Resumption | undefined,
  { epoch, seq }: Resumption,
): { recovered: boolean; from: number } =>
  asked !== undefined && asked.epoch === epoch && asked.seq <= seq
    ? { recovered: true, from: asked.seq }
    : { recovered: false, from: seq }
