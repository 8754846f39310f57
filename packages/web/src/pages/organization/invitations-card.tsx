import { type BodyOf, type Invitation, invite } from '@deal-canvas/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { invitationsQuery, orgKey, teamsQuery } from './organization-query.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** Those that are still open: one that was accepted is a member, one that is withdrawn is gone. */
export const InvitationsCard = ({ orgId }: { orgId: string }) => {
  const { session, queries } = useServices()
  const query = useInfiniteQuery(invitationsQuery(session.client, orgId))
  const { data: teams = [] } = useQuery(teamsQuery(session.client, orgId))
  const [asks, setAsks] = useState(false)
  const [leaving, setLeaving] = useState<Invitation>()
  const [said, setSaid] = useState('')
  const open = query.data?.pages.flatMap((page) => page.invitations)
  const now = useNow()

  const again = useCreation(
    (body: BodyOf<typeof invite>, idempotencyKey) =>
      session.client.call(invite, { params: { org_id: orgId }, body, idempotencyKey }),
    async ({ email }) => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      setSaid(`Sent to ${email} again. The link of the first mail no longer works.`)
    },
  )
  const failed = query.error ?? again.error
  const stateOf = ({ expires_at }: Invitation): string =>
    new Date(expires_at) <= now ? 'Expired' : `Open until ${formatDay(expires_at)}`
  const teamName = (id: string | null): string => teams.find((team) => team.id === id)?.name ?? ''
  return (
    <Card
      title="Invitations"
      act={
        <Button look="primary" onClick={() => setAsks(true)}>
          Invite somebody
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
              <p className="text-small text-fg-3">
                {[orgRoleNames[invitation.role], teamName(invitation.team_id)].filter(Boolean).join(', ')}. Sent{' '}
                {formatTime(invitation.created_at, now)}. {stateOf(invitation)}
              </p>
            </div>
            <RowMenu label={`More for ${invitation.email}`}>
              <RowAct
                onSelect={() =>
                  again.mutate({ email: invitation.email, role: invitation.role, team_id: invitation.team_id })
                }
              >
                Send again
              </RowAct>
              <RowAct danger onSelect={() => setLeaving(invitation)}>
                Withdraw invitation
              </RowAct>
            </RowMenu>
          </li>
        ))}
        {open?.length === 0 && <li className="text-fg-2">No invitation is open. Invite somebody by their address.</li>}
      </ul>
      {query.hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show earlier invitations
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
            setSaid(`Withdrew the invitation to ${leaving.email}.`)
          }}
        />
      )}
      {asks && (
        <InviteDialog
          orgId={orgId}
          teams={teams}
          onClose={() => setAsks(false)}
          onSent={(email) => {
            setAsks(false)
            setSaid(`Sent an invitation to ${email}.`)
          }}
        />
      )}
    </Card>
  )
}
