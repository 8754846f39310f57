import { type DealRole, putDealMember } from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { membersQuery } from '../../organization/organization-query.ts'
import { dealKey } from '../canvas-query.ts'
import { roleWords } from './deal-roles.ts'
import { RoleSelect } from './role-select.tsx'

interface AddMemberProps {
  dealId: string
  orgId: string
  /** Those who are on the deal already. */
  taken: ReadonlySet<string>
  onClose: () => void
}

/** Shares the deal with a member of its organization. */
export const AddMember = ({ dealId, orgId, taken, onClose }: AddMemberProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const list = useInfiniteQuery(membersQuery(client, orgId))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // A choice needs all there are to choose from.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const free = list.data?.pages.flatMap(({ members }) => members).filter(({ user_id }) => !taken.has(user_id)) ?? []
  const [person, setPerson] = useState('')
  const [role, setRole] = useState<DealRole>('commenter')
  const add = useMutation({
    mutationFn: () => client.call(putDealMember, { params: { deal_id: dealId, user_id: person }, body: { role } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  const error = add.error ?? list.error
  return (
    <FormDialog
      title="Add a person to the deal"
      act="Add to the deal"
      busy={add.isPending}
      idle={person === ''}
      wrong={error === null ? undefined : sentenceFor(error)}
      refusal={add.error}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      {list.isSuccess && free.length === 0 && !hasNextPage ? (
        <p className="text-fg-2">
          Everybody of the organization is on the deal already. Invite others on the Organization page.
        </p>
      ) : (
        <>
          <SelectField
            label="Person"
            value={person}
            onChange={({ currentTarget }) => setPerson(currentTarget.value)}
            hint="Members of the organization. They are told that the deal was shared with them."
          >
            <option value="">Choose a person</option>
            {free.map(({ user_id, display_name, email }) => (
              <option key={user_id} value={user_id}>
                {email === null ? display_name : `${display_name}, ${email}`}
              </option>
            ))}
          </SelectField>
          <RoleSelect label="Role" role={role} onChange={setRole} />
          <p className="text-small text-fg-3">
            {roleWords
              .find(([one]) => one === role)
              ?.slice(1)
              .join(' ')}
            .
          </p>
        </>
      )}
    </FormDialog>
  )
}
