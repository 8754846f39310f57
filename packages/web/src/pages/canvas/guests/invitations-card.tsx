import { type Deal, type GuestInvitation, resendGuestInvitation, withdrawGuestInvitation } from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { guestMessages } from '../../../messages/guests.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/day.ts'
import { Note } from '../../../ui/note.tsx'
import { RowAct, RowMenu } from '../../../ui/row-menu.tsx'
import { roleNames } from '../people/deal-roles.ts'
import { peopleKey } from '../people/people-query.ts'
import { guestInvitationsQuery } from './guests-query.ts'
import { InviteGuestDialog } from './invite-guest-dialog.tsx'

/** For owners: guests who were invited and have not accepted yet. Those who have are members. */
export const GuestInvitationsCard = ({ deal }: { deal: Deal }) => {
  const { session, queries } = useServices()
  const dealId = deal.deal_id
  const list = useInfiniteQuery(guestInvitationsQuery(session.client, dealId))
  const [isInviting, setInviting] = useState(false)
  const [said, setSaid] = useState('')
  const invitations = list.data?.pages.flatMap((page) => page.invitations)
  const renew = () => queries.invalidateQueries({ queryKey: peopleKey(dealId) })
  const again = useCreation(
    (invitation: GuestInvitation, idempotencyKey) =>
      session.client.call(resendGuestInvitation, {
        params: { deal_id: dealId, invitation_id: invitation.id },
        idempotencyKey,
      }),
    async ({ email }) => {
      await renew()
      setSaid(guestMessages.sentAgain({ email }))
    },
  )
  const withdraw = useMutation({
    mutationFn: ({ id }: GuestInvitation) =>
      session.client.call(withdrawGuestInvitation, { params: { deal_id: dealId, invitation_id: id } }),
    onSuccess: async (_, { email }) => {
      await renew()
      setSaid(guestMessages.withdrawn({ email }))
    },
  })
  const failed = list.error ?? again.error ?? withdraw.error
  return (
    <Card
      title={guestMessages.guests()}
      act={deal.status !== 'finalized' && <Button onClick={() => setInviting(true)}>{guestMessages.invite()}</Button>}
    >
      <p className="px-[14px] pt-[10px] text-small text-fg-2">{guestMessages.guestsHint()}</p>
      {failed !== null && (
        <div className="p-[14px]">
          <Note tone="red">{sentenceFor(failed)}</Note>
        </div>
      )}
      <p role="status" className={said === '' ? 'sr-only' : 'px-[14px] pt-[10px] text-small text-fg-2'}>
        {said}
      </p>
      <ul className="rows">
        {invitations?.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <b className="break-words">{invitation.email}</b>
              <p className="text-small text-fg-3">
                {guestMessages.invitation({
                  role: roleNames[invitation.role],
                  date: formatDay(invitation.access_until),
                })}
              </p>
            </div>
            <RowMenu label={guestMessages.invitationOf({ email: invitation.email })}>
              <RowAct onSelect={() => again.mutate(invitation)}>{guestMessages.sendAgain()}</RowAct>
              <RowAct danger onSelect={() => withdraw.mutate(invitation)}>
                {guestMessages.withdraw()}
              </RowAct>
            </RowMenu>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {guestMessages.showMore()}
          </Button>
        </div>
      )}
      {isInviting && (
        <InviteGuestDialog
          dealId={dealId}
          onClose={() => setInviting(false)}
          onSent={(email) => {
            setInviting(false)
            setSaid(guestMessages.sent({ email }))
          }}
        />
      )}
    </Card>
  )
}
