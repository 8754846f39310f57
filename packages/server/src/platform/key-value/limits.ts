import { type DealStateKind, dealStateKinds, maxDealIdLength } from '@deal-canvas/contract'
import type { Counts, Key } from './key-value.ts'

export const maxValueBytes = 512 * 1024
const maxIdLength = 200
const maxPage = 1000
const maxDeals = 1000

/** Stores disagree about U+0000, and UTF-8 maps all lone surrogates to one character: two keys must not collide. */
const unfit = /[\0\p{Surrogate}]/u

const checkText = (what: string, text: string, max: number): void => {
  const length = [...text].length
  if (length < 1 || length > max) throw new RangeError(`${what} has 1 to ${max} characters, not ${length}`)
  if (unfit.test(text)) throw new TypeError(`${what} must be well-formed text without U+0000`)
}

export const checkDealId = (dealId: string): void => checkText('A deal id', dealId, maxDealIdLength)

export const checkDealIds = (dealIds: readonly string[]): void => {
  if (dealIds.length > maxDeals) throw new RangeError(`At most ${maxDeals} deals at once, not ${dealIds.length}`)
  dealIds.forEach(checkDealId)
}

export const checkHolder = (holder: string): void => checkText('A holder', holder, maxIdLength)

export const isKind = (kind: string): kind is DealStateKind => (dealStateKinds as readonly string[]).includes(kind)

export const checkKind = (kind: string): void => {
  if (!isKind(kind)) throw new TypeError(`There is no state of the kind ${kind}`)
}

export const checkEntryName = (kind: string, id: string): void => {
  checkKind(kind)
  checkText('An id', id, maxIdLength)
}

export const checkKey = ({ dealId, kind, id }: Key): void => {
  checkDealId(dealId)
  checkEntryName(kind, id)
}

export const checkTtl = (ttlMs: number): void => {
  if (!Number.isSafeInteger(ttlMs) || ttlMs < 1)
    throw new RangeError('A lifetime is a whole number of milliseconds, at least 1')
}

export const checkPage = ({ limit }: { limit: number }): void => {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage)
    throw new RangeError(`A page has 1 to ${maxPage} entries`)
}

export const encodeValue = (value: unknown): string => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError('A value must be a JSON value')
  const bytes = Buffer.byteLength(text)
  if (bytes > maxValueBytes) throw new RangeError(`A value has at most ${maxValueBytes} bytes, not ${bytes}`)
  return text
}

export const noCounts = (): Counts => {
  const counts = dealStateKinds.map((kind): [DealStateKind, number] => [kind, 0])
  return Object.fromEntries(counts) as Counts
}
