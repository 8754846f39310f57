import { canManageDeal, type Deal, putDealMember, removeDealMember } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../../messages/common.ts'
import { guestMessages } from '../../../messages/guests.ts'
import { memberMessages } from '../../../messages/members.ts'
import { useMe } from '../../../session/me.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/day.ts'
import { formatMonth } from '../../../ui/format-time.ts'
import { GuestMark } from '../../../ui/guest-mark.tsx'
import { Note } from '../../../ui/note.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import { ChangeGuestDialog } from '../guests/change-guest-dialog.tsx'
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
  const [changing, setChanging] = useState<string>()
  const members = list.data?.pages.flatMap((page) => page.members) ?? []
  const isOwner = canManageDeal(deal.role)
  // Guests do not see the addresses of others.
  const isNamesOnly = deal.guest_until !== undefined
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
        {members.map((member) => {
          const { user_id, display_name: name, email, email_verified, avatar_url, role, joined_at, guest } = member
          const params = { deal_id: dealId, user_id }
          return (
            <GrantedRow
              key={user_id}
              dealId={dealId}
              name={name}
              role={role}
              change={
                isOwner && deal.status !== 'finalized' && guest === undefined
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
                  <GuestMark isGuest={guest !== undefined} />
                  {user_id === me.id && <span className="chip line">{memberMessages.you()}</span>}
                </p>
                <p className="break-words text-small text-fg-3">
                  {isNamesOnly
                    ? memberMessages.since({ month: formatMonth(joined_at) })
                    : email === null
                      ? memberMessages.noEmailSince({ month: formatMonth(joined_at) })
                      : memberMessages.emailSince({ email, month: formatMonth(joined_at) })}
                </p>
                {guest !== undefined && (
                  <p className="text-small text-fg-2">{guestMessages.until({ date: formatDay(guest.access_until) })}</p>
                )}
              </div>
              {isOwner && guest !== undefined && (
                <Button aria-label={guestMessages.changeNamed({ name })} onClick={() => setChanging(user_id)}>
                  {guestMessages.change()}
                </Button>
              )}
              {changing === user_id && guest !== undefined && (
                <ChangeGuestDialog
                  dealId={dealId}
                  member={member}
                  guest={guest}
                  onClose={() => setChanging(undefined)}
                />
              )}
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
