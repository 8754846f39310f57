import { type BodyOf, type Invitation, invite } from '@deal-canvas/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organizationMessages } from '../../messages/organization.ts'
import { orgRoleNames } from '../../session/org-role-names.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDay } from '../../ui/day.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Note } from '../../ui/note.tsx'
import { RowAct, RowMenu } from '../../ui/row-menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { orgKey } from './org-query.ts'
import { invitationsQuery, teamsQuery } from './organization-query.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** Pending invitations only: an accepted one is a member, a withdrawn one is deleted. */
export const InvitationsCard = ({ orgId }: { orgId: string }) => {
  const { session, queries } = useServices()
  const query = useInfiniteQuery(invitationsQuery(session.client, orgId))
  const { data: teams = [] } = useQuery(teamsQuery(session.client, orgId))
  const [isConfirming, setIsConfirming] = useState(false)
  const [leaving, setLeaving] = useState<Invitation>()
  const [said, setSaid] = useState('')
  const open = query.data?.pages.flatMap((page) => page.invitations)
  const now = useNow()

  const again = useCreation(
    (body: BodyOf<typeof invite>, idempotencyKey) =>
      session.client.call(invite, { params: { org_id: orgId }, body, idempotencyKey }),
    async ({ email }) => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      setSaid(organizationMessages.invitationSentAgain({ email }))
    },
  )
  const failed = query.error ?? again.error
  const stateOf = ({ expires_at }: Invitation): string =>
    new Date(expires_at) <= now
      ? organizationMessages.expired()
      : organizationMessages.openUntil({ date: formatDay(expires_at) })
  const formatInvitation = (invitation: Invitation): string => {
    const team = teams.find(({ id }) => id === invitation.team_id)?.name
    const facts = {
      role: orgRoleNames[invitation.role],
      time: formatTime(invitation.created_at, now),
      state: stateOf(invitation),
    }
    return team === undefined
      ? organizationMessages.invitation(facts)
      : organizationMessages.invitationToTeam({ ...facts, team })
  }
  return (
    <Card
      title={organizationMessages.invitations()}
      act={
        <Button look="primary" onClick={() => setIsConfirming(true)}>
          {organizationMessages.invite()}
        </Button>
      }
    >
      {failed !== null && (
        <div className="p-[14px]">
          <Note tone="red">{sentenceFor(failed)}</Note>
        </div>
      )}
      <p role="status" className={said === '' ? 'sr-only' : 'px-[14px] pt-[10px] text-small text-fg-2'}>
        {said}
      </p>
      <ul className="rows">
        {open?.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <b className="break-words">{invitation.email}</b>
              <p className="text-small text-fg-3">{formatInvitation(invitation)}</p>
            </div>
            <RowMenu label={organizationMessages.moreFor({ name: invitation.email })}>
              <RowAct
                onSelect={() =>
                  again.mutate({ email: invitation.email, role: invitation.role, team_id: invitation.team_id })
                }
              >
                {organizationMessages.sendAgain()}
              </RowAct>
              <RowAct danger onSelect={() => setLeaving(invitation)}>
                {organizationMessages.withdraw()}
              </RowAct>
            </RowMenu>
          </li>
        ))}
        {open?.length === 0 && <li className="text-fg-2">{organizationMessages.noInvitations()}</li>}
      </ul>
      {query.hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {organizationMessages.showEarlierInvitations()}
          </Button>
        </div>
      )}
      {leaving !== undefined && (
        <WithdrawDialog
          orgId={orgId}
          invitation={leaving}
          onClose={() => setLeaving(undefined)}
          onWithdrawn={() => {
            setLeaving(undefined)
            setSaid(organizationMessages.withdrawn({ email: leaving.email }))
          }}
        />
      )}
      {isConfirming && (
        <InviteDialog
          orgId={orgId}
          teams={teams}
          onClose={() => setIsConfirming(false)}
          onSent={(email) => {
            setIsConfirming(false)
            setSaid(organizationMessages.invitationSent({ email }))
          }}
        />
      )}
    </Card>
  )
}
