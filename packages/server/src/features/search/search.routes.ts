import { maxDealIdLength, type SearchKind, search, searchKinds } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'
import type { Search } from './search.service.ts'
import type { After } from './search.store.ts'

export const searchRoutes = ({ finder }: { finder: Search }): Route[] => [
  handle(search, async ({ actor, query: { q, kinds, deal_id: dealId, per_kind: perKind, limit = 20, cursor } }) => {
    const { hits, counts, isComplete, last } = await finder.search(actor, {
      q,
      kinds: readKinds(kinds),
      dealId,
      perKind,
      limit,
      after: readAfter(cursor),
    })
    return {
      hits,
      counts,
      complete: isComplete,
      next_cursor: last === undefined ? null : writeAfter(last),
      has_more: last !== undefined,
    }
  }),
]

const isKind = (word: unknown): word is SearchKind => searchKinds.some((kind) => kind === word)

const readKinds = (given: string | undefined): readonly SearchKind[] => {
  if (given === undefined) return searchKinds
  const words = given.split(',').map((word) => word.trim())
  const kinds = words.filter(isKind)
  if (kinds.length < words.length)
    throw new InvalidInput({
      at: ['query', 'kinds'],
      reason: requestMessages.searchKindUnknown({ kinds: searchKinds.join(', ') }),
      input: given,
    })
  return kinds
}

const cursorBounds = { maxBytes: 4_096, maxDepth: 1 }

/** PostgreSQL has no year 0. */
const instantForm = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const isStorable = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 2 * maxDealIdLength && !/[\0\p{Surrogate}]/u.test(text)

const writeAfter = ({ kind, at, dealId, ref }: After): string =>
  Buffer.from(JSON.stringify([kind, at.toISOString(), dealId, ref])).toString('base64url')

/** A cursor that the service did not issue fails validation instead of causing a database error. */
const readAfter = (cursor: string | undefined): After | undefined => {
  if (cursor === undefined) return undefined
  const read = readBoundedJson(Buffer.from(cursor, 'base64url').toString('utf8'), cursorBounds)
  const [kind, at, dealId, ref]: unknown[] = read.ok && Array.isArray(read.value) ? read.value : []
  const isTime = typeof at === 'string' && instantForm.test(at) && !Number.isNaN(Date.parse(at))
  if (!isKind(kind) || !isTime || !isStorable(dealId) || !isStorable(ref))
    throw new InvalidInput({ at: ['query', 'cursor'], reason: requestMessages.cursorInvalid(), input: cursor })
  return { kind, at: new Date(at), dealId, ref }
}
