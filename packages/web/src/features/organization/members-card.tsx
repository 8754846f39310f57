import type { OrgMember, OrgRole } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { MemberRow } from './member-row.tsx'
import { membersQuery } from './organization-query.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

export const MembersCard = ({ orgId, acting }: { orgId: string; acting: OrgRole }) => {
  const me = useMe()
  const query = useInfiniteQuery(membersQuery(useServices().session.client, orgId))
  const [removed, setRemoved] = useState<OrgMember>()
  const members = query.data?.pages.flatMap((page) => page.members)
  return (
    <Card title={organizationMessages.members()}>
      {query.isError && (
        <div className="p-[14px]">
          <Note tone="red" act={<Button onClick={() => query.refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(query.error)}
          </Note>
        </div>
      )}
      <ul className="rows">
        {members?.map((member) => (
          <MemberRow
            key={member.user_id}
            orgId={orgId}
            member={member}
            acting={acting}
            isSelf={member.user_id === me.id}
            onRemove={() => setRemoved(member)}
          />
        ))}
        {members?.length === 0 && <li className="text-fg-2">{organizationMessages.noMembers()}</li>}
      </ul>
      {query.hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {organizationMessages.showMoreMembers()}
          </Button>
        </div>
      )}
      {removed && (
        <RemoveMemberDialog
          orgId={orgId}
          member={removed}
          isSelf={removed.user_id === me.id}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Card>
  )
}
