import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, plantOrg } from '../../testing/planting.ts'
import { goodPassword, register, someAddress } from '../../testing/registering.ts'
import { expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'
import { createPasswordTags } from './password-tags.ts'

onService('addresses claimed by several accounts', (app) => {
  let superadmin: Person
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
  })
  beforeEach(() => forgetLimits(app))

  const login = (email: string, password: string) =>
    app.send('POST', '/api/auth/login', { body: { email, password }, ip: someIp() })
  const claim = async (email: string, password: string) => {
    await forgetLimits(app)
    return register(app, { email, password })
  }
  const passwordOf = (index: number): string => `password number ${index}`

  it.each(['held', 'free'])('signs each claimant of an address in to their own account (%s)', async (kind) => {
    const email = kind === 'held' ? 'editor@example.com' : someAddress()
    const people: string[] = []
    for (let index = 0; index < 4; index++) people.push((await claim(email, passwordOf(index))).userId)
    const entered: string[] = []
    for (let index = 0; index < 4; index++) entered.push((await login(email, passwordOf(index))).body.user?.id)
    expect(entered).toEqual(people)
    if (kind === 'held') {
      expect((await login(email, 'deal-canvas-demo')).body.user.display_name).toBe('Priya Nair')
    }
    expectRefusal(await login(email, 'nobody has this one'), 401, 'invalid_credentials')
  })

  it('signs in the holder of an address even if a claimant has the same password', async () => {
    const claimant = await claim('viewer@example.com', 'deal-canvas-demo')
    const { body } = await login('viewer@example.com', 'deal-canvas-demo')
    expect(body.user.display_name).toBe('Hannah Weiss')
    expect(body.user.id).not.toBe(claimant.userId)
  })

  it('signs a claimant in with the new password only after a password change', async () => {
    const person = await register(app)
    const body = { current_password: goodPassword, new_password: 'quite another word' }
    expect((await person.send('POST', '/api/auth/password', body)).status).toBe(204)
    expect((await login(person.email, 'quite another word')).body.user.id).toBe(person.userId)
    expectRefusal(await login(person.email, goodPassword), 401, 'invalid_credentials')
  })

  it('lets a superadmin create an account for an address that another account only claims', async () => {
    const claimant = await register(app)
    const made = await superadmin.send('POST', '/api/superadmin/users', {
      email: claimant.email,
      password: 'made by hand',
    })
    expect(made.status).toBe(200)
    expect((await login(claimant.email, 'made by hand')).body.user.id).toBe(made.body.id)
    expect((await login(claimant.email, goodPassword)).body.user.id).toBe(claimant.userId)
  })

  describe('restored accounts', () => {
    const setStatus = (id: string, status: string) =>
      superadmin.send('PATCH', `/api/superadmin/users/${id}`, { status })

    it('restores the address of a deleted account as verified or unverified, as it was before', async () => {
      const claimant = await register(app)
      const made = await superadmin.send('POST', '/api/superadmin/users', {
        email: someAddress(),
        password: goodPassword,
      })
      for (const [id, email, verified] of [
        [claimant.userId, claimant.email, false],
        [made.body.id, made.body.email, true],
      ] as const) {
        await setStatus(id, 'deleted')
        expect((await setStatus(id, 'active')).status).toBe(200)
        const { body } = await login(email, goodPassword)
        expect(body.user.id).toBe(id)
        const me = await app.send('GET', '/api/auth/me', { token: body.access_token })
        expect(me.body.emails).toEqual([{ email, verified, primary: true }])
      }
    })

    it("restores the user's own address, not one that an administrator proposed", async () => {
      const email = someAddress()
      const org = await plantOrg(app)
      const made = await superadmin.send('POST', '/api/superadmin/users', {
        email,
        password: goodPassword,
        org_id: org,
      })
      const evil = someAddress('evil')
      await superadmin.send('PATCH', `/api/admin/users/${made.body.id}`, { email: evil })
      await setStatus(made.body.id, 'deleted')
      await setStatus(made.body.id, 'active')
      expect((await login(email, goodPassword)).body.user?.id).toBe(made.body.id)
      expectRefusal(await login(evil, goodPassword), 401, 'invalid_credentials')
      expect(await app.sql('SELECT 1 FROM user_emails WHERE email = $1', [evil])).toEqual([])
    })
  })
})

describe('password tag', () => {
  it('computes sixteen-bit tags that are found under the old and the new secret', () => {
    const old = createPasswordTags(['old'])
    const rotating = createPasswordTags(['new', 'old'])
    expect(rotating.known('a')).toEqual([rotating.of('a'), old.of('a')])
    for (const password of ['', 'a', 'x'.repeat(1000)]) {
      expect(old.of(password)).toBeGreaterThanOrEqual(0)
      expect(old.of(password)).toBeLessThan(65_536)
      expect(old.of(password)).toBe(old.of(password))
    }
  })
})
