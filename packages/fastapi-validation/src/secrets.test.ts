import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytes, failuresOf, judgeOf } from './testing/judging.ts'
import { integer, list, map, model, nullable, optional, secret, text } from './testing/schemas.ts'

describe('echo of secrets', () => {
  const account = model({ email: text(), password: secret({ min: 12 }), codes: list(secret({ max: 2 })) })
  const judge = judgeOf({ body: model({ account, label: text(), tags: map(text()) }) })
  const echoesOf = (body: unknown) => failuresOf(judge({ body: bytes(JSON.stringify(body)) })).map(({ input }) => input)
  const whole = { account: { email: 'a', password: 'correct horse', codes: [] }, label: 'x', tags: {} }

  test('echoes null for a secret field in a validation error, whatever was sent [PASSWORD-9]', () => {
    for (const password of ['hunter2', 123456, ['hunter2'], { password: 'hunter2' }, 'hunter2\0', null])
      expect(echoesOf({ ...whole, account: { ...whole.account, password } })).toEqual([null])
  })
  test('does not echo an item of a list of secrets', () => {
    expect(echoesOf({ ...whole, account: { ...whole.account, codes: ['hunter2', 'ok'] } })).toEqual([null])
  })
  test('replaces a secret by null inside an echoed object at any depth and keeps its neighbors', () => {
    expect(echoesOf({ account: { ...whole.account, codes: ['12'] }, label: 'x' })).toEqual([
      { account: { email: 'a', password: null, codes: [null] }, label: 'x' },
    ])
  })
  test('does not echo a field of an object that is secret as a whole', () => {
    const vault = { ...model({ pin: integer(), name: text() }), writeOnly: true }
    const body = bytes('{"vault":{"pin":"hunter2"}}')
    expect(failuresOf(judgeOf({ body: model({ vault }) })({ body })).map(({ input }) => input)).toEqual([null, null])
  })
  test('does not echo a secret sent as an object or under the name of another field', () => {
    const account = { ...whole.account, password: { email: 'hunter2' }, codes: { label: 'hunter2' } }
    expect(echoesOf({ account, tags: {} })).toEqual([
      null,
      { label: null },
      { account: { email: 'a', password: null, codes: { label: null } }, tags: {} },
    ])
  })
  test('does not echo a secret under a misspelled name', () => {
    const { password: _, ...rest } = whole.account
    expect(echoesOf({ ...whole, account: { ...rest, Password: 'hunter2', pin: 123456 } })).toEqual([
      { email: 'a', codes: [], Password: null, pin: null },
    ])
  })
  test('does not echo a secret in a value of an unexpected shape', () => {
    expect(echoesOf(['hunter2', { password: 'hunter2', label: 'x' }])).toEqual([[null, null]])
    expect(echoesOf([])).toEqual([[]])
    expect(echoesOf('hunter2')).toEqual([null])
    expect(echoesOf({ ...whole, account: 'hunter2' })).toEqual([null])
  })
  test('does not echo a secret in the position of another field', () => {
    expect(echoesOf({ ...whole, label: { password: 'hunter2' } })).toEqual([{ password: null }])
  })
  test('does not echo a secret in a body that is not JSON', () => {
    const body = bytes('password=hunter2')
    expect(failuresOf(judge({ body, contentType: 'application/x-www-form-urlencoded' }))).toMatchObject([
      { input: null },
    ])
    expect(failuresOf(judge({ body }))).toMatchObject([{ type: 'json_invalid', input: {} }])
  })
  test('does not echo a secret in a query', () => {
    const failures = failuresOf(
      judgeOf({ query: model({ token: secret({ max: 3 }) }) })({ query: { token: 'hunter2' } }),
    )
    expect(failures).toMatchObject([{ type: 'string_too_long', input: null }])
  })
})

test('never includes a secret in the failures, whatever the body', () => {
  const login = model({
    name: text({ max: 5 }),
    password: secret({ min: 50 }),
    old: optional(nullable(secret({ max: 3 }))),
  })
  const judges = [
    judgeOf({ body: login }),
    judgeOf({ body: list(login, { max: 2 }) }),
    judgeOf({ body: model({ logins: map(login), pins: list(secret({ max: 2 }), { min: 3 }), count: integer() }) }),
    judgeOf({ body: model({ first: login, count: integer(), keys: map(secret({ max: 2 })) }) }),
  ]
  const plain = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ maxLength: 8 }))
  const hidden = fc.oneof(
    fc.string({ maxLength: 5 }).map((tail) => `hunter2${tail}`),
    fc.constantFrom('hunter2\0', '\ud800hunter2', 'hunter2'.repeat(1_000)),
  )
  const key = fc.constantFrom('name', 'count', 'first', 'password', 'x')
  /** Secrets at their declared position, under wrong names, or in place of their container. */
  const { body } = fc.letrec((tie) => ({
    inSecret: fc.oneof(hidden, fc.array(hidden), fc.dictionary(key, hidden)),
    login: fc.record(
      { name: plain, password: tie('inSecret'), old: tie('inSecret'), passwd: hidden },
      { requiredKeys: [] },
    ),
    holder: fc.oneof(tie('login'), fc.array(tie('login'), { maxLength: 4 }), hidden, fc.array(hidden)),
    body: fc.oneof(
      tie('holder'),
      fc.record(
        {
          logins: fc.dictionary(key, tie('holder')),
          first: tie('holder'),
          pins: tie('inSecret'),
          keys: tie('inSecret'),
          count: plain,
        },
        { requiredKeys: [] },
      ),
    ),
  }))
  let failed = 0
  fc.assert(
    fc.property(body, fc.constantFrom('application/json', 'text/plain'), (value, contentType) => {
      for (const judge of judges) {
        const failures = failuresOf(judge({ body: bytes(JSON.stringify(value)), contentType }))
        failed += failures.length
        expect(JSON.stringify(failures)).not.toContain('hunter2')
      }
    }),
    { numRuns: 300 },
  )
  expect(failed).toBeGreaterThan(1000)
})
