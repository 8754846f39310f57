import type { ScimGroup, ScimUser } from '@deal-canvas/contract'
import type { ShownGroup } from './groups.service.ts'
import type { PersonRow } from './people.store.ts'
import type { Projection } from './project.ts'
import { groupSchema, userSchema } from './protocol/attributes.ts'
import { nameOf } from './read-user.ts'
import { versionOfGroup, versionOfPerson } from './version.ts'

const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

interface Dated {
  createdAt: Date
  updatedAt: Date
}

/** `base` is the address of the SCIM endpoints. */
export const createPresent = (base: string) => {
  const meta = (resourceType: 'User' | 'Group', id: string, { createdAt, updatedAt }: Dated, version: number) => ({
    resourceType,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location: `${base}/${resourceType}s/${id}`,
    version: `W/"${version}"`,
  })

  return {
    user: (person: PersonRow, projection: Projection): ScimUser =>
      projection.apply({
        schemas: [userSchema.urn],
        id: person.userId,
        ...(person.externalId === null ? {} : { externalId: person.externalId }),
        userName: person.userName,
        name: nameOf(person),
        displayName: person.displayName,
        active: person.role !== null,
        emails: [{ value: person.email, type: 'work', primary: true }],
        meta: meta('User', person.userId, person, versionOfPerson(person)),
      }),

    group: ({ group, members }: ShownGroup, projection: Projection): ScimGroup =>
      projection.apply({
        schemas: [groupSchema.urn],
        id: group.teamId,
        ...(group.externalId === null ? {} : { externalId: group.externalId }),
        displayName: group.name,
        members: members.map(({ userId, displayName }) => ({ value: userId, display: displayName, type: 'User' })),
        meta: meta('Group', group.teamId, group, versionOfGroup(group)),
      }),

    list: <Item>(items: Item[], total: number, startIndex: number) => ({
      schemas: [listUrn],
      totalResults: total,
      startIndex,
      itemsPerPage: items.length,
      Resources: items,
    }),
  }
}
