import { type DealOrder, type DealSort, dealStages, defaultOrder } from '@deal-canvas/contract'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'

/** Something that deals can be sorted by. A sort is added here, to `dealSorts` of the contract, and as an index. */
export interface SortEntry {
  /** The table whose index has the order: the deal `d`, or its headlines `h`. */
  table: 'd' | 'h'
  /** SQL over that table; the index has the organization, this key and the deal. */
  key: string
  type: 'timestamptz' | 'text' | 'float8' | 'int'
  /** Whether each deal has the key; the others come last. */
  isAlwaysThere: boolean
  index: string
}

/** The activity of a deal; must match the index. */
const activity = 'coalesce(d.last_activity_at, d.created_at)'
/** The place of a stage in their order; must match the index. */
export const stageRank = `array_position(ARRAY[${dealStages.map((stage) => `'${stage}'`).join(', ')}], d.stage)`
export const typeKey = 'h.deal_type COLLATE "C"'

export const dealSortEntries: Readonly<Record<DealSort, SortEntry>> = {
  activity: { table: 'd', key: activity, type: 'timestamptz', isAlwaysThere: true, index: 'deals_org' },
  name: { table: 'd', key: 'lower(d.name) COLLATE "C"', type: 'text', isAlwaysThere: true, index: 'deals_org_name' },
  ic_date: {
    table: 'd',
    key: 'd.ic_date COLLATE "C"',
    type: 'text',
    isAlwaysThere: false,
    index: 'deals_org_ic_date',
  },
  stage: { table: 'd', key: stageRank, type: 'int', isAlwaysThere: false, index: 'deals_org_stage' },
  size: { table: 'h', key: 'h.size', type: 'float8', isAlwaysThere: false, index: 'deal_headlines_size' },
  return: { table: 'h', key: 'h.return_pct', type: 'float8', isAlwaysThere: false, index: 'deal_headlines_return' },
  type: { table: 'h', key: typeKey, type: 'text', isAlwaysThere: false, index: 'deal_headlines_type' },
}

export type SortValue = string | number | null

/** The order of a list, and the row after which a page begins. */
export interface Sorting {
  sort: DealSort
  order: DealOrder
  after: { value: SortValue; id: string } | undefined
}

const wrong = (cursor: string): InvalidInput =>
  new InvalidInput({ at: ['query', 'cursor'], reason: requestMessages.cursorInvalid(), input: cursor })

const cursorBounds = { maxBytes: 4_096, maxDepth: 1 }
/** PostgreSQL has no year 0. */
const instantForm = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const unstorable = /[\0\p{Surrogate}]/u

const fits = (value: unknown, { type, isAlwaysThere }: SortEntry): value is SortValue => {
  if (value === null) return !isAlwaysThere
  if (type === 'timestamptz')
    return typeof value === 'string' && instantForm.test(value) && !Number.isNaN(Date.parse(value))
  if (type === 'text') return typeof value === 'string' && !unstorable.test(value)
  if (type === 'int') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  return typeof value === 'number' && Number.isFinite(value)
}

const isDefault = ({ sort, order }: Pick<Sorting, 'sort' | 'order'>): boolean =>
  sort === 'activity' && order === defaultOrder.activity

/** Marks the end of a page. The default order has the cursors of all other lists: those that were given out stay valid. */
export const writeSortCursor = (
  sorting: Pick<Sorting, 'sort' | 'order'>,
  { value, id }: { value: SortValue; id: string },
): string => {
  const key = isDefault(sorting) ? [value, id] : [`${sorting.sort} ${sorting.order}`, value, id]
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/**
 * Parses a cursor of the same sort. One that the service did not issue for it fails validation instead of causing an
 * error of the database, or a page of another order.
 */
export const readSortCursor = (
  cursor: string | undefined,
  { sort, order }: Pick<Sorting, 'sort' | 'order'>,
  isKey: (id: string) => boolean,
): Sorting['after'] => {
  if (cursor === undefined) return undefined
  const read = readBoundedJson(Buffer.from(cursor, 'base64url').toString('utf8'), cursorBounds)
  const parts: unknown[] = read.ok && Array.isArray(read.value) ? read.value : []
  const [name, value, id] = isDefault({ sort, order }) ? [`${sort} ${order}`, ...parts] : parts
  if (name !== `${sort} ${order}` || typeof id !== 'string' || !isKey(id) || !fits(value, dealSortEntries[sort]))
    throw wrong(cursor)
  return { value, id }
}
