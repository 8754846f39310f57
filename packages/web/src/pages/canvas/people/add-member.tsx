import { putDealMember } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { membersQuery } from '../../../features/organization/organization-query.ts'
import { memberMessages } from '../../../messages/members.ts'
import { useServices } from '../../../session/services.ts'
import { formatPerson } from '../../../ui/format-person.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { ShareDialog } from './share-dialog.tsx'

interface AddMemberProps {
  dealId: string
  orgId: string
  /** Users who are already members of the deal. */
  taken: ReadonlySet<string>
  onClose: () => void
}

/** Adds a member of the organization to the deal. */
export const AddMember = ({ dealId, orgId, taken, onClose }: AddMemberProps) => {
  const { client } = useServices().session
  const list = useInfiniteQuery(membersQuery(client, orgId))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // The select needs all members, so load every page.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const free = list.data?.pages.flatMap(({ members }) => members).filter(({ user_id }) => !taken.has(user_id)) ?? []
  const [person, setPerson] = useState('')
  const isNobody = list.isSuccess && free.length === 0 && !hasNextPage
  return (
    <ShareDialog
      dealId={dealId}
      title={memberMessages.addTitle()}
      act={memberMessages.addToDeal()}
      isChosen={person !== ''}
      share={(role) => client.call(putDealMember, { params: { deal_id: dealId, user_id: person }, body: { role } })}
      nobody={isNobody ? memberMessages.everybodyAdded() : undefined}
      unread={list.error}
      onClose={onClose}
    >
      <SelectField
        label={memberMessages.person()}
        value={person}
        onChange={({ currentTarget }) => setPerson(currentTarget.value)}
        hint={memberMessages.personHint()}
      >
        <option value="">{memberMessages.choosePerson()}</option>
        {free.map(({ user_id, display_name, email, email_verified }) => (
          <option key={user_id} value={user_id} disabled={!email_verified}>
            {formatPerson(email === null ? display_name : `${display_name}, ${email}`, email_verified)}
          </option>
        ))}
      </SelectField>
    </ShareDialog>
  )
}
