import { describe, expect, it } from 'vitest'
import { createAuth } from './auth.service.ts'

type Deps = Parameters<typeof createAuth>[0]
type Candidates = Awaited<ReturnType<Deps['store']['signInCandidates']>>

const account = (hash: string) => ({ id: hash, status: 'active', isDemo: false, passwordHash: hash })

/** How many passwords are compared where all of them are wrong. */
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

describe('the work of a failed sign-in', () => {
  it('is the same whether the address has a holder or nobody', async () => {
    expect(await comparisons({})).toBe(1)
    expect(await comparisons({ holder: account('h') })).toBe(1)
  })

  it('is the same for a claimed address, whether it also has a holder or not', async () => {
    expect(await comparisons({ claimant: account('c') })).toBe(2)
    expect(await comparisons({ holder: account('h'), claimant: account('c') })).toBe(2)
  })
})
