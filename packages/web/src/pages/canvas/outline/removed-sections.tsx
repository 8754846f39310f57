import { type RemovedSection, removedSections, restoreSection } from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { canvasQuery, dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { memoSectionMessages as messages } from '../../../messages/memo-sections.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { formatPerson } from '../../../ui/format-person.ts'
import { Note } from '../../../ui/note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import styles from './arrange-dialog.module.css'

const formatOpen = ({ open_comments: comments, open_blockers: blockers }: RemovedSection): string =>
  [
    ...(comments > 0 ? [messages.openComments({ count: comments })] : []),
    ...(blockers > 0 ? [messages.openBlockers({ count: blockers })] : []),
  ].join(', ')

/** The sections that were removed from the memo, each to be restored. */
export const RemovedSections = ({ onRestored }: { onRestored: (title: string) => void }) => {
  const { session, queries } = useServices()
  const { client } = session
  const dealId = useDealId()
  const listKey = [...dealKey(dealId), 'removed-sections']
  const list = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      client.call(removedSections, {
        params: { deal_id: dealId },
        query: pageParam === null ? { limit: 20 } : { limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const restore = useMutation({
    mutationFn: ({ section_key: key }: RemovedSection) =>
      client.call(restoreSection, { params: { deal_id: dealId, section_key: key } }),
    onSuccess: async ({ title }) => {
      onRestored(title)
      await Promise.all([
        queries.invalidateQueries({ queryKey: canvasQuery(client, dealId).queryKey }),
        queries.invalidateQueries({ queryKey: listKey }),
      ])
    },
  })
  const sections = list.data?.pages.flatMap((page) => page.sections) ?? []
  const error = list.error ?? restore.error
  if (sections.length === 0 && error === null) return null
  return (
    <section aria-labelledby="removed-sections">
      <h3 id="removed-sections" className={styles.heading}>
        {messages.removedSections()}
      </h3>
      <ul className={styles.rows}>
        {sections.map((section) => (
          <li key={section.section_key} className={styles.row}>
            <span className={styles.title}>
              {section.title}
              <span className={styles.note}>
                {messages.removedBy.rich({
                  version: section.version,
                  name: formatPerson(section.removed_by_name, section.removed_by_email_verified),
                  time: <RelativeTime at={section.removed_at} />,
                })}
              </span>
              <span className={styles.note}>{formatOpen(section)}</span>
            </span>
            <Button
              aria-label={messages.restore({ title: section.title })}
              busy={restore.isPending && restore.variables === section}
              onClick={() => restore.mutate(section)}
            >
              {messages.restoreShort()}
            </Button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.more()}
        </Button>
      )}
      {error !== null && (
        <Note tone="red" act={<Button onClick={() => void list.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
    </section>
  )
}
