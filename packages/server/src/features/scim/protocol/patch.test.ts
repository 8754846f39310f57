import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { DomainError } from '../../../domain-error.ts'
import { type Resource, readResource, userSchema } from './attributes.ts'
import { readOperations } from './operations.ts'
import { applyOperations } from './patch.ts'

const jane: Resource = {
  userName: 'jane@northwind.test',
  externalId: 'e-1',
  active: true,
  displayName: 'Jane Doe',
  name: { givenName: 'Jane', familyName: 'Doe' },
  emails: [{ value: 'jane@northwind.test', type: 'work', primary: true }],
}

const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const patch = (...operations: unknown[]) =>
  applyOperations(jane, readOperations({ schemas, Operations: operations }), userSchema)
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
  return undefined
}
const work = (value: string) => [{ value, type: 'work', primary: true }]

describe('PATCH of a SCIM user', () => {
  test.each<[string, unknown, Resource]>([
    ['replace with a path', { op: 'replace', path: 'displayName', value: 'J' }, { ...jane, displayName: 'J' }],
    ['replace without a path', { op: 'replace', value: { displayName: 'J' } }, { ...jane, displayName: 'J' }],
    ['a boolean of Okta', { op: 'replace', value: { active: false } }, { ...jane, active: false }],
    [
      'a capital and a boolean as text of Entra',
      { op: 'Replace', path: 'active', value: 'False' },
      { ...jane, active: false },
    ],
    [
      'dotted keys of Entra',
      { op: 'Add', value: { 'name.givenName': 'Joan', 'name.familyName': 'Roe' } },
      { ...jane, name: { givenName: 'Joan', familyName: 'Roe' } },
    ],
    [
      'a sub-attribute',
      { op: 'replace', path: 'name.givenName', value: 'Joan' },
      { ...jane, name: { givenName: 'Joan', familyName: 'Doe' } },
    ],
    [
      'part of an object',
      { op: 'replace', path: 'name', value: { familyName: 'Roe' } },
      { ...jane, name: { givenName: 'Jane', familyName: 'Roe' } },
    ],
    [
      'a value path',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'j@northwind.test' },
      { ...jane, emails: work('j@northwind.test') },
    ],
    [
      'a value path with a boolean as text of Entra',
      { op: 'Replace', path: 'emails[primary eq "True"].value', value: 'j@northwind.test' },
      { ...jane, emails: work('j@northwind.test') },
    ],
    [
      'the value of an address that does not exist yet, as Entra adds it',
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'j@home.test' },
      { ...jane, emails: [...work('jane@northwind.test'), { type: 'other', value: 'j@home.test' }] },
    ],
    [
      'another primary address',
      { op: 'add', path: 'emails', value: [{ value: 'j@northwind.test', primary: true }] },
      {
        ...jane,
        emails: [
          { value: 'jane@northwind.test', type: 'work', primary: false },
          { value: 'j@northwind.test', primary: true },
        ],
      },
    ],
    ['a removal', { op: 'remove', path: 'name.familyName' }, { ...jane, name: { givenName: 'Jane' } }],
    ['the removal of matching values', { op: 'Remove', path: 'emails[type eq "work"]' }, { ...jane, emails: [] }],
    [
      'a path with the URN of the schema',
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName',
        value: 'J',
      },
      { ...jane, displayName: 'J' },
    ],
    ['an attribute that is not stored', { op: 'add', path: 'title', value: 'Partner' }, jane],
    [
      'an extension',
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'RE',
      },
      jane,
    ],
    ['an id repeated by Okta', { op: 'replace', value: { id: 'x', displayName: 'J' } }, { ...jane, displayName: 'J' }],
  ])('applies %s', (_, operation, wanted) => {
    expect(patch(operation)).toEqual(wanted)
  })

  test.each<[string, unknown, string]>([
    ['an unknown operation', { op: 'move', path: 'active' }, 'scim_invalid_syntax'],
    ['an operation that is no object', 'replace', 'scim_invalid_syntax'],
    ['a remove without a path', { op: 'remove' }, 'scim_no_target'],
    ['a replace without path and object', { op: 'replace', value: 7 }, 'scim_invalid_syntax'],
    ['an unknown attribute', { op: 'add', path: 'shoeSize', value: 'x' }, 'scim_invalid_path'],
    ['an unknown sub-attribute', { op: 'add', path: 'name.nick', value: 'x' }, 'scim_invalid_path'],
    ['a sub-attribute of text', { op: 'add', path: 'displayName.x', value: 'x' }, 'scim_invalid_path'],
    ['a malformed path', { op: 'add', path: 'emails[type eq', value: 'x' }, 'scim_invalid_path'],
    ['a malformed filter in a path', { op: 'add', path: 'emails[type]', value: 'x' }, 'scim_invalid_path'],
    ['a prototype as a path', { op: 'add', path: '__proto__.x', value: 'x' }, 'scim_invalid_path'],
    ['an id', { op: 'replace', path: 'id', value: 'x' }, 'scim_mutability'],
    ['groups of a user', { op: 'add', path: 'groups', value: [] }, 'scim_mutability'],
    [
      'a value path without a match',
      { op: 'replace', path: 'emails[type eq "x"].value', value: 'y' },
      'scim_no_target',
    ],
    ['a wrong type', { op: 'replace', path: 'active', value: 'perhaps' }, 'scim_invalid_value'],
    ['a text that is too long', { op: 'replace', path: 'displayName', value: 'x'.repeat(257) }, 'scim_invalid_value'],
    ['a text with U+0000', { op: 'replace', path: 'displayName', value: 'a\0' }, 'scim_invalid_value'],
  ])('refuses %s', (_, operation, code) => {
    expect(codeOf(() => patch(operation))).toBe(code)
  })

  it('refuses a body without the schema of a PATCH, without operations, and with too many', () => {
    const good = { op: 'replace', path: 'active', value: true }
    for (const body of [
      { Operations: [good] },
      { schemas, Operations: [] },
      { schemas, Operations: {} },
      { schemas: ['x'], Operations: [good] },
      { schemas, Operations: Array.from({ length: 501 }, () => good) },
    ])
      expect(codeOf(() => readOperations(body))).toBe('scim_invalid_syntax')
  })

  const operations = fc.record({
    op: fc.constantFrom('add', 'Replace', 'remove', 'x'),
    path: fc.oneof(
      fc.constantFrom(
        'emails',
        'name',
        'active',
        'emails[type eq "work"]',
        'emails[value pr].primary',
        '__proto__',
        'constructor',
      ),
      fc.string(),
    ),
    value: fc.oneof(fc.jsonValue(), fc.constant(undefined)),
  })

  it('never fails but by refusing, changes nothing that it was given, and leaves at most one primary address', () => {
    fc.assert(
      fc.property(fc.array(operations, { minLength: 1, maxLength: 5 }), (given) => {
        const before = structuredClone(jane)
        let after: Resource = jane
        const code = codeOf(() => {
          after = patch(...given)
        })
        expect(code ?? 'scim_').toMatch(/^scim_/)
        expect(jane).toEqual(before)
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
        // Reading what was stored changes nothing: every value has its type.
        if (code === undefined) expect(readResource({ ...after, schemas: [userSchema.urn] }, userSchema)).toEqual(after)
      }),
    )
  })

  it('gives the same resource when the same replacement is repeated', () => {
    const replace = fc.constantFrom(
      { op: 'replace', path: 'emails', value: [{ value: 'a@b.test' }] },
      { op: 'replace', path: 'name', value: { givenName: 'A' } },
      { op: 'add', path: 'emails', value: { value: 'c@d.test', primary: true } },
      { op: 'remove', path: 'displayName' },
    )
    fc.assert(
      fc.property(replace, (operation) => {
        const all = readOperations({ schemas, Operations: [operation] })
        const once = applyOperations(jane, all, userSchema)
        expect(applyOperations(once, all, userSchema)).toEqual(once)
      }),
    )
  })
})
