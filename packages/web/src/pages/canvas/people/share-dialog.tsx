import type { DealRole } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { memberMessages } from '../../../messages/members.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { rolePermissions } from './deal-roles.ts'
import { RoleSelect } from './role-select.tsx'

interface ShareDialogProps {
  dealId: string
  title: string
  act: string
  /** Whether a member or team is selected. */
  isChosen: boolean
  share: (role: DealRole) => Promise<unknown>
  /** Why there is nothing to choose from; undefined: there is. */
  nobody: ReactNode
  /** Why the options could not be loaded. */
  unread: Error | null
  onClose: () => void
  /** The select. */
  children: ReactNode
}

/** Shares a deal with a selected member or team, in a role. */
export const ShareDialog = (props: ShareDialogProps) => {
  const { dealId, title, act, isChosen, share, nobody, unread, onClose, children } = props
  const queries = useQueryClient()
  const [role, setRole] = useState<DealRole>('commenter')
  const add = useMutation({
    mutationFn: () => share(role),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  const error = add.error ?? unread
  return (
    <FormDialog
      title={title}
      act={act}
      busy={add.isPending}
      idle={!isChosen}
      wrong={error === null ? undefined : sentenceFor(error)}
      refusal={add.error}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      {nobody === undefined ? (
        <>
          {children}
          <RoleSelect label={memberMessages.role()} role={role} onChange={setRole} />
          <p className="text-small text-fg-3">{rolePermissions[role]}</p>
        </>
      ) : (
        <p className="text-fg-2">{nobody}</p>
      )}
    </FormDialog>
  )
}
