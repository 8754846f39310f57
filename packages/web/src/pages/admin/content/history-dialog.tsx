import { useInfiniteQuery } from '@tanstack/react-query'
import { adminContentMessages } from '../../../messages/admin-content.ts'
import { commonMessages } from '../../../messages/common.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { Note } from '../../../ui/note.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { historyQuery, type PageContent, type TextEntry } from './content-query.ts'
import { keyWords } from './key-words.ts'
import type { ContentActs } from './use-content-acts.ts'

interface HistoryDialogProps {
  shown: PageContent
  textKey: string
  entry: TextEntry
  restore: ContentActs['restore']
  onClose: () => void
}

/** The earlier versions of a text. Restoring changes the live page immediately, and the dialog says so. */
export const HistoryDialog = ({ shown, textKey, entry, restore, onClose }: HistoryDialogProps) => {
  const { client } = useServices().session
  const query = useInfiniteQuery(historyQuery(client, shown.page.page_id, textKey))
  const revisions = query.data?.pages.flatMap((page) => page.revisions)
  const now = useNow()
  const put = (revisionId: string | null) => restore.mutate({ key: textKey, revisionId }, { onSuccess: onClose })
  return (
    <Dialog title={adminContentMessages.historyOf({ name: keyWords(textKey) })} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-fg-2">{adminContentMessages.restoreHint()}</p>
        {restore.isError && (
          <Note tone="red">{adminContentMessages.notRestored({ reason: sentenceFor(restore.error) })}</Note>
        )}
        {query.isError && <Note tone="red">{sentenceFor(query.error)}</Note>}
        <ul className="rows -mx-[14px]">
          <Former when={adminContentMessages.liveNow()} text={entry.value} />
          {revisions?.map((revision) => (
            <Former
              key={revision.id}
              when={adminContentMessages.replacedAt({ time: formatTime(revision.at, now) })}
              text={revision.value}
              busy={restore.isPending && restore.variables.revisionId === revision.id}
              onRestore={revision.value === entry.value ? undefined : () => put(revision.id)}
            />
          ))}
          {entry.is_modified && (
            <Former
              when={adminContentMessages.defaultText()}
              text={entry.default_value}
              busy={restore.isPending && restore.variables.revisionId === null}
              onRestore={() => put(null)}
            />
          )}
        </ul>
        {revisions?.length === 0 && <p className="text-fg-3">{adminContentMessages.noRevisions()}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          {query.hasNextPage && (
            <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {adminContentMessages.showEarlier()}
            </Button>
          )}
          <Button onClick={onClose}>{commonMessages.close()}</Button>
        </div>
      </div>
    </Dialog>
  )
}

interface FormerProps {
  when: string
  text: string
  busy?: boolean
  onRestore?: (() => void) | undefined
}

const Former = ({ when, text, busy = false, onRestore }: FormerProps) => (
  <li className="grid gap-1">
    <div className="flex items-center gap-2">
      <span className="flex-1 text-small text-fg-3">{when}</span>
      {onRestore && (
        <Button busy={busy} onClick={onRestore}>
          {adminContentMessages.restore()}
        </Button>
      )}
    </div>
    <p className="max-h-32 overflow-auto whitespace-pre-wrap break-words">
      {text === '' ? adminContentMessages.emptyText() : text}
    </p>
  </li>
)
