import type { DealLine } from '@deal-canvas/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RowAct, RowMenu, RowNote, RowSeparator } from '../../ui/row-menu.tsx'
import { ArchiveDialog, DeleteDialog, RenameDialog, RestoreDialog } from './deal-dialogs.tsx'

const dialogs = { rename: RenameDialog, archive: ArchiveDialog, restore: RestoreDialog, delete: DeleteDialog }

/** What can be done with a deal from the list. */
export const DealMenu = ({ line }: { line: DealLine }) => {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const Asked = asked && dialogs[asked]
  const params = { dealId: line.deal_id }
  const isOwner = line.role === 'owner'
  const isArchived = line.status === 'archived'
  return (
    <>
      <RowMenu label={`More about ${line.name}`}>
        <RowAct onSelect={() => void navigate({ to: '/canvas/$dealId/people', params })}>People</RowAct>
        <RowAct onSelect={() => void navigate({ to: '/canvas/$dealId/documents', params })}>Documents</RowAct>
        <RowAct onSelect={() => void navigate({ to: '/canvas/$dealId/record', params })}>Record</RowAct>
        <RowSeparator />
        {isOwner && line.status !== 'finalized' && <RowAct onSelect={() => setAsked('rename')}>Rename</RowAct>}
        {isOwner && !isArchived && <RowAct onSelect={() => setAsked('archive')}>Archive</RowAct>}
        {isOwner && isArchived && <RowAct onSelect={() => setAsked('restore')}>Restore</RowAct>}
        {isOwner && isArchived && (
          <RowAct danger onSelect={() => setAsked('delete')}>
            Delete for good
          </RowAct>
        )}
        {!isOwner && <RowNote>Only its owners rename, archive or delete a deal</RowNote>}
      </RowMenu>
      {Asked && <Asked line={line} onClose={() => setAsked(undefined)} />}
    </>
  )
}
