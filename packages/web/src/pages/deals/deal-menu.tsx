import { canManageDeal, type DealLine } from '@deal-canvas/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dealMessages } from '../../messages/deals.ts'
import { RowAct, RowMenu, RowNote, RowSeparator } from '../../ui/row-menu.tsx'
import { ArchiveDialog, DeleteDialog, RenameDialog, RestoreDialog } from './deal-dialogs.tsx'

const dialogs = { rename: RenameDialog, archive: ArchiveDialog, restore: RestoreDialog, delete: DeleteDialog }

/** The actions on a deal in the list. */
export const DealMenu = ({ line }: { line: DealLine }) => {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const Asked = asked && dialogs[asked]
  const params = { dealId: line.deal_id }
  const isOwner = canManageDeal(line.role)
  const isArchived = line.status === 'archived'
  return (
    <>
      <RowMenu label={dealMessages.moreAbout({ deal: line.name })}>
        <RowAct onSelect={() => void navigate({ to: '/canvas/$dealId/people', params })}>
          {dealMessages.people()}
        </RowAct>
        <RowAct onSelect={() => void navigate({ to: '/canvas/$dealId/documents', params })}>
          {dealMessages.documents()}
        </RowAct>
        <RowAct onSelect={() => void navigate({ to: '/canvas/$dealId/record', params })}>
          {dealMessages.record()}
        </RowAct>
        <RowSeparator />
        {isOwner && line.status !== 'finalized' && (
          <RowAct onSelect={() => setAsked('rename')}>{dealMessages.rename()}</RowAct>
        )}
        {isOwner && !isArchived && <RowAct onSelect={() => setAsked('archive')}>{dealMessages.archive()}</RowAct>}
        {isOwner && isArchived && <RowAct onSelect={() => setAsked('restore')}>{dealMessages.restore()}</RowAct>}
        {isOwner && isArchived && (
          <RowAct danger onSelect={() => setAsked('delete')}>
            {dealMessages.delete()}
          </RowAct>
        )}
        {!isOwner && <RowNote>{dealMessages.menuLimits()}</RowNote>}
      </RowMenu>
      {Asked && <Asked line={line} onClose={() => setAsked(undefined)} />}
    </>
  )
}
