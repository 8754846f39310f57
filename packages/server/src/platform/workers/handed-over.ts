import { move, transferableSymbol, valueSymbol } from 'piscina'

/**
 * The result of a task, with its arrays transferred to the caller, because copying them would block the event loop.
 * Each array must be alone in its buffer, unlike small `Buffer` instances. Outside a worker thread the result is
 * returned unchanged.
 */
export const handedOver = <Answer extends object>(answer: Answer, arrays: readonly Uint8Array<ArrayBuffer>[]): Answer =>
  move(
    Object.defineProperties(answer, {
      [transferableSymbol]: { value: arrays.map(({ buffer }) => buffer) },
      [valueSymbol]: { value: answer },
    }) as Parameters<typeof move>[0],
  ) as unknown as Answer
