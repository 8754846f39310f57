import { auditEvents, type TSchema } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { peopleIn, personFields, withOwnPeople } from './own-people.ts'

const [alice, bob, here] = ['a', 'b', 'c'].map((letter) => letter.repeat(8)) as [string, string, string]

/** The names of the fields of a schema that hold an id, at any depth. */
const idsIn = (schema: TSchema): string[] => {
  const {
    properties = {},
    items,
    anyOf = [],
  }: { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(name.endsWith('_id') ? [name] : []),
      ...idsIn(field),
    ]),
    ...(items === undefined ? [] : idsIn(items)),
    ...anyOf.flatMap(idsIn),
  ]
}

describe('the people in imported events', () => {
  it('are found at any depth, and become the names that came along, or nobody', () => {
    const data = { user_id: alice, lead_id: null, votes: [{ vote_id: bob, user_id: bob }] }
    expect([...peopleIn(data)]).toEqual([alice, bob])
    expect(withOwnPeople(data, new Map([[alice, here]]))).toEqual({
      user_id: here,
      lead_id: null,
      votes: [{ vote_id: bob, user_id: '00000000-0000-0000-0000-000000000000' }],
    })
  })

  it('are in every field of an event with the id of a person: each other id is that of a thing [BUNDLE-3]', () => {
    const things = [
      ...['comment', 'condition', 'document', 'draft', 'export', 'feedback', 'finding', 'former_document', 'grant'],
      ...['passage', 'reply', 'request', 'scenario', 'sign_off', 'source', 'team', 'threshold', 'vote'],
    ].map((name) => `${name}_id`)
    const found = new Set(Object.values(auditEvents).flatMap(({ data }) => idsIn(data)))
    expect([...found].sort()).toEqual([...personFields, ...things].sort())
  })
})
