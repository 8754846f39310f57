import { useId, useState } from 'react'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Icon } from '../../../../ui/icon.tsx'

interface SendLineProps {
  /** The act and its object: "Reply", "Ask the team". */
  act: string
  isEmpty: boolean
  isSending: boolean
  error: Error | null
  onSend: () => void
  onDiscard?: (() => void) | undefined
  /** Says what discarding means: "Discard" a draft, "Cancel" an edit. */
  discard?: string
  /** What goes with a discard, in words. Absent: nothing, and nobody is asked. */
  goes?: string | undefined
}

/** Under a field: whether its words are kept, sent or not, and how to send them. */
export const SendLine = ({ act, isEmpty, isSending, error, onSend, onDiscard, ...more }: SendLineProps) => {
  const { discard = commentMessages.discard(), goes } = more
  const id = useId()
  const [asks, setAsks] = useState(false)
  return (
    <>
      {error !== null && (
        <p className="error" role="alert" id={id}>
          <Icon name="alert" size={14} />
          <span>{commentMessages.notSent({ reason: sentenceFor(error) })}</span>
        </p>
      )}
      <div className="send-line">
        <span className="text-fg-3 text-micro" role="status">
          {isSending ? commentMessages.sending() : !isEmpty && error === null && commentMessages.draftSaved()}
        </span>
        <span className="flex-1" />
        {onDiscard !== undefined && !isSending && (
          <Button look="ghost" onClick={() => (goes === undefined ? onDiscard() : setAsks(true))}>
            {discard}
          </Button>
        )}
        <Button look="primary" busy={isSending} idle={isEmpty} onClick={onSend} title={commentMessages.sendShortcut()}>
          {error === null ? act : commentMessages.retry()}
        </Button>
      </div>
      {asks && onDiscard !== undefined && (
        <FormDialog
          title={commentMessages.discardTitle()}
          act={commentMessages.discardDraft()}
          danger
          busy={false}
          refusal={undefined}
          onSubmit={() => {
            setAsks(false)
            onDiscard()
          }}
          onClose={() => setAsks(false)}
        >
          <p className="break-words text-fg-2">{goes}</p>
        </FormDialog>
      )}
    </>
  )
}
