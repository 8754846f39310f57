import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

interface DiscardDialogProps {
  title: string
  onDiscard: () => void
  onClose: () => void
}

export const DiscardDialog = ({ title, onDiscard, onClose }: DiscardDialogProps) => (
  <Dialog title={`Discard your text of ${title}?`} onClose={onClose}>
    <p className="text-fg-2">What you wrote and did not save is gone then. The section stays as it is.</p>
    <div className="mt-4 flex justify-end gap-2">
      <Button onClick={onClose}>Keep my text</Button>
      <Button look="danger" onClick={onDiscard}>
        Discard my text
      </Button>
    </div>
  </Dialog>
)
