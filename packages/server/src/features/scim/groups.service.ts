import type { Actor } from '../../actor.ts'
import { DomainError, refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { isId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs, Teams } from '../orgs/index.ts'
import type { GroupMember, GroupRow, GroupsStore } from './groups.store.ts'
import type { Paging, PeopleStore } from './people.store.ts'
import { groupSchema, type Resource } from './protocol/attributes.ts'
import { isAboutMembers, type MembersChange, planMembers } from './protocol/members-patch.ts'
import type { Operation } from './protocol/operations.ts'
import { applyOperations } from './protocol/patch.ts'

interface Deps {
  store: GroupsStore
  people: Pick<PeopleStore, 'knownAmong'>
  orgs: Pick<Orgs, 'changeByKey'>
  teams: Pick<Teams, 'add' | 'saveName' | 'end'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

/** Of one answer, over all groups in it. */
export const maxMembersShown = 1000

export interface GroupPath {
  orgId: string
  teamId: string
  assertSeen(group: GroupRow): void
}

interface DescribedGroup {
  name: string
  externalId: string | null
  members: MembersChange
}

export interface ShownGroup {
  group: GroupRow
  members: GroupMember[]
}

const conflict = (detail: string): never => refuse('scim_uniqueness', { detail })

/** The rules of teams, in the words of SCIM. */
const asScim = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof DomainError && error.code === 'team_name_taken') return conflict(messages.groupNameTaken())
    if (violatedIndex(error) === 'scim_groups_external') return conflict(messages.externalIdTaken())
    if (error instanceof InvalidInput)
      return refuse('scim_invalid_value', { detail: error.objections.map(({ reason }) => reason).join(' ') })
    throw error
  }
}

const textOf = (resource: Resource, name: string): string | undefined => {
  const value = resource[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

const described = (resource: Resource, members: MembersChange): DescribedGroup => ({
  name:
    textOf(resource, 'displayName') ??
    refuse('scim_invalid_value', { detail: messages.required({ attribute: 'displayName' }) }),
  externalId: textOf(resource, 'externalId') ?? null,
  members,
})

const resourceOf = ({ name, externalId }: GroupRow): Resource => ({
  displayName: name,
  ...(externalId === null ? {} : { externalId }),
})

export type Groups = ReturnType<typeof createGroups>

/** The teams of an organization as groups of its identity provider. */
export const createGroups = ({ store, people, orgs, teams, adminLog, now }: Deps) => {
  const target = (teamId: string) => ({ type: 'team', id: teamId })

  const find = async (orgId: string, teamId: string): Promise<GroupRow> =>
    (isId(teamId) ? await store.group(orgId, teamId) : undefined) ?? refuse('scim_resource_not_found')

  const show = async (orgId: string, teamId: string, withMembers: boolean): Promise<ShownGroup> => ({
    group: await find(orgId, teamId),
    members: withMembers ? await store.members(orgId, [teamId], maxMembersShown) : [],
  })

  /**
   * A person of another organization is refused exactly like one who does not exist. Suspended people are accepted,
   * because identity providers send them along, but do not become members.
   */
  const requireKnown = async (orgId: string, userIds: readonly string[]): Promise<void> => {
    const known = userIds.every(isId) ? await people.knownAmong(orgId, userIds) : new Set()
    if (userIds.some((id) => !known.has(id))) refuse('scim_invalid_value', { detail: messages.memberUnknown() })
  }

  const changeMembers = async (actor: Actor, orgId: string, teamId: string, change: MembersChange): Promise<void> => {
    const { keepsOthers } = change
    const [added, removed] = [[...change.added], [...change.removed].filter(isId)]
    if (keepsOthers && added.length === 0 && removed.length === 0) return
    await requireKnown(orgId, added)
    const at = now()
    const gone = keepsOthers
      ? await store.removeMembers(orgId, teamId, removed)
      : await store.removeOtherMembers(orgId, teamId, added)
    const come = added.length === 0 ? 0 : await store.addMembers(orgId, teamId, added, at)
    if (gone === 0 && come === 0) return
    await store.touch(orgId, teamId, at)
    const after = { added: come, removed: gone }
    await adminLog.record(actor, { action: 'team_members.provisioned', target: target(teamId), orgId, after })
  }

  const save = async (actor: Actor, orgId: string, group: GroupRow, wanted: DescribedGroup): Promise<void> => {
    const { teamId } = group
    if (wanted.name !== group.name) await teams.saveName(actor, { orgId, teamId }, wanted.name)
    if (wanted.externalId !== group.externalId)
      await store.saveRecord({ orgId, teamId, externalId: wanted.externalId, createdAt: now() })
    await changeMembers(actor, orgId, teamId, wanted.members)
  }

  const change = (actor: Actor, { orgId, teamId, assertSeen }: GroupPath, plan: (group: GroupRow) => DescribedGroup) =>
    asScim(
      orgs.changeByKey(actor, orgId, async () => {
        const group = await find(orgId, teamId)
        assertSeen(group)
        await save(actor, orgId, group, plan(group))
      }),
    )

  return {
    show,
    count: store.count,

    /** As many of the groups as their members fit into one answer, at least one. */
    page: async (orgId: string, wanted: Paging, withMembers: boolean): Promise<ShownGroup[]> => {
      const groups = await store.page(orgId, wanted)
      if (!withMembers) return groups.map((group) => ({ group, members: [] }))
      let sum = 0
      const shown = groups.filter(({ memberCount }, index) => {
        sum += memberCount
        return index === 0 || sum <= maxMembersShown
      })
      const members = await store.members(
        orgId,
        shown.map(({ teamId }) => teamId),
        maxMembersShown,
      )
      const byTeam = new Map<string, GroupMember[]>(shown.map(({ teamId }) => [teamId, []]))
      for (const member of members) byTeam.get(member.teamId)?.push(member)
      return shown.map((group) => ({ group, members: byTeam.get(group.teamId) ?? [] }))
    },

    create: (actor: Actor, orgId: string, resource: Resource, members: MembersChange): Promise<string> =>
      asScim(
        orgs.changeByKey(actor, orgId, async () => {
          const wanted = described(resource, members)
          const teamId = await teams.add(actor, orgId, wanted.name)
          await store.saveRecord({ orgId, teamId, externalId: wanted.externalId, createdAt: now() })
          await changeMembers(actor, orgId, teamId, wanted.members)
          return teamId
        }),
      ),

    replace: (actor: Actor, path: GroupPath, resource: Resource, members: MembersChange): Promise<void> =>
      change(actor, path, () => described(resource, members)),

    patch: (actor: Actor, path: GroupPath, operations: readonly Operation[]): Promise<void> =>
      change(actor, path, (group) => {
        const others = operations.filter((operation) => !isAboutMembers(operation))
        return described(applyOperations(resourceOf(group), others, groupSchema), planMembers(operations))
      }),

    remove: (actor: Actor, { orgId, teamId, assertSeen }: GroupPath): Promise<void> =>
      orgs.changeByKey(actor, orgId, async () => {
        assertSeen(await find(orgId, teamId))
        await teams.end(actor, { orgId, teamId })
      }),
  }
}
