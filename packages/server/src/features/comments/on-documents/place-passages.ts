import { setImmediate as otherWork } from 'node:timers/promises'
import type { DocumentAnchor } from '../../../platform/database/tables/comments.ts'
import type { StoredPassage } from '../../evidence/index.ts'
import type { AnchorChange, StoredAnchor } from '../../memo/index.ts'
import type { CommentRow } from '../threads/thread.ts'
import { singleSpaced } from './single-spaced.ts'

/** Passages of a document as one text, where in it each begins, and their positions in the document. */
export interface PassageText {
  text: string
  starts: number[]
  positions: number[]
  pages: (number | null)[]
}

type PassageAnchor = Extract<DocumentAnchor, { kind: 'passage' }>

/** A comment on a passage. */
export interface PassageComment {
  id: string
  anchorStatus: CommentRow['anchorStatus']
  documentAnchor: PassageAnchor
}

/** A passage in the new version of its document; undefined if it was not found. */
export type PlacedPassage = { status: 'anchored' | 'moved'; documentAnchor: PassageAnchor } | undefined

/** Yields between batches: a document can have megabytes of text. */
const perBatch = 100

export const joinPassages = async (passages: AsyncIterable<readonly StoredPassage[]>): Promise<PassageText> => {
  const texts: string[] = []
  const starts: number[] = []
  const positions: number[] = []
  const pages: (number | null)[] = []
  let length = 0
  for await (const some of passages) {
    for (const { position, content, page } of some) {
      const text = singleSpaced(content)
      if (texts.length % perBatch === perBatch - 1) await otherWork()
      texts.push(text)
      starts.push(length)
      positions.push(position)
      pages.push(page)
      length += text.length + 1
    }
  }
  return { text: texts.join(' '), starts, positions, pages }
}

const passageIn = ({ text, starts }: PassageText, index: number): string => {
  const start = starts[index]
  if (start === undefined) return ''
  const next = starts[index + 1]
  return text.slice(start, next === undefined ? text.length : next - 1)
}

/** Where each text occurs; -1 if more than once. */
const indexesOf = async (passages: PassageText): Promise<Map<string, number>> => {
  const indexes = new Map<string, number>()
  for (const index of passages.starts.keys()) {
    if (index % perBatch === perBatch - 1) await otherWork()
    const text = passageIn(passages, index)
    indexes.set(text, indexes.has(text) ? -1 : index)
  }
  return indexes
}

/** Which passages are where in the new version: those that both contain once, word for word. */
export const unchangedPassages = async (
  before: PassageText,
  after: PassageText,
): Promise<ReadonlyMap<number, number>> => {
  const now = await indexesOf(after)
  const unchanged = new Map<number, number>()
  for (const [text, index] of await indexesOf(before)) {
    const there = now.get(text) ?? -1
    if (index !== -1 && there !== -1 && text !== '') unchanged.set(index, there)
  }
  return unchanged
}

/** The passages that are not among the given ones: what changed is looked for in what is new. */
export const withoutPassages = (passages: PassageText, left: ReadonlySet<number>): PassageText => {
  const kept = [...passages.starts.keys()].filter((index) => !left.has(index))
  const texts = kept.map((index) => passageIn(passages, index))
  let length = 0
  const starts = texts.map((text) => {
    const start = length
    length += text.length + 1
    return start
  })
  return {
    text: texts.join(' '),
    starts,
    positions: kept.map((index) => passages.positions[index] ?? 0),
    pages: kept.map((index) => passages.pages[index] ?? null),
  }
}

/** Places a comment whose whole passage is unchanged; undefined if it is not. */
export const placeUnchanged = (
  after: PassageText,
  { documentAnchor: former }: PassageComment,
  unchanged: ReadonlyMap<number, number>,
): PlacedPassage => {
  // The positions of a whole document are those of its passages.
  const index = unchanged.get(former.position)
  if (index === undefined) return undefined
  const page = after.pages[index] ?? null
  const isWordForWord = passageIn(after, index).startsWith(singleSpaced(former.quote), former.start)
  const status = isWordForWord && page === former.page ? 'anchored' : 'moved'
  return { status, documentAnchor: { ...former, position: after.positions[index] ?? index, page } }
}

const contextLength = 64

/** The anchors of comments in the text of their document. */
export const anchorsIn = (
  { text, starts, positions }: PassageText,
  comments: readonly PassageComment[],
): StoredAnchor[] => {
  const startOf = new Map(positions.map((position, index) => [position, starts[index]]))
  return comments.map(({ id, anchorStatus, documentAnchor: { position, start, quote: said } }) => {
    const quote = singleSpaced(said)
    const first = startOf.get(position)
    const status = anchorStatus === 'none' ? 'anchored' : anchorStatus
    if (first === undefined) return { id, quote, prefix: null, suffix: null, position: null, status }
    const at = first + start
    const end = at + quote.length
    return {
      id,
      quote,
      prefix: text.slice(Math.max(0, at - contextLength), at),
      suffix: text.slice(end, end + contextLength),
      position: at,
      status,
    }
  })
}

const passageAt = (starts: readonly number[], position: number): number => {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/**
 * Places passages in the new version. `changes` has the anchors whose place in the text, status or context differs.
 * Found word for word on its page it is `anchored`, on another page or in other words `moved`.
 */
export const placePassages = (
  { starts, positions, pages }: PassageText,
  anchors: readonly StoredAnchor[],
  comments: readonly PassageComment[],
  changes: readonly AnchorChange[],
): PlacedPassage[] => {
  const changed = new Map(changes.map((change) => [change.id, change]))
  return anchors.map((anchor, place) => {
    const { status, position: at } = changed.get(anchor.id) ?? anchor
    const former = comments[place]?.documentAnchor
    if (status === 'orphaned' || at === null || former === undefined || starts.length === 0) return undefined
    const index = passageAt(starts, at)
    const page = pages[index] ?? null
    const position = positions[index] ?? index
    const documentAnchor = { ...former, position, start: at - (starts[index] ?? 0), page }
    return { status: status === 'anchored' && page === former.page ? 'anchored' : 'moved', documentAnchor }
  })
}
