import { describe, expect, it } from 'vitest'
import { createTotpSecrets } from './totp-secrets.ts'

interface Row {
  userId: string
  sealedSecret: string
  sealedWith: string
}

const former = 'the-former-secret-of-32-bytes-or-more'
const next = 'the-next-secret-with-32-bytes-or-more'

/** The part of the store that sealing uses, in memory. */
const storeOf = (rows: Row[]) => ({
  sealedOtherwise: async (sealedWith: string, after: string, limit: number) =>
    rows.filter((row) => row.sealedWith !== sealedWith && row.userId > after).slice(0, limit),
  reseal: async (userId: string, before: string, sealedSecret: string, sealedWith: string) => {
    const row = rows.find((item) => item.userId === userId && item.sealedSecret === before)
    if (row !== undefined) Object.assign(row, { sealedSecret, sealedWith })
  },
})
type Store = Parameters<typeof createTotpSecrets>[0]
const secretsOf = (rows: Row[], keys: readonly [string, ...string[]]) =>
  createTotpSecrets(storeOf(rows) as unknown as Store, keys)
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

describe('secrets of authenticator apps', () => {
  it('survive a rotation of the token secret, however many there are', async () => {
    const { seal } = secretsOf([], [former])
    const rows = Array.from({ length: 1001 }, (_, n) => ({ userId: idOf(n + 1), ...seal(`SECRET${n}`) }))
    await secretsOf(rows, [next, former]).resealAll()
    const { open } = secretsOf(rows, [next])
    expect(rows.map(({ sealedSecret }) => open(sealedSecret))).toEqual(rows.map((_, n) => `SECRET${n}`))
  })

  it('are left alone if no secret in the list opens them, and open again once it is back', async () => {
    const { seal, open } = secretsOf([], [former])
    const rows = [{ userId: idOf(1), ...seal('LOST') }]
    await secretsOf(rows, [next]).resealAll()
    expect(secretsOf(rows, [next]).open(rows[0]?.sealedSecret ?? '')).toBeUndefined()
    expect(open(rows[0]?.sealedSecret ?? '')).toBe('LOST')
  })
})
