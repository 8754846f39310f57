import type { Comment } from '@deal-canvas/contract'
import { lazy, Suspense, useState } from 'react'
import { commentMessages } from '../../../../messages/comments.ts'
import { RowAct, RowMenu } from '../../../../ui/row-menu.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

const AskAboutComment = lazy(async () => ({
  default: (await import('../../../../features/requests/ask-about-comment.tsx')).AskAboutComment,
}))

interface MessageMenuProps {
  what: 'comment' | 'reply'
  author: string
  goes: string
  onEdit?: (() => void) | undefined
  remove?: (() => Promise<void>) | undefined
  /** The URL of the thread. */
  link?: string | undefined
  /** What a request can be made of. */
  askAbout?: Comment | undefined
}

const texts = {
  comment: {
    menu: commentMessages.menuOfComment,
    edit: commentMessages.editComment,
    remove: commentMessages.deleteComment,
  },
  reply: { menu: commentMessages.menuOfReply, edit: commentMessages.editReply, remove: commentMessages.deleteReply },
}

/** The actions on a message; renders nothing if there are none. */
export const MessageMenu = ({ what, author, goes, onEdit, remove, link, askAbout }: MessageMenuProps) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const ask = askAbout && (
    <Suspense fallback={null}>
      <AskAboutComment comment={askAbout} isAsking={isAsking} setAsking={setAsking} />
    </Suspense>
  )
  if (onEdit === undefined && remove === undefined && link === undefined) return null
  return (
    <>
      <RowMenu label={texts[what].menu({ author })}>
        {link !== undefined && (
          <RowAct onSelect={() => void navigator.clipboard.writeText(link)}>{commentMessages.copyLink()}</RowAct>
        )}
        {onEdit !== undefined && <RowAct onSelect={onEdit}>{texts[what].edit()}</RowAct>}
        {remove !== undefined && (
          <RowAct danger onSelect={() => setIsConfirming(true)}>
            {texts[what].remove()}
          </RowAct>
        )}
        {!isAsking && ask}
      </RowMenu>
      {isAsking && ask}
      {isConfirming && remove !== undefined && (
        <DeleteDialog what={what} goes={goes} remove={remove} onClose={() => setIsConfirming(false)} />
      )}
    </>
  )
}
