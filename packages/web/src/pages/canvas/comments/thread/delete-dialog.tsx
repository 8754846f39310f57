import { useMutation } from '@tanstack/react-query'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Note } from '../../../../ui/note.tsx'

interface DeleteDialogProps {
  what: 'comment' | 'reply'
  /** What will be deleted. */
  goes: string
  remove: () => Promise<void>
  onClose: () => void
}

const texts = {
  comment: {
    title: commentMessages.deleteCommentTitle,
    keep: commentMessages.keepComment,
    remove: commentMessages.deleteComment,
  },
  reply: {
    title: commentMessages.deleteReplyTitle,
    keep: commentMessages.keepReply,
    remove: commentMessages.deleteReply,
  },
}

export const DeleteDialog = ({ what, goes, remove, onClose }: DeleteDialogProps) => {
  const removal = useMutation({ mutationFn: remove, onSuccess: onClose })
  return (
    <Dialog title={texts[what].title()} onClose={onClose}>
      <p className="text-fg-2">{goes}</p>
      {removal.isError && (
        <div className="mt-3">
          <Note tone="red">{sentenceFor(removal.error)}</Note>
        </div>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{texts[what].keep()}</Button>
        <Button look="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
          {texts[what].remove()}
        </Button>
      </div>
    </Dialog>
  )
}
