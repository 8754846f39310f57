import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import { field, isRecord } from './attributes.ts'
import type { Filter } from './filter.ts'
import { maxMembersGiven } from './limits.ts'
import type { Operation } from './operations.ts'

/**
 * What becomes of the members of a group, without knowing them: a group can have more members than a request should
 * read.
 */
export interface MembersChange {
  /** Whether those stay who are neither added nor removed. */
  readonly keepsOthers: boolean
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

export const noChange: MembersChange = { keepsOthers: true, added: new Set(), removed: new Set() }

const invalid = (detail: string): never => refuse('scim_invalid_value', { detail })

/** The ids in `[{"value": "…"}]`; one object stands for a list of one. */
export const readMembers = (given: unknown): string[] => {
  if (given === undefined || given === null) return []
  const items = Array.isArray(given) ? given : [given]
  if (items.length > maxMembersGiven) invalid(messages.tooManyMembers({ limit: maxMembersGiven }))
  return items.map((item) => {
    const id = isRecord(item) ? field(item, 'value') : item
    return typeof id === 'string' ? id.toLowerCase() : invalid(messages.objectExpected({ attribute: 'members' }))
  })
}

/** The ids of `members[value eq "…" or value eq "…"]`. */
const idsIn = (filter: Filter): string[] => {
  if (filter.kind === 'or') return filter.of.flatMap(idsIn)
  const isId = filter.kind === 'compare' && filter.by === 'eq' && filter.attribute === 'value'
  return isId && typeof filter.value === 'string'
    ? [filter.value.toLowerCase()]
    : refuse('scim_invalid_path', { detail: messages.pathUnexpected({ path: 'members' }) })
}

export const replacedMembers = (ids: readonly string[]): MembersChange => ({
  keepsOthers: false,
  added: new Set(ids),
  removed: new Set(),
})

const without = (all: ReadonlySet<string>, ids: readonly string[]): Set<string> => {
  const rest = new Set(all)
  for (const id of ids) rest.delete(id)
  return rest
}

const add = ({ keepsOthers, added, removed }: MembersChange, ids: readonly string[]): MembersChange => ({
  keepsOthers,
  added: new Set([...added, ...ids]),
  removed: without(removed, ids),
})

const remove = ({ keepsOthers, added, removed }: MembersChange, ids: readonly string[]): MembersChange => ({
  keepsOthers,
  added: without(added, ids),
  removed: keepsOthers ? new Set([...removed, ...ids]) : removed,
})

const next = (change: MembersChange, { op, path, value }: Operation): MembersChange => {
  if (path.sub !== undefined) return refuse('scim_invalid_path', { detail: messages.pathUnknown({ path: path.text }) })
  if (path.filter !== undefined) {
    if (op !== 'remove') refuse('scim_invalid_path', { detail: messages.pathUnexpected({ path: path.text }) })
    return remove(change, idsIn(path.filter))
  }
  if (op === 'replace') return replacedMembers(readMembers(value))
  if (op === 'add') return add(change, readMembers(value))
  // Microsoft Entra names the members to remove in the value; without one, all are removed.
  return value === undefined || value === null ? replacedMembers([]) : remove(change, readMembers(value))
}

export const isAboutMembers = ({ path }: Operation): boolean => path.attribute === 'members'

export const planMembers = (operations: readonly Operation[]): MembersChange => {
  const change = operations.filter(isAboutMembers).reduce(next, noChange)
  const named = change.added.size + change.removed.size
  return named > maxMembersGiven ? invalid(messages.tooManyMembers({ limit: maxMembersGiven })) : change
}
