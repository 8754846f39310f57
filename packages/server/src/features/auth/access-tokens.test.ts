import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { days, later, minutes } from '../../platform/clock.ts'
import { createAccessTokens } from './access-tokens.ts'

const start = new Date('2026-01-01T12:00:00.000Z')
const [oldSecret, newSecret, otherSecret] = ['old', 'new', 'other'].map((name) => `${name}-`.padEnd(40, 'x'))
const tokensOf = (secrets: (string | undefined)[], now = start) =>
  createAccessTokens({ secrets: secrets.filter((secret) => secret !== undefined), now: () => now })

const session = { userId: 'user', sessionId: 'session', expiresAt: later(start, days(30)) }
const claims = {
  userId: 'user',
  sessionId: 'session',
  dealId: undefined,
  grantId: undefined,
  expiresAt: later(start, minutes(60)),
}

describe('access tokens', () => {
  it('reads user and session from a token for sixty minutes and reports it as expired afterwards', async () => {
    const token = (await tokensOf([newSecret]).issue(session)).token
    const readAt = (milliseconds: number) => tokensOf([newSecret], later(start, milliseconds)).read(token)
    expect(await readAt(0)).toEqual(claims)
    expect(await readAt(minutes(60) - 1000)).toEqual(claims)
    expect(await readAt(minutes(60))).toBe('expired')
    expect(await readAt(days(400))).toBe('expired')
  })

  it('never issues a token that outlives its session', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 * 60 }), async (secondsLeft) => {
        const expiresAt = later(start, secondsLeft * 1000)
        const issued = await tokensOf([newSecret]).issue({ ...session, expiresAt })
        expect(issued.expiresInMinutes).toBe(Math.floor(Math.min(secondsLeft, 3600) / 60))
        const read = await tokensOf([newSecret]).read(issued.token)
        expect(read).toMatchObject({ expiresAt: later(start, Math.min(secondsLeft, 3600) * 1000) })
      }),
    ))

  it('reads the deal from a deal token', async () => {
    const tokens = tokensOf([newSecret])
    expect(await tokens.read((await tokens.issue({ ...session, dealId: 'd1' })).token)).toEqual({
      ...claims,
      dealId: 'd1',
    })
  })

  it("reads the grant from a superadmin's deal token", async () => {
    const tokens = tokensOf([newSecret])
    const { token } = await tokens.issue({ ...session, dealId: 'd1', grantId: 'g1' })
    expect(decodeJwt(token)['grant']).toBe('g1')
    expect(await tokens.read(token)).toEqual({ ...claims, dealId: 'd1', grantId: 'g1' })
  })

  it('issues tokens with unique ids that name their algorithm and audience', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await tokensOf([newSecret]).issue(session)).token),
    )
    expect(decodeJwt(first ?? '').jti).not.toBe(decodeJwt(second ?? '').jti)
    expect(decodeProtectedHeader(first ?? '')).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decodeJwt(first ?? '').aud).toBe('deal-canvas')
  })
})

describe('token secrets', () => {
  it('rotates secrets without signing anyone out: the first signs, all verify', async () => {
    const before = (await tokensOf([oldSecret]).issue(session)).token
    const during = tokensOf([newSecret, oldSecret])
    expect(await during.read(before)).toEqual(claims)
    const after = (await during.issue(session)).token
    expect(await tokensOf([newSecret]).read(after)).toEqual(claims)
    expect(await tokensOf([newSecret]).read(before)).toBe('invalid')
    expect(await tokensOf([oldSecret]).read(after)).toBe('invalid')
  })

  it('reports an old token under an old secret as expired, not as invalid', async () => {
    const before = (await tokensOf([oldSecret]).issue(session)).token
    expect(await tokensOf([newSecret, oldSecret], later(start, days(1))).read(before)).toBe('expired')
    expect(await tokensOf([newSecret, otherSecret], later(start, days(1))).read(before)).toBe('invalid')
  })

  it('requires at least one token secret', () => {
    expect(() => tokensOf([])).toThrow('At least one token secret is needed')
  })
})

describe('invalid tokens', () => {
  it('rejects a token with any character altered, removed or added', async () => {
    const tokens = tokensOf([newSecret])
    const token = (await tokens.issue(session)).token
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ']
    const alterations = fc.record({
      at: fc.nat({ max: token.length - 1 }),
      to: fc.constantFrom(...alphabet),
      how: fc.constantFrom('replace', 'insert', 'remove'),
    })
    await fc.assert(
      fc.asyncProperty(alterations, async ({ at, to, how }) => {
        const altered = `${token.slice(0, at)}${how === 'remove' ? '' : to}${token.slice(how === 'insert' ? at : at + 1)}`
        fc.pre(altered !== token)
        expect(await tokens.read(altered)).toBe('invalid')
      }),
      { numRuns: 2000 },
    )
  })

  it('rejects a token with any other last character, even if the differing bits are unused', async () => {
    const tokens = tokensOf([newSecret])
    const token = (await tokens.issue(session)).token
    const last = token.at(-1)
    for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (other !== last) expect([other, await tokens.read(token.slice(0, -1) + other)]).toEqual([other, 'invalid'])
    }
  })

  it('rejects a token signed with the right secret but with a header or claim that the service does not write', async () => {
    const tokens = tokensOf([newSecret])
    const { token } = await tokens.issue(session)
    const [head, payload] = [decodeProtectedHeader(token), decodeJwt(token)]
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = (header: unknown, claims: unknown, algorithm = 'sha256') => {
      const text = `${encode(header)}.${encode(claims)}`
      return `${text}.${createHmac(algorithm, newSecret ?? '')
        .update(text)
        .digest('base64url')}`
    }
    expect(await tokens.read(signed(head, payload))).toEqual(claims)
    const others = [
      signed({ ...head, alg: 'none' }, payload),
      signed({ ...head, alg: 'HS512' }, payload),
      signed({ ...head, alg: 'HS512' }, payload, 'sha512'),
      signed(head, payload, 'sha512'),
      signed({ ...head, crit: ['b64'], b64: false }, payload),
      signed({ typ: 'JWT' }, payload),
      signed([head], payload),
      signed(null, payload),
      signed(head, [payload]),
      signed(head, null),
      ...['sub', 'sid', 'jti', 'iat', 'exp', 'aud', 'token_use'].map((name) =>
        signed(head, { ...payload, [name]: undefined }),
      ),
      ...['sub', 'sid', 'jti', 'iat', 'exp', 'aud', 'token_use'].map((name) =>
        signed(head, { ...payload, [name]: [] }),
      ),
      signed(head, { ...payload, exp: String(payload.exp) }),
      signed(head, { ...payload, aud: 'another' }),
      signed(head, { ...payload, nbf: 0 }),
      signed(head, { ...payload, token_use: 'refresh' }),
      signed(head, { ...payload, token_use: 'deal' }),
      signed(head, { ...payload, token_use: 'deal', deal_id: 'd1', grant: 7 }),
      `${encode(head)}.${encode(payload)}.`,
      `${encode(head)}.${encode(payload)}`,
      `${signed(head, payload)}.`,
    ]
    for (const other of others) expect([other, await tokens.read(other)]).toEqual([other, 'invalid'])
  })

  it('rejects arbitrary text as a token', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(fc.base64String(), { maxLength: 4 }).map((parts) => parts.join('.')),
        ),
        async (text) => {
          expect(await tokensOf([newSecret]).read(text)).toBe('invalid')
        },
      ),
      { numRuns: 500 },
    ))
})
