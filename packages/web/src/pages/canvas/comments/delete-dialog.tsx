import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'

interface DeleteDialogProps {
  what: 'comment' | 'reply'
  /** What goes with it. */
  goes: string
  remove: () => Promise<void>
  onClose: () => void
}

export const DeleteDialog = ({ what, goes, remove, onClose }: DeleteDialogProps) => {
  const removal = useMutation({ mutationFn: remove, onSuccess: onClose })
  return (
    <Dialog title={`Delete this ${what}?`} onClose={onClose}>
      <p className="text-fg-2">{goes}</p>
      {removal.isError && (
        <div className="mt-3">
          <Note tone="red">{sentenceFor(removal.error)}</Note>
        </div>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Keep {what}</Button>
        <Button look="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
          Delete {what}
        </Button>
      </div>
    </Dialog>
  )
}
