import { canManageDeal, type Deal, putDealMember, removeDealMember } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../../messages/common.ts'
import { memberMessages } from '../../../messages/members.ts'
import { useMe } from '../../../session/me.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMonth } from '../../../ui/format-time.ts'
import { Note } from '../../../ui/note.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import { AddMember } from './add-member.tsx'
import { GrantedRow } from './granted-row.tsx'
import { dealMembersQuery } from './people-query.ts'

/** Users who were added to the deal individually. */
export const MembersCard = ({ deal }: { deal: Deal }) => {
  const { client } = useServices().session
  const me = useMe()
  const dealId = deal.deal_id
  const list = useInfiniteQuery(dealMembersQuery(client, dealId))
  const [isAdding, setAdding] = useState(false)
  const members = list.data?.pages.flatMap((page) => page.members) ?? []
  const isOwner = canManageDeal(deal.role)
  const canAdd = isOwner && deal.org_id !== null && deal.status !== 'finalized'
  return (
    <Card
      title={memberMessages.people()}
      act={canAdd && <Button onClick={() => setAdding(true)}>{memberMessages.addPerson()}</Button>}
    >
      {list.isError && (
        <div className="p-[14px]">
          <Note tone="red" act={<Button onClick={() => void list.refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(list.error)}
          </Note>
        </div>
      )}
      <ul className="rows">
        {members.map(({ user_id, display_name: name, email, email_verified, avatar_url, role, joined_at }) => {
          const params = { deal_id: dealId, user_id }
          return (
            <GrantedRow
              key={user_id}
              dealId={dealId}
              name={name}
              role={role}
              change={
                isOwner && deal.status !== 'finalized'
                  ? (next) => client.call(putDealMember, { params, body: { role: next } })
                  : undefined
              }
              remove={isOwner ? () => client.call(removeDealMember, { params }) : undefined}
              loss={memberMessages.removeMemberHint({ name })}
            >
              <Avatar id={user_id} name={name} picture={avatar_url} size="medium" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2">
                  <b className="break-words">{name}</b>
                  <UnverifiedMark verified={email_verified} />
                  {user_id === me.id && <span className="chip line">{memberMessages.you()}</span>}
                </p>
                <p className="break-words text-small text-fg-3">
                  {email === null
                    ? memberMessages.noEmailSince({ month: formatMonth(joined_at) })
                    : memberMessages.emailSince({ email, month: formatMonth(joined_at) })}
                </p>
              </div>
            </GrantedRow>
          )
        })}
        {list.isSuccess && members.length === 0 && <li className="text-fg-2">{memberMessages.noMembers()}</li>}
      </ul>
      {list.hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {memberMessages.showMore()}
          </Button>
        </div>
      )}
      {isAdding && deal.org_id !== null && (
        <AddMember
          dealId={dealId}
          orgId={deal.org_id}
          taken={new Set(members.map(({ user_id }) => user_id))}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}
