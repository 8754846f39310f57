import { useId } from 'react'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

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
}

/** Under a field: whether its words are kept, sent or not, and how to send them. */
export const SendLine = ({ act, isEmpty, isSending, error, onSend, onDiscard, discard = 'Discard' }: SendLineProps) => {
  const id = useId()
  return (
    <>
      {error !== null && (
        <p className="error" role="alert" id={id}>
          <Icon name="alert" size={14} />
          <span>Not sent, your words are kept. {sentenceFor(error)}</span>
        </p>
      )}
      <div className="send-line">
        <span className="text-fg-3 text-micro" role="status">
          {isSending ? 'Sending' : !isEmpty && error === null && 'Draft kept'}
        </span>
        <span className="flex-1" />
        {onDiscard !== undefined && !isSending && (
          <Button look="ghost" onClick={onDiscard}>
            {discard}
          </Button>
        )}
        <Button look="primary" busy={isSending} idle={isEmpty} onClick={onSend} title="Ctrl Enter">
          {error === null ? act : 'Retry'}
        </Button>
      </div>
    </>
  )
}
