import type { Comment } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useSingleKey } from '../../../../app/use-single-key.ts'
import { sinceQuery, useCanvas, useDealId } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useMe } from '../../../../session/me.ts'
import { useServices } from '../../../../session/services.ts'
import { useObservable } from '../../../../ui/observable.ts'
import { useAttention } from '../../attention.ts'
import { isDetached } from './detached.ts'
import { Thread } from './thread.tsx'
import styles from './thread-list.module.css'

/** Whether another user wrote a comment after the user's last visit. On the first visit nothing is marked as new. */
const useIsNew = (): ((comment: Comment) => boolean) => {
  const me = useMe()
  const seenAt = useQuery(sinceQuery(useServices().session.client, useDealId())).data?.seen_at ?? undefined
  return ({ author_id, created_at, status }) =>
    seenAt !== undefined && status === 'open' && author_id !== me.id && created_at > seenAt
}

interface ThreadListProps {
  label: string
  threads: readonly Comment[]
  /** Whether the list contains threads of several sections. */
  isMixed: boolean
  onResolved: (comment: Comment) => void
  /** Called when the end of the loaded threads becomes visible. */
  onEnd: () => void
}

const usualHeight = 132

/** The height as reported by the ResizeObserver after layout. Measuring directly would force a synchronous layout. */
const heightOf = (
  element: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Element>,
) => entry?.borderBoxSize[0]?.blockSize ?? list.measurementsCache[list.indexFromElement(element)]?.size ?? usualHeight

/** A virtualized list: renders only the visible threads, so that thousands scroll smoothly. */
export const ThreadList = ({ label, threads, isMixed, onResolved, onEnd }: ThreadListProps) => {
  const { sections } = useCanvas()
  const { thread: chosen } = useAttention()
  const activeId = useObservable(chosen)
  const isNew = useIsNew()
  const scroller = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef<string>(undefined)
  const virtual = useVirtualizer({
    count: threads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    measureElement: heightOf,
    getItemKey: (index) => threads[index]?.comment_id ?? index,
    gap: 8,
    paddingStart: 10,
    paddingEnd: 10,
    overscan: 4,
    useFlushSync: false,
  })
  const activeIndex = threads.findIndex(({ comment_id }) => comment_id === activeId)
  const lastShown = virtual.getVirtualItems().at(-1)?.index ?? -1

  const isListed = activeIndex !== -1
  const showChosen = useEffectEvent(() => virtual.scrollToIndex(activeIndex, { align: 'auto' }))
  // Scrolls once per choice, as soon as the thread is in the list, because it may still be loading. Threads added above
  // do not scroll the list.
  useLayoutEffect(() => {
    if (activeId !== undefined && isListed) showChosen()
  }, [activeId, isListed])

  useEffect(() => {
    const want = () => {
      wantsFocus.current = chosen.get()
    }
    want()
    return chosen.subscribe(want)
  }, [chosen])

  useEffect(() => {
    if (lastShown >= threads.length - 3) onEnd()
  }, [lastShown, threads.length, onEnd])

  const step = (by: number): void => {
    const next = threads[activeIndex === -1 ? 0 : Math.max(0, Math.min(threads.length - 1, activeIndex + by))]
    if (next !== undefined) chosen.set(next.comment_id)
  }
  useSingleKey('j', () => step(1))
  useSingleKey('k', () => step(-1))

  const takesFocus = useCallback((id: string): boolean => {
    if (wantsFocus.current !== id) return false
    wantsFocus.current = undefined
    return true
  }, [])
  const choose = useCallback((id: string) => chosen.set(id), [chosen])
  const titleOf = (key: string | null) =>
    key === null
      ? commentMessages.wholeDeal()
      : (sections.find(({ section_key }) => section_key === key)?.title ?? commentMessages.removedSection())

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
    <section ref={scroller} className={styles.threads} aria-label={label} tabIndex={0}>
      <ol style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const comment = threads[index]
          if (comment === undefined) return null
          return (
            <li
              className={styles.row}
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={threads.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Thread
                comment={comment}
                isActive={comment.comment_id === activeId}
                isNew={isNew(comment)}
                isDetached={isDetached(comment, sections)}
                sectionTitle={isMixed ? titleOf(comment.section_key) : undefined}
                onChoose={choose}
                onResolved={onResolved}
                takesFocus={takesFocus}
              />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
