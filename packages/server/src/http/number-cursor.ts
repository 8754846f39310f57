import { InvalidInput } from '../invalid-input.ts'
import { requestMessages } from '../messages/requests.ts'

/** Marks where a page of numbered rows ended; opaque to clients. */
export const writeNumberCursor = (number: number): string => Buffer.from(`n${number}`).toString('base64url')

/** Parses a cursor; one that the service did not issue fails validation. */
export const readNumberCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined
  const [, digits] = /^n([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (digits !== undefined) return Number(digits)
  throw new InvalidInput({ at: ['query', 'cursor'], reason: requestMessages.cursorInvalid(), input: cursor })
}
