import { createHash } from 'node:crypto'
import { refuse } from '../../domain-error.ts'
import type { GroupRow } from './groups.store.ts'
import type { PersonRow } from './people.store.ts'

/** The version of a resource is a digest of what it says, short enough to be a whole number in If-Match. */
const digest = (facts: readonly unknown[]): number =>
  createHash('sha256').update(JSON.stringify(facts)).digest().readUIntBE(0, 6)

export const versionOfPerson = ({ userName, externalId, email, firstName, lastName, displayName, role }: PersonRow) =>
  digest([userName, externalId, email, firstName, lastName, displayName, role !== null])

/** Between two reads, members can only have left or be newer, so their number and the newest tell every change. */
export const versionOfGroup = ({ name, externalId, memberCount, lastJoinedAt }: GroupRow): number =>
  digest([name, externalId, memberCount, lastJoinedAt])

export const assertVersion = (current: number, seen: number | undefined): void => {
  if (seen !== undefined && seen !== current) refuse('scim_version_stale')
}
