import { DomainError } from '../../../domain-error.ts'
import { type Clock, later } from '../../../platform/clock.ts'
import type { DealChanges } from '../../audit-trail/index.ts'
import type { DocumentRow, Documents } from '../../documents/index.ts'
import type { Evidence, StoredPassage } from '../../evidence/index.ts'
import type { ReanchoringThread } from '../../memo/index.ts'
import type { Following, FollowingsStore, FormerComment, MovedComment } from './followings.store.ts'
import {
  anchorsIn,
  joinPassages,
  type PassageComment,
  placePassages,
  placeUnchanged,
  unchangedPassages,
  withoutPassages,
} from './place-passages.ts'

interface Deps {
  store: Pick<FollowingsStore, 'take' | 'page' | 'move' | 'advance'>
  documents: Pick<Documents, 'find' | 'findMovedCells'>
  evidence: Pick<Evidence, 'passagesFrom'>
  thread: Pick<ReanchoringThread, 'plan'>
  changes: Pick<DealChanges, 'changeAsService'>
  onError(error: unknown): void
  now: Clock
}

/** Longer than one page can take, including the wait for a thread. */
const leaseMs = 15 * 60_000
/** A workbook is read once per page, so that pages are large; one is written in a single statement. */
const commentsPerPage = 2_000
const passagesPerPage = 500
const longTexts = 1_000_000
const fewerPerPlan = 200

/** Another node has taken over, or the work was demanded again: what was found is not written. */
class TakenOver extends Error {
  override readonly name = 'TakenOver'
}

type Placed = Pick<MovedComment, 'documentAnchor'> & { status: 'anchored' | 'moved' }

const isCell = ({ documentAnchor: { kind } }: FormerComment): boolean => kind === 'cell'

const passagesAmong = (comments: readonly FormerComment[]): PassageComment[] =>
  comments.flatMap(({ id, anchorStatus, documentAnchor }) =>
    documentAnchor.kind === 'passage' ? [{ id, anchorStatus, documentAnchor }] : [],
  )

/**
 * Finds the open comments on a document again in its new version, in the background. Every node looks for due work; a
 * lease keeps two nodes from doing the same, and interrupted work continues with the next page of comments.
 */
export const createFollowComments = ({ store, documents, evidence, thread, changes, onError, now }: Deps) => {
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()

  async function* passagesOf(dealId: string, documentId: string): AsyncIterable<StoredPassage[]> {
    for (let from = 0; ; ) {
      const some = await evidence.passagesFrom({ dealId, documentId }, from, passagesPerPage)
      yield some
      if (some.length < passagesPerPage) return
      from = (some.at(-1)?.position ?? from) + 1
    }
  }

  const placeCells = async (document: DocumentRow, comments: readonly FormerComment[]): Promise<[string, Placed][]> => {
    const cells = comments.flatMap(({ id, documentAnchor: at }) => (at.kind === 'cell' ? [{ id, at }] : []))
    if (cells.length === 0) return []
    const wanted = cells.map(({ at: { sheet, cell, labels, text } }) => ({ sheet, cell, labels, text }))
    const found = await documents.findMovedCells(document, wanted, closing.signal)
    return cells.flatMap(({ id, at }, place): [string, Placed][] => {
      const there = found[place]
      if (there === undefined) return []
      const isSame = there.sheet === at.sheet && there.cell === at.cell
      return [[id, { status: isSame ? 'anchored' : 'moved', documentAnchor: { ...at, ...there } }]]
    })
  }

  const createPlacePassages = ({ dealId, documentId, formerId }: Following) => {
    const read = async () => {
      const before = await joinPassages(passagesOf(dealId, formerId))
      const after = await joinPassages(passagesOf(dealId, documentId))
      const unchanged = await unchangedPassages(before, after)
      return {
        after,
        unchanged,
        changed: withoutPassages(before, new Set(unchanged.keys())),
        added: withoutPassages(after, new Set(unchanged.values())),
      }
    }
    let versions: ReturnType<typeof read> | undefined

    return async (comments: readonly FormerComment[]): Promise<[string, Placed][]> => {
      const onPassages = passagesAmong(comments)
      if (onPassages.length === 0) return []
      versions ??= read()
      const { after, unchanged, changed, added } = await versions
      const placed: [string, Placed][] = []
      const rest: PassageComment[] = []
      for (const comment of onPassages) {
        const there = placeUnchanged(after, comment, unchanged)
        if (there === undefined) rest.push(comment)
        else placed.push([comment.id, there])
      }
      // The steps of one search are limited: the longer the texts, the fewer comments share them.
      const perPlan = changed.text.length + added.text.length > longTexts ? fewerPerPlan : commentsPerPage
      for (let from = 0; from < rest.length; from += perPlan) {
        closing.signal.throwIfAborted()
        const some = rest.slice(from, from + perPlan)
        const anchors = anchorsIn(changed, some)
        const plan = await thread.plan({ anchors, before: changed.text, text: added.text })
        for (const [place, there] of placePassages(added, anchors, some, plan).entries()) {
          const id = some[place]?.id
          if (there !== undefined && id !== undefined) placed.push([id, there])
        }
      }
      return placed
    }
  }

  const movesOf = (
    { documentId, formerId }: Following,
    page: readonly FormerComment[],
    placed: ReadonlyMap<string, Placed>,
  ): MovedComment[] =>
    page.flatMap(({ id, documentAnchor, anchorStatus }): MovedComment[] => {
      const there = placed.get(id)
      if (there !== undefined) return [{ id, documentId, ...there }]
      return anchorStatus === 'orphaned' ? [] : [{ id, documentId: formerId, documentAnchor, status: 'orphaned' }]
    })

  /** Writes a page, and records the whole after the last one. */
  const write = (following: Following, page: readonly FormerComment[], moves: readonly MovedComment[]) =>
    changes.changeAsService(following.dealId, async (deal) => {
      const count = (wanted: MovedComment['status']): number => moves.filter(({ status }) => status === wanted).length
      const last = page.at(-1)
      const isLast = page.length < commentsPerPage
      const next: Following = {
        ...following,
        afterTime: last?.createdAt ?? following.afterTime,
        afterId: last?.id ?? following.afterId,
        anchored: following.anchored + count('anchored'),
        moved: following.moved + count('moved'),
        orphaned: following.orphaned + count('orphaned'),
      }
      await store.move(following, moves, deal.at)
      const until = isLast ? null : later(now(), leaseMs)
      const advanced = await store.advance(following, until, next)
      if (advanced === undefined) throw new TakenOver()
      const { anchored, moved, orphaned, documentId, formerId } = next
      if (isLast && anchored + moved + orphaned > 0)
        deal.record('comment.followed', {
          document_id: documentId,
          former_document_id: formerId,
          anchored,
          moved,
          orphaned,
        })
      return isLast ? undefined : advanced
    })

  const followAll = async (taken: Following): Promise<void> => {
    const document = await documents.find(taken.dealId, taken.documentId)
    const placePassagesOf = createPlacePassages(taken)
    let following: Following | undefined = taken
    while (following !== undefined) {
      closing.signal.throwIfAborted()
      const page = await store.page(following, commentsPerPage)
      const placed = new Map([...(await placeCells(document, page.filter(isCell))), ...(await placePassagesOf(page))])
      following = await write(following, page, movesOf(following, page, placed))
    }
  }

  const follow = async (following: Following): Promise<void> => {
    try {
      await followAll(following)
    } catch (error) {
      if (closing.signal.aborted || error instanceof TakenOver) return
      // A decided deal keeps its comments where they are; one that is gone, or a document that is, has none.
      if (error instanceof DomainError) await store.advance(following, null, following)
      else onError(error)
    }
  }

  const followDue = async (isAlone: boolean): Promise<void> => {
    // Alone, what is leased was interrupted with the process that leased it.
    let from = isAlone ? later(now(), leaseMs) : now()
    for (;;) {
      if (closing.signal.aborted) return
      const following = await store.take(from, later(now(), leaseMs))
      if (following === undefined) return
      await follow(following)
      from = now()
    }
  }

  return {
    resume: ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (!closing.signal.aborted) round = followDue(isAlone)
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
