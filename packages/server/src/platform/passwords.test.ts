import { describe, expect, it } from 'vitest'
import { actFor } from './fairness/party.ts'
import { createPasswords } from './passwords.ts'

const passwords = await createPasswords()

describe('passwords', () => {
  it('hashes passwords with Argon2id at 19 MiB, two passes, one lane and a fresh salt each time', async () => {
    const [first, second] = await Promise.all([passwords.hash('same-password'), passwords.hash('same-password')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
  })

  it('produces the same Argon2 hashes as the reference implementation', async () => {
    // A test vector of phc-winner-argon2: the package has replaced its underlying library once before.
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwords.matches('password', known)).toBe(true)
    expect(await passwords.matches('passwore', known)).toBe(false)
  })

  it('matches a password against its own hash and no other', async () => {
    const hash = await passwords.hash('the right one ✓')
    expect(await passwords.matches('the right one ✓', hash)).toBe(true)
    for (const wrong of ['the right one', 'The right one ✓', '', 'the right one ✓ ']) {
      expect(await passwords.matches(wrong, hash)).toBe(false)
    }
  })

  it.each([null, undefined])(
    'matches no password when there is no hash (%s), not even the placeholder password',
    async (none) => {
      for (const password of ['no account has this password', '', 'anything']) {
        expect(await passwords.matches(password, none)).toBe(false)
      }
    },
  )

  it('spends as much CPU time rejecting a password without a hash as with one', async () => {
    const hash = await passwords.hash('some-password')
    const cpuOf = async (given: string | undefined): Promise<number> => {
      const before = process.cpuUsage()
      for (let n = 0; n < 12; n++) await passwords.matches('wrong-password', given)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await cpuOf(hash)
    const [withHash, without] = [await cpuOf(hash), await cpuOf(undefined)]
    expect(without / withHash).toBeGreaterThan(0.5)
    expect(without / withHash).toBeLessThan(2)
  })

  it('does not delay sign-ins from one network behind a thousand guesses from another', async () => {
    const done: string[] = []
    const guess = (network: string) =>
      actFor({ tenant: network, person: 'login' }, () => passwords.matches('guess', null)).then(() =>
        done.push(network),
      )
    const guesses = Array.from({ length: 24 }, () => guess('attacker'))
    await guess('victim')
    expect(done.filter((network) => network === 'attacker').length).toBeLessThan(6)
    await Promise.all(guesses)
  })
})
