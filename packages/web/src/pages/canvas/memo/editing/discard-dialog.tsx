import { memoMessages } from '../../../../messages/memo.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

interface DiscardDialogProps {
  title: string
  onDiscard: () => void
  onClose: () => void
}

export const DiscardDialog = ({ title, onDiscard, onClose }: DiscardDialogProps) => (
  <Dialog title={memoMessages.discardTitle({ title })} onClose={onClose}>
    <p className="text-fg-2">{memoMessages.discardHint()}</p>
    <div className="mt-4 flex justify-end gap-2">
      <Button onClick={onClose}>{memoMessages.keepText()}</Button>
      <Button look="danger" onClick={onDiscard}>
        {memoMessages.discardText()}
      </Button>
    </div>
  </Dialog>
)
