import { type Comment, showComment } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { commentKey } from '../../../features/comments/cache/comment-lists.ts'
import { useCommentPermissions } from '../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../messages/comments.ts'
import { commonMessages } from '../../../messages/common.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAttention } from '../attention.ts'
import styles from './comments-rail.module.css'
import { Composer } from './composer/composer.tsx'
import { useDraft } from './composer/use-draft.ts'
import railHeadStyles from './rail-head.module.css'
import { RailHead } from './rail-head.tsx'
import { DetachedTray } from './thread/detached-tray.tsx'
import { ResolvedNote } from './thread/resolved-note.tsx'
import { type Choice, firstChoice, useShownThreads } from './thread/shown-threads.ts'
import { ThreadList } from './thread/thread-list.tsx'

/** The chosen thread if it is not in the current list. */
const useChosenElsewhere = (threads: readonly Comment[], isPending: boolean) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const id = useObservable(useAttention().thread)
  const isElsewhere = id !== undefined && !isPending && !threads.some(({ comment_id }) => comment_id === id)
  const { data, error } = useQuery({
    queryKey: commentKey(dealId, id ?? ''),
    queryFn: ({ signal }) => client.call(showComment, { params: { deal_id: dealId, comment_id: id ?? '' }, signal }),
    enabled: isElsewhere,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isElsewhere ? { comment: data, error } : { comment: undefined, error: null }
}

/** The threads of the section in view, or of the whole deal. */
export const CommentsRail = () => {
  const attention = useAttention()
  const { sections } = useCanvas()
  const inView = useObservable(attention.section) ?? sections[0]?.section_key
  // While the user scrolls through the memo, many sections pass: load threads only where scrolling stops, and render
  // them with low priority.
  const listed = useDeferredValue(useDebounced(inView, 150))
  const may = useCommentPermissions()
  const { draft, begin } = useDraft()
  const [choice, setChoice] = useState<Choice>(firstChoice)
  const [resolved, setResolved] = useState<Comment>()
  // Searches are rate-limited: send one per word, not one per letter.
  const words = useDebounced(choice.words, 300)
  const { threads, isElsewhere, isPending, error, refetch, more } = useShownThreads({ ...choice, words }, listed)
  const elsewhere = useChosenElsewhere(threads, isPending)
  const shown = useMemo(
    () => (elsewhere.comment === undefined ? threads : [elsewhere.comment, ...threads]),
    [elsewhere.comment, threads],
  )
  const titleOf = (key: string | undefined) => sections.find(({ section_key }) => section_key === key)?.title
  const onEnd = useCallback(() => void more?.(), [more])

  return (
    <aside aria-label={commentMessages.railLabel()} className={styles.rail}>
      {choice.tab === 'detached' ? (
        <header className={railHeadStyles.head}>
          <div className={railHeadStyles.row}>
            <Button look="ghost" onClick={() => setChoice(firstChoice)}>
              {commentMessages.backToAll()}
            </Button>
          </div>
        </header>
      ) : (
        <RailHead
          choice={choice}
          onChoose={setChoice}
          sectionKey={inView}
          onWrite={
            may.comment && inView !== undefined
              ? () => begin({ act: 'comment', sectionKey: inView, passage: undefined })
              : undefined
          }
        />
      )}
      {draft !== undefined && <Composer draft={draft} begin={begin} />}
      {resolved !== undefined && <ResolvedNote comment={resolved} onGone={() => setResolved(undefined)} />}
      {elsewhere.error !== null && (
        <div className="p-2">
          <Note
            tone="amber"
            icon="alert"
            act={<Button onClick={() => attention.thread.set(undefined)}>{commonMessages.close()}</Button>}
          >
            {commentMessages.linkedFailed({ reason: sentenceFor(elsewhere.error) })}
          </Note>
        </div>
      )}
      {error !== null && (
        <div className="p-2">
          <Note tone="red" act={<Button onClick={() => void refetch()}>{commentMessages.loadAgain()}</Button>}>
            {sentenceFor(error)}
          </Note>
        </div>
      )}
      {isPending && error === null && <Skeleton />}
      {!isPending && shown.length === 0 && <Nothing choice={choice} onChoose={setChoice} canComment={may.comment} />}
      {isElsewhere && <NoneInSection title={titleOf(listed)} canComment={may.comment} openElsewhere={threads.length} />}
      {shown.length > 0 && (
        <ThreadList
          label={commentMessages.threadsLabel()}
          threads={shown}
          isMixed={choice.tab !== 'section' || isElsewhere || elsewhere.comment !== undefined}
          onResolved={setResolved}
          onEnd={onEnd}
        />
      )}
      {!may.comment && <p className={styles.why}>{may.why}</p>}
      <DetachedTray isOpen={choice.tab === 'detached'} onOpen={() => setChoice({ ...firstChoice, tab: 'detached' })} />
    </aside>
  )
}

const Skeleton = () => (
  <div className={styles.threadsLoading} role="status" aria-label={commentMessages.loading()}>
    <i />
    <i />
    <i />
  </div>
)

interface NoneInSectionProps {
  title: string | undefined
  canComment: boolean
  openElsewhere: number
}

/** Shown above the comments of other sections. */
const NoneInSection = ({ title, canComment, openElsewhere }: NoneInSectionProps) => {
  const sentences = [
    title === undefined ? commentMessages.noneInThisSection() : commentMessages.noneInSection({ section: title }),
    ...(canComment ? [commentMessages.selectText()] : []),
    commentMessages.openElsewhere({ count: openElsewhere }),
  ]
  return <p className={styles.elsewhere}>{sentences.join(' ')}</p>
}

interface NothingProps {
  choice: Choice
  onChoose: (choice: Choice) => void
  canComment: boolean
}

/** The empty state, with what to do next. */
const Nothing = ({ choice: { tab, status, type, words }, onChoose, canComment }: NothingProps) => {
  const isFiltered = type !== 'any' || words !== '' || status !== 'open'
  if (isFiltered) {
    return (
      <div className={styles.empty}>
        <p className="mb-2">{commentMessages.noneForFilter()}</p>
        <Button onClick={() => onChoose({ ...firstChoice, tab })}>{commentMessages.clearFilter()}</Button>
      </div>
    )
  }
  if (tab === 'mine') return <p className={styles.empty}>{commentMessages.noneForMe()}</p>
  if (tab === 'detached') return <p className={styles.empty}>{commentMessages.noneDetached()}</p>
  const sentences = [commentMessages.noneHere(), ...(canComment ? [commentMessages.selectText()] : [])]
  return <p className={styles.empty}>{sentences.join(' ')}</p>
}
