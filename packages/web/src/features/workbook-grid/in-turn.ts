import { maxAtOnce } from '@deal-canvas/contract'

/** One place less than the service has for a person: another tab may be reading too. */
const places = (maxAtOnce.cells ?? 2) - 1
const waiting: (() => void)[] = []
let running = 0

/** Reads of cells wait for each other, because the service refuses more than a few at once. */
export const inTurn = async <Answer>(signal: AbortSignal, read: () => Promise<Answer>): Promise<Answer> => {
  if (running < places) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    signal.throwIfAborted()
    return await read()
  } finally {
    const next = waiting.shift()
    // The place is handed on.
    if (next === undefined) running -= 1
    else next()
  }
}
