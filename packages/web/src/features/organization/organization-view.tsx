import { canManageOrg } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { formatMonth } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { CommitteeCard } from './committee-card.tsx'
import { ExportsCard } from './exports-card.tsx'
import { HouseStyleCard } from './house-style-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { orgQuery } from './org-query.ts'
import { ProviderCard } from './provider-card.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { limitsOf } from './role-limits.ts'
import { SectionTemplatesCard } from './section-templates-card.tsx'
import { StageNamesCard } from './stage-names-card.tsx'
import { TeamsCard } from './teams-card.tsx'
import { TemplatesCard } from './templates-card.tsx'

/** One organization, for its members and for superadmins. */
export const OrganizationView = ({ orgId }: { orgId: string }) => {
  const { data: org, error, refetch } = useQuery(orgQuery(useServices().session.client, orgId))
  const [renames, setRenames] = useState(false)
  if (org === undefined)
    return error === null ? (
      <p role="status" className="text-fg-3">
        {organizationMessages.opening()}
      </p>
    ) : (
      <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
        {sentenceFor(error)}
      </Note>
    )
  const manages = canManageOrg(org.role)
  const limits = limitsOf(org.role)
  const month = formatMonth(org.created_at)
  return (
    <>
      <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="break-words text-h1 tracking-tight">{org.name}</h1>
          <p className="mt-1 text-fg-2">
            {org.member_count === null
              ? organizationMessages.createdIn({ month })
              : organizationMessages.membersAndCreatedIn({ count: org.member_count, month })}
          </p>
        </div>
        {manages && (
          <Button onClick={() => setRenames(true)}>
            <Icon name="pen" size={14} />
            {organizationMessages.rename()}
          </Button>
        )}
      </header>
      {limits !== '' && <p className="mb-4 max-w-[72ch] text-fg-2">{limits}</p>}
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_380px]">
        <MembersCard orgId={orgId} acting={org.role} />
        <div className="grid min-w-0 gap-4">
          <TeamsCard orgId={orgId} manages={manages} />
          {manages && <InvitationsCard orgId={orgId} />}
          {manages && <ApprovalCard org={org} />}
          {manages && <CommitteeCard org={org} />}
          {manages && <StageNamesCard org={org} />}
          {manages && <ExportsCard org={org} />}
          {manages && <HouseStyleCard org={org} />}
          {org.role === 'owner' && org.provider_model !== undefined && (
            <ProviderCard org={org} model={org.provider_model} />
          )}
          {manages && <SectionTemplatesCard orgId={orgId} />}
          {manages && <TemplatesCard orgId={orgId} />}
        </div>
      </div>
      {renames && <RenameDialog org={org} onClose={() => setRenames(false)} />}
    </>
  )
}
