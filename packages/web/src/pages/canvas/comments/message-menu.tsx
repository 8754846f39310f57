import { useState } from 'react'
import { RowAct, RowMenu } from '../../../ui/row-menu.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

interface MessageMenuProps {
  what: 'comment' | 'reply'
  author: string
  goes: string
  onEdit?: (() => void) | undefined
  remove?: (() => Promise<void>) | undefined
  /** The address that opens at the thread. */
  link?: string | undefined
}

/** What can be done with one message; nothing to be done, no menu. */
export const MessageMenu = ({ what, author, goes, onEdit, remove, link }: MessageMenuProps) => {
  const [asks, setAsks] = useState(false)
  if (onEdit === undefined && remove === undefined && link === undefined) return null
  return (
    <>
      <RowMenu label={`More about the ${what} of ${author}`}>
        {link !== undefined && <RowAct onSelect={() => void navigator.clipboard.writeText(link)}>Copy link</RowAct>}
        {onEdit !== undefined && <RowAct onSelect={onEdit}>Edit {what}</RowAct>}
        {remove !== undefined && (
          <RowAct danger onSelect={() => setAsks(true)}>
            Delete {what}
          </RowAct>
        )}
      </RowMenu>
      {asks && remove !== undefined && (
        <DeleteDialog what={what} goes={goes} remove={remove} onClose={() => setAsks(false)} />
      )}
    </>
  )
}
