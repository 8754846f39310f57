import {
  createScimGroup,
  createScimUser,
  maxScimPage,
  patchScimGroup,
  patchScimUser,
  removeScimGroup,
  removeScimUser,
  replaceScimGroup,
  replaceScimUser,
  scimConfig,
  scimGroup,
  scimGroups,
  scimResourceType,
  scimResourceTypes,
  scimSchema,
  scimSchemas,
  scimUser,
  scimUsers,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { handle, type Route } from '../../http/handler.ts'
import type { createDiscovery } from './discovery.ts'
import type { Groups } from './groups.service.ts'
import type { People } from './people.service.ts'
import type { createPresent } from './present-resources.ts'
import { readProjection } from './project.ts'
import { field, groupSchema, readResource, userSchema } from './protocol/attributes.ts'
import { parseFilter } from './protocol/filter.ts'
import { readMembers, replacedMembers } from './protocol/members-patch.ts'
import { readOperations } from './protocol/operations.ts'
import { readUser } from './read-user.ts'
import type { Refusals } from './refusals.service.ts'
import { assertVersion, versionOfGroup, versionOfPerson } from './version.ts'

interface Deps {
  people: People
  groups: Groups
  discovery: ReturnType<typeof createDiscovery>
  present: ReturnType<typeof createPresent>
  refusals: Pick<Refusals, 'watch'>
}

/** The key decides the organization: no path names one. */
const orgOf = ({ apiKey }: Actor): string => apiKey?.orgId ?? refuse('not_authenticated')

interface ListQuery {
  filter?: string
  startIndex?: number
  count?: number
}

const pagingOf = ({ filter, startIndex = 1, count = maxScimPage }: ListQuery) => {
  // RFC 7644 §3.4.2.4: smaller values mean the first one and none.
  const first = Math.min(Math.max(startIndex, 1), Number.MAX_SAFE_INTEGER)
  return {
    first,
    filter: filter === undefined ? undefined : parseFilter(filter),
    limit: Math.min(Math.max(count, 0), maxScimPage),
    offset: first - 1,
  }
}

export const scimRoutes = ({ people, groups, discovery, present, refusals }: Deps): Route[] => [
  handle(scimConfig, async () => discovery.config),
  handle(scimResourceTypes, async () => discovery.resourceTypes),
  handle(scimResourceType, async ({ params }) => discovery.resourceType(params.id)),
  handle(scimSchemas, async () => discovery.schemas),
  handle(scimSchema, async ({ params }) => discovery.schema(params.id)),
  ...userRoutes({ people, present, refusals }),
  ...groupRoutes({ groups, present, refusals }),
]

const userRoutes = ({
  people,
  present,
  refusals: { watch },
}: Pick<Deps, 'people' | 'present' | 'refusals'>): Route[] => {
  const pathOf = (actor: Actor, { id }: { id: string }, seen: number | undefined) => ({
    orgId: orgOf(actor),
    userId: id.toLowerCase(),
    assertSeen: (person: Parameters<typeof versionOfPerson>[0]) => assertVersion(versionOfPerson(person), seen),
  })

  return [
    handle(scimUsers, ({ actor, query }) =>
      watch(actor, scimUsers.id, async () => {
        const [orgId, paging, projection] = [orgOf(actor), pagingOf(query), readProjection(query)]
        const total = await people.count(orgId, paging.filter)
        const rows = paging.limit === 0 ? [] : await people.page(orgId, paging)
        const users = rows.map((person) => present.user(person, projection))
        return present.list(users, total, paging.first)
      }),
    ),
    handle(scimUser, async ({ actor, params, query }) => {
      const projection = readProjection(query)
      return present.user(await people.find(orgOf(actor), params.id.toLowerCase()), projection)
    }),
    handle(createScimUser, ({ actor, query, body }) =>
      watch(actor, createScimUser.id, async () => {
        const projection = readProjection(query)
        const described = readUser(readResource(body, userSchema))
        return present.user(await people.create(actor, orgOf(actor), described), projection)
      }),
    ),
    handle(replaceScimUser, ({ actor, params, query, body, ifMatch }) =>
      watch(actor, replaceScimUser.id, async () => {
        const projection = readProjection(query)
        const described = readUser(readResource(body, userSchema))
        return present.user(await people.replace(actor, pathOf(actor, params, ifMatch), described), projection)
      }),
    ),
    handle(patchScimUser, ({ actor, params, query, body, ifMatch }) =>
      watch(actor, patchScimUser.id, async () => {
        const [projection, operations] = [readProjection(query), readOperations(body)]
        return present.user(await people.patch(actor, pathOf(actor, params, ifMatch), operations), projection)
      }),
    ),
    handle(removeScimUser, ({ actor, params, ifMatch }) =>
      watch(actor, removeScimUser.id, () => people.remove(actor, pathOf(actor, params, ifMatch))),
    ),
  ]
}

const groupRoutes = ({
  groups,
  present,
  refusals: { watch },
}: Pick<Deps, 'groups' | 'present' | 'refusals'>): Route[] => {
  const pathOf = (actor: Actor, { id }: { id: string }, seen: number | undefined) => ({
    orgId: orgOf(actor),
    teamId: id.toLowerCase(),
    assertSeen: (group: Parameters<typeof versionOfGroup>[0]) => assertVersion(versionOfGroup(group), seen),
  })
  const show = async (orgId: string, teamId: string, projection: ReturnType<typeof readProjection>) =>
    present.group(await groups.show(orgId, teamId, projection.has('members')), projection)

  return [
    handle(scimGroups, ({ actor, query }) =>
      watch(actor, scimGroups.id, async () => {
        const [orgId, paging, projection] = [orgOf(actor), pagingOf(query), readProjection(query)]
        const total = await groups.count(orgId, paging.filter)
        const rows = paging.limit === 0 ? [] : await groups.page(orgId, paging, projection.has('members'))
        const shown = rows.map((group) => present.group(group, projection))
        return present.list(shown, total, paging.first)
      }),
    ),
    handle(scimGroup, ({ actor, params, query }) => show(orgOf(actor), params.id.toLowerCase(), readProjection(query))),
    handle(createScimGroup, ({ actor, query, body }) =>
      watch(actor, createScimGroup.id, async () => {
        const [orgId, projection] = [orgOf(actor), readProjection(query)]
        const members = replacedMembers(readMembers(field(body, 'members')))
        const teamId = await groups.create(actor, orgId, readResource(body, groupSchema), members)
        return show(orgId, teamId, projection)
      }),
    ),
    handle(replaceScimGroup, ({ actor, params, query, body, ifMatch }) =>
      watch(actor, replaceScimGroup.id, async () => {
        const [path, projection] = [pathOf(actor, params, ifMatch), readProjection(query)]
        const members = replacedMembers(readMembers(field(body, 'members')))
        await groups.replace(actor, path, readResource(body, groupSchema), members)
        return show(path.orgId, path.teamId, projection)
      }),
    ),
    handle(patchScimGroup, ({ actor, params, query, body, ifMatch }) =>
      watch(actor, patchScimGroup.id, async () => {
        const [path, projection] = [pathOf(actor, params, ifMatch), readProjection(query)]
        await groups.patch(actor, path, readOperations(body))
        return show(path.orgId, path.teamId, projection)
      }),
    ),
    handle(removeScimGroup, ({ actor, params, ifMatch }) =>
      watch(actor, removeScimGroup.id, () => groups.remove(actor, pathOf(actor, params, ifMatch))),
    ),
  ]
}
