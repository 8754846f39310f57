import { conditionsAfter, endsAfter, type Item, itemsOf, leadOf, namedBy, neededTimes, timesOf } from './items.ts'
import type { Piece, Statement } from './read-statement.ts'
import { isRival, isSameItem, isSameNumber } from './same-item.ts'
import { supportsTime, type TimeMark } from './time-marks.ts'
import { isSame, isSubset, union } from './word-sets.ts'

interface Sentence {
  readonly statement: Statement
  readonly heading: Statement
  readonly before: Statement | undefined
}

const minCovered = 2 / 3

/** Words without which a number would be about something else. */
const requiredBy = (sentence: Sentence, item: Item): ReadonlySet<string> => {
  const { statement, heading, before } = sentence
  const lead = leadOf(statement, item.place)
  const own = [item.piece, ...lead, ...conditionsAfter(statement, item.place)]
  const names = union(...own.map((piece) => piece.names))
  const narrowing = union(...own.map((piece) => piece.narrowing), heading.narrowing)
  if (names.size > 0 || item.piece.startsStatement) return union(names, narrowing)
  const named = statement.pieces.slice(0, item.place).findLastIndex((piece) => piece.names.size > 0)
  const subjects = named === -1 ? [] : [...leadOf(statement, named), statement.pieces[named] as Piece]
  const subject = union(...subjects.map((piece) => piece.names), before?.names ?? new Set())
  return union(subject, narrowing, before?.narrowing ?? new Set())
}

/** Whether the words of a claim mean this item more than another one of the source. */
const isMeantOver = (
  said: ReadonlySet<string>,
  claimTimes: readonly TimeMark[],
  [stated, sentence]: readonly [Item, Sentence],
  [rival, rivalSentence]: readonly [Item, Sentence],
): boolean => {
  const needs = requiredBy(rivalSentence, rival)
  const own = union(namedBy(sentence.statement, stated), requiredBy(sentence, stated), sentence.heading.words)
  const others = union(namedBy(rivalSentence.statement, rival), needs, rivalSentence.heading.words)
  if (![...others].some((word) => said.has(word))) return true
  // It would have to be named more closely to be meant.
  if (!isSubset(needs, said)) return true
  const needed = rival.number === undefined ? [] : neededTimes(rivalSentence.statement, rival)
  if (needed.some((time) => !claimTimes.some((claimed) => supportsTime(time, claimed)))) return true
  const onlyOwn = [...own].filter((word) => !others.has(word))
  const onlyOthers = [...others].filter((word) => !own.has(word) && said.has(word))
  if (onlyOthers.length === 0) return onlyOwn.some((word) => said.has(word))
  // "Meridian pays rent of $3 million and fees of $1 million": the second number shares what stands before the first.
  const isEarlier = rivalSentence === sentence && rival.place < stated.place
  const sharesNothing = ![...stated.piece.words].some((word) => rival.piece.words.has(word))
  const isWhole = onlyOwn.length > 0 && onlyOwn.every((word) => said.has(word))
  const hasOwnName = stated.piece.names.size > 0 && onlyOthers.some((word) => rival.piece.names.has(word))
  return isEarlier && sharesNothing && isWhole && !hasOwnName
}

/** The words with which a claim names an item. */
const saidAbout = (claim: Statement, item: Item, isOnly: boolean): ReadonlySet<string> =>
  isOnly ? claim.words : union(namedBy(claim, item), ...leadOf(claim, item.place).map(({ words }) => words))

const statesItem = (
  claim: Statement,
  claimed: Item,
  isOnly: boolean,
  [stated, sentence]: readonly [Item, Sentence],
  all: readonly Sentence[],
): boolean => {
  if (!isSameItem(claimed, stated)) return false
  const part = stated.piece.startsWhole ? sentence.statement.pieces[stated.place - 1]?.numbers[0] : undefined
  if (part !== undefined && !itemsOf(claim).some(({ number }) => number !== undefined && isSameNumber(number, part)))
    return false
  const said = saidAbout(claim, claimed, isOnly)
  const { statement } = sentence
  const claimTimes = timesOf(claim, claimed)
  if (claimed.number !== undefined) {
    const statedTimes = [
      ...timesOf(statement, stated),
      ...endsAfter(statement, stated),
      ...sentence.heading.pieces.flatMap(({ times }) => times),
    ]
    if (!claimTimes.every((time) => statedTimes.some((other) => supportsTime(other, time)))) return false
    const needed = neededTimes(statement, stated)
    if (!needed.every((time) => claimTimes.some((other) => supportsTime(time, other)))) return false
  }
  // Words that narrow must be the same on both sides, wherever the claim puts them.
  const required = requiredBy(sentence, stated)
  if (!isSubset(required, claim.words)) return false
  const narrowed = isOnly
    ? claim.narrowing
    : union(claimed.piece.narrowing, ...leadOf(claim, claimed.place).map((piece) => piece.narrowing))
  const mayNarrow = union(
    required,
    sentence.heading.narrowing,
    sentence.before?.narrowing ?? new Set(),
    ...statement.pieces.slice(0, stated.place + 1).map((piece) => piece.narrowing),
  )
  if (!isSubset(narrowed, mayNarrow)) return false
  const own = namedBy(statement, stated)
  const covered = [...own].filter((word) => claim.words.has(word)).length
  if (own.size > 0 && (covered === 0 || covered / own.size < minCovered)) return false
  if (own.size > 0 && ![...own].some((word) => said.has(word))) return false
  if (own.size === 0 && claim.words.size === 0) return false
  return all.every((other) =>
    itemsOf(other.statement)
      .filter((item) => isRival(stated, item))
      .every((rival) => isMeantOver(said, claimTimes, [stated, sentence], [rival, other])),
  )
}

const keepsOrder = (part: readonly string[], whole: readonly string[]): boolean => {
  let at = 0
  for (const word of part) {
    const found = whole.indexOf(word, at)
    if (found === -1) return false
    at = found + 1
  }
  return true
}

const minWords = 2
const parties = new Set([
  'seller',
  'buyer',
  'lender',
  'borrower',
  'tenant',
  'landlord',
  'sponsor',
  'guarantor',
  'customer',
  'supplier',
])

/** Who does what to whom depends on the order: "the buyer pays the seller". Where no number is stated, all words do. */
const keepsRoles = (claim: Statement, sentence: Sentence, hasNumber: boolean): boolean => {
  const { heading, before, statement } = sentence
  const isRole = (word: string): boolean => claim.names.has(word) || parties.has(word)
  const roles = claim.order.filter(isRole)
  const others = hasNumber ? [] : claim.order.filter((word) => !isRole(word))
  const whole = [...heading.order, ...(before?.order ?? []), ...statement.order]
  return keepsOrder(roles, whole) && keepsOrder(others, whole)
}

/** Whether a sentence of a source states the whole claim. `all` are the sentences that it could be confused with. */
export const isSupported = (claim: Statement, sentence: Sentence, all: readonly Sentence[]): boolean => {
  const { statement, heading, before } = sentence
  if (!isSubset(claim.words, union(statement.words, heading.words, before?.words ?? new Set()))) return false
  const items = itemsOf(claim)
  const claimTimes = claim.pieces.flatMap(({ times }) => times)
  const times = [statement, heading].flatMap(({ pieces }) => pieces.flatMap((piece) => piece.times))
  if (!claimTimes.every((time) => times.some((other) => supportsTime(other, time)))) return false
  const anchored = items.filter(({ number, piece }) => number !== undefined || !piece.isTimeOnly)
  if (anchored.length === 0)
    return (
      claim.words.size >= minWords &&
      isSame(claim.narrowing, statement.narrowing) &&
      isSubset(statement.names, claim.words) &&
      keepsRoles(claim, sentence, false)
    )
  if (
    !keepsRoles(
      claim,
      sentence,
      anchored.some(({ number }) => number !== undefined),
    )
  )
    return false
  const stated = itemsOf(statement)
  return anchored.every((item) =>
    stated.some((other) => statesItem(claim, item, anchored.length === 1, [other, sentence], all)),
  )
}
