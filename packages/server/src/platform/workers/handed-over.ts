import { move, transferableSymbol, valueSymbol } from 'piscina'

/**
 * The answer of a task, whose arrays go over to the caller: a copy would be made on the event loop. Each must be the only
 * one in its buffer; small ones of `Buffer` are not. Where no thread ends it is the answer as it was.
 */
export const handedOver = <Answer extends object>(answer: Answer, arrays: readonly Uint8Array<ArrayBuffer>[]): Answer =>
  move(
    Object.defineProperties(answer, {
      [transferableSymbol]: { value: arrays.map(({ buffer }) => buffer) },
      [valueSymbol]: { value: answer },
    }) as Parameters<typeof move>[0],
  ) as unknown as Answer
