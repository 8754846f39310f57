import { useId, useState } from 'react'
import { commentMessages } from '../../../messages/comments.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './send-line.module.css'

interface SendLineProps {
  /** A verb, optionally with its object: "Reply", "Ask the team". */
  act: string
  isEmpty: boolean
  isSending: boolean
  error: Error | null
  onSend: () => void
  onDiscard?: (() => void) | undefined
  /** Label of the discard button: "Discard" for a draft, "Cancel" for an edit. */
  discard?: string
  /** What discarding deletes, as text. Absent: nothing, and no confirmation is needed. */
  goes?: string | undefined
}

/** The line below a text field: whether the text is saved, sending or failed, and the send button. */
export const SendLine = ({ act, isEmpty, isSending, error, onSend, onDiscard, ...more }: SendLineProps) => {
  const { discard = commentMessages.discard(), goes } = more
  const id = useId()
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      {error !== null && (
        <p className="error" role="alert" id={id}>
          <Icon name="alert" size={14} />
          <span>{commentMessages.notSent({ reason: sentenceFor(error) })}</span>
        </p>
      )}
      <div className={styles.sendLine}>
        <span className="text-fg-3 text-micro" role="status">
          {isSending ? commentMessages.sending() : !isEmpty && error === null && commentMessages.draftSaved()}
        </span>
        <span className="flex-1" />
        {onDiscard !== undefined && !isSending && (
          <Button look="ghost" onClick={() => (goes === undefined ? onDiscard() : setIsConfirming(true))}>
            {discard}
          </Button>
        )}
        <Button look="primary" busy={isSending} idle={isEmpty} onClick={onSend} title={commentMessages.sendShortcut()}>
          {error === null ? act : commentMessages.retry()}
        </Button>
      </div>
      {isConfirming && onDiscard !== undefined && (
        <FormDialog
          title={commentMessages.discardTitle()}
          act={commentMessages.discardDraft()}
          danger
          busy={false}
          refusal={undefined}
          onSubmit={() => {
            setIsConfirming(false)
            onDiscard()
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p className="break-words text-fg-2">{goes}</p>
        </FormDialog>
      )}
    </>
  )
}
