import { type Section, sectionHistory, writeSection } from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatPerson } from '../../../ui/format-person.ts'
import { Note } from '../../../ui/note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { applySection } from '../live/apply-deal-event.ts'
import { lineDiff } from './editing/line-diff.ts'
import styles from './section-history.module.css'

interface SectionHistoryProps {
  section: Section
  canEdit: boolean
  onClose: () => void
}

/** All versions of a section. Restoring one saves it as a new version, so that nothing is lost. */
export const SectionHistory = ({ section, canEdit, onClose }: SectionHistoryProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [open, setOpen] = useState<number>()
  const params = { deal_id: dealId, section_key: section.section_key }
  const history = useInfiniteQuery({
    queryKey: [...dealKey(dealId), 'section-history', section.section_key, section.version],
    queryFn: ({ pageParam, signal }) =>
      session.client.call(sectionHistory, {
        params,
        query: { limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const restore = useMutation({
    mutationFn: ({ title, content }: { title: string; content: string }) =>
      session.client.call(writeSection, { params, body: { title, content }, ifMatch: section.version }),
    onSuccess: (written) => {
      applySection(queries, dealId, written)
      onClose()
    },
  })
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Dialog title={memoMessages.versionsOf({ title: section.title })} onClose={onClose}>
      {history.isError && <Note tone="red">{sentenceFor(history.error)}</Note>}
      {restore.isError && <Note tone="red">{sentenceFor(restore.error)}</Note>}
      <ol className={styles.versions}>
        {versions.map(({ version, title, content, updated_by_name, updated_by_email_verified, updated_at }, index) => (
          <li key={version}>
            <div className="flex flex-wrap items-center gap-2">
              <button
                type="button"
                className="btn ghost"
                aria-expanded={open === version}
                onClick={() => setOpen(open === version ? undefined : version)}
              >
                {memoMessages.version({ version })}
              </button>
              <span className="flex-1 text-small text-fg-3">
                {memoMessages.writtenBy.rich({
                  author: formatPerson(updated_by_name ?? memoMessages.author(), updated_by_email_verified),
                  time: <RelativeTime at={updated_at} />,
                })}
              </span>
              {version === section.version && <span className="chip">{memoMessages.current()}</span>}
              {canEdit && version !== section.version && (
                <Button busy={restore.isPending} onClick={() => restore.mutate({ title, content })}>
                  {memoMessages.restoreVersion({ version })}
                </Button>
              )}
            </div>
            {open === version && (
              <div className={styles.versionText}>
                {lineDiff(versions[index + 1]?.content ?? content, content).map((line, number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone.
                  <p key={number} data-change={line.change}>
                    {line.text || '\u00a0'}
                  </p>
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex justify-end gap-2">
        {history.hasNextPage && (
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {memoMessages.olderVersions()}
          </Button>
        )}
        <Button onClick={onClose}>{commonMessages.close()}</Button>
      </div>
    </Dialog>
  )
}
