import { describe, expect, it } from 'vitest'
import { createAuth } from './auth.service.ts'

type Deps = Parameters<typeof createAuth>[0]
type Candidates = Awaited<ReturnType<Deps['store']['signInCandidates']>>

const account = (hash: string) => ({ id: hash, status: 'active', isDemo: false, passwordHash: hash })

/** The number of password comparisons when all of them fail. */
const comparisons = async (found: { holder?: object; claimant?: object }): Promise<number> => {
  let compared = 0
  const deps = {
    store: { signInCandidates: async () => found as Candidates },
    passwords: {
      matches: async () => {
        compared++
        return false
      },
    },
    tags: { known: () => [1] },
    limits: { take: async () => undefined, count: async () => 1, giveBack: async () => undefined },
    room: { wait: async () => undefined },
    devices: { peopleIn: () => [] },
  } as unknown as Deps
  const login = createAuth(deps).login(
    { email: 'a@example.com', password: 'x' },
    {
      caller: { ip: '10.0.0.1', userAgent: undefined },
      deviceCookie: undefined,
      signal: new AbortController().signal,
    },
  )
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  return compared
}

describe('cost of a failed sign-in', () => {
  it('compares one password whether or not the address has a holder', async () => {
    expect(await comparisons({})).toBe(1)
    expect(await comparisons({ holder: account('h') })).toBe(1)
  })

  it('compares two passwords for a claimed address whether or not it has a holder', async () => {
    expect(await comparisons({ claimant: account('c') })).toBe(2)
    expect(await comparisons({ holder: account('h'), claimant: account('c') })).toBe(2)
  })
})
