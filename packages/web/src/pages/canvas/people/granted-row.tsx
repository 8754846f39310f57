import type { DealRole } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { memberMessages } from '../../../messages/members.ts'
import { meQuery } from '../../../session/me.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { roleNames } from './deal-roles.ts'
import { RoleSelect } from './role-select.tsx'

interface GrantedRowProps {
  dealId: string
  name: string
  role: DealRole
  /** Undefined: the user cannot change it. */
  change?: ((role: DealRole) => Promise<unknown>) | undefined
  remove?: (() => Promise<unknown>) | undefined
  /** What the member or team loses when removed. */
  loss: string
  children: ReactNode
}

/** A member or a team with its role. */
export const GrantedRow = ({ dealId, name, role, change, remove, loss, children }: GrantedRowProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  // Also the canvas: its permissions, including the user's own role, depend on this.
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: dealKey(dealId) }),
      queries.invalidateQueries({ queryKey: meQuery(client).queryKey }),
    ])
  const changing = useMutation({ mutationFn: async (next: DealRole) => change?.(next), onSuccess: renew })
  const removing = useMutation({
    mutationFn: async () => remove?.(),
    onSuccess: async () => {
      setAsked(false)
      await renew()
    },
  })
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {children}
        {change === undefined ? (
          <span className="chip line">{roleNames[role]}</span>
        ) : (
          <div className="w-[132px]">
            <RoleSelect
              label={memberMessages.roleOf({ name })}
              labelUnseen
              role={changing.isPending ? changing.variables : role}
              onChange={(next) => changing.mutate(next)}
            />
          </div>
        )}
        {remove !== undefined && (
          <Button look="ghost" aria-label={memberMessages.removeNamed({ name })} onClick={() => setAsked(true)}>
            {commonMessages.remove()}
          </Button>
        )}
      </div>
      {changing.isError && (
        <Note tone="red">{memberMessages.roleNotChanged({ reason: sentenceFor(changing.error) })}</Note>
      )}
      {isAsked && (
        <FormDialog
          title={memberMessages.removeTitle({ name })}
          act={memberMessages.removeNamed({ name })}
          danger
          busy={removing.isPending}
          wrong={removing.isError ? sentenceFor(removing.error) : undefined}
          refusal={removing.error}
          onSubmit={() => removing.mutate()}
          onClose={() => setAsked(false)}
        >
          <p className="text-fg-2">{loss}</p>
        </FormDialog>
      )}
    </li>
  )
}
