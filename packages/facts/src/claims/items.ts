import type { Piece, StatedNumber, Statement } from './read-statement.ts'
import type { TimeMark } from './time-marks.ts'
import { withoutDirections } from './word-sets.ts'

/** A number or, in a piece without one, a time, with the piece that it stands in. */
export interface Item {
  readonly place: number
  readonly piece: Piece
  readonly number: StatedNumber | undefined
  readonly time: TimeMark | undefined
}

export const isAnchored = ({ numbers, times, isTimeOnly }: Piece): boolean =>
  numbers.length > 0 || (times.length > 0 && !isTimeOnly)

export const itemsOf = ({ pieces }: Statement): Item[] =>
  pieces.flatMap((piece, place): Item[] =>
    piece.numbers.length > 0
      ? piece.numbers.map((number) => ({ place, piece, number, time: undefined }))
      : piece.times.map((time) => ({ place, piece, number: undefined, time })),
  )

/** The pieces that say what a piece is about: those before it, back to the last one with a number or time of its own. */
export const leadOf = ({ pieces }: Statement, place: number): readonly Piece[] => {
  const lead: Piece[] = []
  for (let at = place - 1; at >= 0; at--) {
    const piece = pieces[at]
    if (piece === undefined || isAnchored(piece)) break
    lead.push(piece)
  }
  return lead
}

/** Conditions after a piece: "…, if the units are renovated". */
export const conditionsAfter = ({ pieces }: Statement, place: number): readonly Piece[] => {
  const after = pieces.slice(place + 1)
  const next = after.findIndex(isAnchored)
  return (next === -1 ? after : after.slice(0, next)).filter(({ startsCondition }) => startsCondition)
}

/** The words of a piece; of the pieces before it if it has none: "and $2.4 million in 2024". */
export const namedBy = (statement: Statement, { place, piece }: Item): ReadonlySet<string> => {
  const own = withoutDirections(piece.words)
  if (own.size > 0) return own
  for (let at = place - 1; at >= 0; at--) {
    const words = withoutDirections(statement.pieces[at]?.words ?? new Set())
    if (words.size > 0) return words
  }
  return own
}

/** A time that stands apart: before the piece ("In 2025, …"), else at the end of the sentence. */
export const timesApart = ({ pieces }: Statement, place: number): readonly Piece[] => {
  const before = pieces.slice(0, place).findLast(({ times }) => times.length > 0)
  if (before?.isTimeOnly) return [before]
  const after = pieces.slice(place + 1)
  if (after.some(({ numbers }) => numbers.length > 0)) return []
  return after.filter(({ isTimeOnly }) => isTimeOnly)
}

/** "Revenue of $10 million and EBITDA of $3 million in 2025": the only time of a sentence, after all its numbers. */
export const timesAfterAll = ({ pieces }: Statement, { number }: Item): readonly Piece[] => {
  const timed = pieces.filter(({ times }) => times.length > 0)
  const last = pieces.findLast(({ numbers }) => numbers.length > 0)
  const isShared = number?.isAfterOf === true && last?.numbers.every(({ isAfterOf }) => isAfterOf) === true
  return isShared && timed.length === 1 && timed[0] === last ? timed : []
}

/** The pieces with the times that a number is for. */
export const timedPieces = (statement: Statement, item: Item): readonly Piece[] => {
  if (item.piece.times.length > 0) return [item.piece]
  const apart = timesApart(statement, item.place)
  return apart.length > 0 ? apart : timesAfterAll(statement, item)
}

/** The times that a number is for: named with it, else for the sentence, else those before it. */
export const timesOf = (statement: Statement, item: Item): readonly TimeMark[] => {
  const named = timedPieces(statement, item)
  if (named.length > 0) return named.flatMap(({ times }) => times)
  return statement.pieces.slice(0, item.place).findLast(({ times }) => times.length > 0)?.times ?? []
}

/** When something ends can stand after another number of it: "leases 51,504 square feet, or 24%, through June 2031". */
export const endsAfter = ({ pieces }: Statement, { place, number }: Item): readonly TimeMark[] => {
  const after = pieces.slice(place + 1)
  const next = after.findIndex(
    ({ names, numbers, startsStatement }) =>
      startsStatement ||
      names.size > 0 ||
      numbers.some(({ quantity }) => quantity.measure === number?.quantity.measure),
  )
  return (next === -1 ? after : after.slice(0, next))
    .filter(({ isTimeOnly, isUntil }) => isTimeOnly && isUntil)
    .flatMap(({ times }) => times)
}

/** The times that must be named with a number. */
export const neededTimes = (statement: Statement, item: Item): readonly TimeMark[] =>
  timedPieces(statement, item)
    .filter(({ isUntil }) => !isUntil)
    .flatMap(({ times }) => times)
