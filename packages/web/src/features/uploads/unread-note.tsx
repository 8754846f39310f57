import { type Document, dismissDocumentProblem } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { documentMessages } from '../../messages/documents.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { isUnread } from './is-unread.ts'
import styles from './unread-note.module.css'

interface UnreadNoteProps {
  dealId: string
  documents: readonly Document[]
  /** Whether the caller may dismiss them; nobody can before the deal has a name. */
  canDismiss: boolean
  /** Called when the service has noted a dismissal. */
  onDismissed: () => void
  /** Leads to the files. */
  act?: ReactNode
}

/** Points out files that could not be read until somebody dismisses them: nobody would miss what was never shown. */
export const UnreadNote = ({ dealId, documents, canDismiss, onDismissed, act }: UnreadNoteProps) => {
  const { client } = useServices().session
  const unread = documents.filter(isUnread)
  const dismiss = useMutation({
    mutationFn: async () => {
      for (const { id } of unread)
        await client.call(dismissDocumentProblem, { params: { deal_id: dealId, document_id: id } })
    },
    // Some may be dismissed even where a later one failed.
    onSettled: onDismissed,
  })
  if (unread.length === 0) return null
  return (
    <Note
      tone="amber"
      icon="alert"
      act={
        <>
          {act}
          {canDismiss && (
            <Button busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
              {documentMessages.dismiss()}
            </Button>
          )}
        </>
      }
    >
      {documentMessages.unreadCount({ count: unread.length })}
      <span className={styles.files}>
        {unread.map(({ id, file_name: name, problem }) => (
          <span key={id}>
            {documentMessages.unreadFile({ name, reason: problem ?? documentMessages.notReadable() })}
          </span>
        ))}
      </span>
      {dismiss.isError && <span className="text-red">{sentenceFor(dismiss.error)}</span>}
    </Note>
  )
}
