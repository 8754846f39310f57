import {
  assignableRoles,
  canRemoveMember,
  changeOrgMember,
  type OrgMember,
  type OrgRole,
  orgRoles,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { meQuery } from '../../session/me.ts'
import { orgRoleNames } from '../../session/org-role-names.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMonth } from '../../ui/format-time.ts'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { UnverifiedMark } from '../../ui/unverified.tsx'
import { orgKey } from './org-query.ts'

interface MemberRowProps {
  orgId: string
  member: OrgMember
  acting: OrgRole
  isSelf: boolean
  onRemove: () => void
}

export const MemberRow = ({ orgId, member, acting, isSelf, onRemove }: MemberRowProps) => {
  const { session, queries } = useServices()
  const change = useMutation({
    mutationFn: (role: OrgRole) =>
      session.client.call(changeOrgMember, { params: { org_id: orgId, user_id: member.user_id }, body: { role } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      if (isSelf) await queries.invalidateQueries({ queryKey: meQuery(session.client).queryKey })
    },
  })
  const roles = assignableRoles(acting, member.role)
  const name = member.display_name
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar id={member.user_id} name={name} picture={member.avatar_url} size="medium" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-2">
            <b className="break-words">{name}</b>
            <UnverifiedMark verified={member.email_verified} />
            {isSelf && <span className="chip line">{organizationMessages.you()}</span>}
          </p>
          <p className="break-words text-small text-fg-3">
            {organizationMessages.memberSince({
              email: member.email ?? organizationMessages.noEmail(),
              month: formatMonth(member.joined_at),
            })}
          </p>
        </div>
        {roles.length === 1 ? (
          <span className="chip line">{orgRoleNames[member.role]}</span>
        ) : (
          <div className="w-[112px]">
            <SelectField
              label={organizationMessages.roleOf({ name })}
              labelUnseen
              // Optimistic: shows the new role at once, and the old one again if the service rejects it.
              value={change.isPending ? change.variables : member.role}
              onChange={(event) => {
                const role = orgRoles.find((known) => known === event.target.value)
                if (role !== undefined) change.mutate(role)
              }}
            >
              {roles.map((role) => (
                <option key={role} value={role}>
                  {orgRoleNames[role]}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        {canRemoveMember(acting, member.role, isSelf) && (
          <div className="min-w-[82px] text-right">
            <Button
              look="ghost"
              aria-label={
                isSelf ? organizationMessages.leaveOrganization() : organizationMessages.removeNamed({ name })
              }
              onClick={onRemove}
            >
              {isSelf ? organizationMessages.leave() : commonMessages.remove()}
            </Button>
          </div>
        )}
      </div>
      {change.isError && (
        <Note tone="red">{organizationMessages.roleUnchanged({ reason: sentenceFor(change.error) })}</Note>
      )}
    </li>
  )
}
