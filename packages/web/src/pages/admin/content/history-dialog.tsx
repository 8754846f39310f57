import { useInfiniteQuery } from '@tanstack/react-query'
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

/** What a text was before. Restoring takes effect on the live page at once, and says so. */
export const HistoryDialog = ({ shown, textKey, entry, restore, onClose }: HistoryDialogProps) => {
  const { client } = useServices().session
  const query = useInfiniteQuery(historyQuery(client, shown.page.page_id, textKey))
  const revisions = query.data?.pages.flatMap((page) => page.revisions)
  const now = useNow()
  const put = (revisionId: string | null) => restore.mutate({ key: textKey, revisionId }, { onSuccess: onClose })
  return (
    <Dialog title={`History of ${keyWords(textKey)}`} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-fg-2">Restoring changes the live page at once. A draft of this text stays a draft.</p>
        {restore.isError && <Note tone="red">Not restored. {sentenceFor(restore.error)}</Note>}
        {query.isError && <Note tone="red">{sentenceFor(query.error)}</Note>}
        <ul className="rows -mx-[14px]">
          <Former when="Live now" text={entry.value} />
          {revisions?.map((revision) => (
            <Former
              key={revision.id}
              when={`Until ${formatTime(revision.at, now)}`}
              text={revision.value}
              busy={restore.isPending && restore.variables.revisionId === revision.id}
              onRestore={revision.value === entry.value ? undefined : () => put(revision.id)}
            />
          ))}
          {entry.is_modified && (
            <Former
              when="As it came with the service"
              text={entry.default_value}
              busy={restore.isPending && restore.variables.revisionId === null}
              onRestore={() => put(null)}
            />
          )}
        </ul>
        {revisions?.length === 0 && <p className="text-fg-3">This text was never replaced.</p>}
        <div className="flex flex-wrap justify-end gap-2">
          {query.hasNextPage && (
            <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              Show earlier texts
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
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
          Restore
        </Button>
      )}
    </div>
    <p className="max-h-32 overflow-auto whitespace-pre-wrap break-words">{text === '' ? 'Empty' : text}</p>
  </li>
)
