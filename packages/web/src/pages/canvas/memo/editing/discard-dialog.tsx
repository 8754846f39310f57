import { writingMessages } from '../../../../messages/writing.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

interface DiscardDialogProps {
  title: string
  onDiscard: () => void
  onClose: () => void
}

export const DiscardDialog = ({ title, onDiscard, onClose }: DiscardDialogProps) => (
  <Dialog title={writingMessages.discardTitle({ title })} onClose={onClose}>
    <p className="text-fg-2">{writingMessages.discardHint()}</p>
    <div className="mt-4 flex justify-end gap-2">
      <Button onClick={onClose}>{writingMessages.keepText()}</Button>
      <Button look="danger" onClick={onDiscard}>
        {writingMessages.discardText()}
      </Button>
    </div>
  </Dialog>
)
