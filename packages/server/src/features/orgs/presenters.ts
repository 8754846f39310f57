import type { OrganizationResponse, OrgMember } from '@deal-canvas/contract'
import { presentPeople } from '../../http/people-page.ts'
import type { MemberRow } from './members.store.ts'
import type { MyOrg } from './orgs.service.ts'

export type PresentOrg = (mine: MyOrg) => OrganizationResponse

/** `providerModel`: of the provider that the service is set up with. */
export const createPresentOrg =
  (providerModel: string | undefined): PresentOrg =>
  ({ org, memberCount, role }) => ({
    id: org.id,
    org_id: org.id,
    name: org.name,
    slug: org.slug,
    status: org.status,
    created_at: org.createdAt.toISOString(),
    updated_at: org.updatedAt.toISOString(),
    settings: org.settings,
    ...(providerModel !== undefined && { provider_model: providerModel }),
    member_count: memberCount,
    role,
  })

export const presentMember = (member: MemberRow): OrgMember => ({
  user_id: member.userId,
  display_name: member.displayName,
  email: member.email,
  email_verified: member.emailVerified,
  avatar_url: member.avatarUrl,
  role: member.role,
  joined_at: member.joinedAt.toISOString(),
})

/** Members of an organization or of a team. */
export const presentMembers = (rows: MemberRow[], limit: number) => {
  const { items, ...rest } = presentPeople(rows, limit, presentMember)
  return { members: items, ...rest }
}
