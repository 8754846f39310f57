import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planMembers } from './members-patch.ts'
import { readOperations } from './operations.ts'

const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const plan = (operations: unknown[]) => planMembers(readOperations({ schemas, Operations: operations }))
const ids = ['a', 'b', 'c', 'd']
const some = fc.subarray(ids)
const listed = (given: string[]) => given.map((value) => ({ value }))

type Step = { given: unknown; run(before: Set<string>): Set<string> }

const steps: fc.Arbitrary<Step> = fc.oneof(
  some.map((given) => ({
    given: { op: 'Add', path: 'members', value: listed(given) },
    run: (before: Set<string>) => new Set([...before, ...given]),
  })),
  some.map((given) => ({
    given: { op: 'replace', value: { members: listed(given) } },
    run: () => new Set(given),
  })),
  some.map((given) => ({
    given: { op: 'Remove', path: 'members', value: listed(given) },
    run: (before: Set<string>) => new Set([...before].filter((id) => !given.includes(id))),
  })),
  fc.constantFrom(...ids).map((given) => ({
    given: { op: 'remove', path: `members[value eq "${given}"]` },
    run: (before: Set<string>) => new Set([...before].filter((id) => id !== given)),
  })),
  fc.constant({ given: { op: 'remove', path: 'members' }, run: () => new Set<string>() }),
)

describe('PATCH of the members of a SCIM group', () => {
  it('comes to the same as applying each operation to the list of members', () => {
    fc.assert(
      fc.property(some, fc.array(steps, { minLength: 1, maxLength: 6 }), (members, all) => {
        const { keepsOthers, added, removed } = plan(all.map(({ given }) => given))
        const kept = keepsOthers ? members.filter((id) => !removed.has(id)) : []
        const wanted = all.reduce((before, { run }) => run(before), new Set(members))
        expect(new Set([...kept, ...added])).toEqual(wanted)
      }),
    )
  })

  it('refuses members that are no objects with an id, and paths that are not supported', () => {
    for (const operation of [
      { op: 'add', path: 'members', value: [7] },
      { op: 'add', path: 'members', value: [{ value: 7 }] },
    ])
      expect(() => plan([operation])).toThrow(expect.objectContaining({ code: 'scim_invalid_value' }))
    for (const operation of [
      { op: 'remove', path: 'members[display eq "x"]' },
      { op: 'add', path: 'members[value eq "x"]' },
      { op: 'replace', path: 'members.value', value: 'x' },
    ])
      expect(() => plan([operation])).toThrow(expect.objectContaining({ code: 'scim_invalid_path' }))
  })
})
