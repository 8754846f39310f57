import { InvalidInput } from '../invalid-input.ts'

/** Where a page of numbered rows ended, opaque to clients. */
export const writeNumberCursor = (number: number): string => Buffer.from(`n${number}`).toString('base64url')

/** Reads back a cursor that was given out; another one is a failed validation. */
export const readNumberCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined
  const [, digits] = /^n([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (digits !== undefined) return Number(digits)
  const reason = 'The cursor is not one that was given out'
  throw new InvalidInput({ at: ['query', 'cursor'], reason, input: cursor })
}
