import { operations } from '@deal-canvas/contract/operations'
import { beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../../platform/clock.ts'
import { addApp, addPasskeyOf, codeOf, personWithApp, stopClock } from '../../../testing/factors.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { goodPassword, register } from '../../../testing/registering.ts'
import { expectRefusal, onService, type Person } from '../../../testing/service.ts'

onService('step-up', (app) => {
  beforeEach(() => forgetLimits(app))
  const { advance, time } = stopClock(app)
  const confirm = (person: Person, body: object) => person.send('POST', '/api/auth/step-up', body)
  /** An owner with an authenticator app whose last confirmation was too long ago. */
  const ownerWithApp = async () => {
    const { person, ...rest } = await personWithApp(app, time())
    const member = await register(app)
    const deal = await plantDeal(app, { members: { [person.userId]: 'owner', [member.userId]: 'commenter' } })
    advance(minutes(10))
    const share = (token = person.token) =>
      app.send('PUT', `/api/canvas/${deal}/members/${member.userId}`, { token, body: { role: 'viewer' } })
    return { person, deal, share, ...rest }
  }

  it('asks an account with a second factor to confirm before it shares a deal, and then for ten minutes not again [FACTOR-17]', async () => {
    const { person, share } = await ownerWithApp()
    expectRefusal(await share(), 403, 'step_up_required')
    const { body } = await confirm(person, { password: goodPassword })
    expect(Date.parse(body.good_until) - time().getTime()).toBeGreaterThan(minutes(9))
    expect((await share()).status).toBe(200)
    advance(minutes(9))
    expect((await share()).status).toBe(200)
    advance(minutes(1))
    expectRefusal(await share(), 403, 'step_up_required')
  })

  it('asks nothing of accounts without a second factor [FACTOR-18]', async () => {
    const person = await register(app)
    const deal = await plantDeal(app, { members: { [person.userId]: 'owner' } })
    advance(minutes(30))
    const answer = await app.send('GET', `/api/canvas/${deal}/audit-trail/export`, { token: person.token })
    expect(answer.status).toBe(200)
  })

  it('confirms by password, code, recovery code or passkey, and by nothing that is wrong or used', async () => {
    const { person, share, secret, codes } = await ownerWithApp()
    expectRefusal(await confirm(person, { password: 'not-the-password' }), 401, 'invalid_credentials')
    expectRefusal(await confirm(person, { code: '000000' }), 401, 'second_factor_invalid')
    expect((await confirm(person, {})).status).toBe(422)
    expect((await confirm(person, { password: goodPassword, code: '1' })).status).toBe(422)
    expectRefusal(await share(), 403, 'step_up_required')
    const given = codeOf(secret, 0, time())
    expect((await confirm(person, { code: given })).status).toBe(200)
    expect((await share()).status).toBe(200)
    expectRefusal(await confirm(person, { code: given }), 401, 'second_factor_invalid')
    expect((await confirm(person, { recovery_code: codes[0] })).status).toBe(200)
    const { authenticator } = await addPasskeyOf(person)
    advance(minutes(10))
    const { challenge, options, methods } = (await person.send('POST', '/api/auth/step-up/options')).body
    expect(methods).toEqual(['password', 'code', 'passkey', 'recovery_code'])
    const passkey = authenticator.use(options)
    expect((await confirm(person, { challenge, passkey })).status).toBe(200)
    expectRefusal(await confirm(person, { challenge, passkey }), 401, 'challenge_invalid')
    expect((await share()).status).toBe(200)
  })

  it('confirms one session and no other of the same person', async () => {
    const { person, share, secret } = await ownerWithApp()
    const other = await app.send('POST', '/api/auth/refresh', { cookie: person.cookie })
    expect(other.status).toBe(200)
    const asked = await app.send('POST', '/api/auth/login', { body: { email: person.email, password: goodPassword } })
    const signedIn = await app.send('POST', '/api/auth/second-factor', {
      body: { challenge: asked.body.challenge, code: codeOf(secret, 0, time()) },
    })
    expect((await share(signedIn.body.access_token)).status).toBe(200)
    expectRefusal(await share(), 403, 'step_up_required')
  })

  it('asks deal tokens of an unconfirmed session as well, and before a stream begins [FACTOR-19]', async () => {
    const { person, deal, share } = await ownerWithApp()
    const { token } = (await person.send('POST', `/api/canvas/${deal}/token/refresh`)).body
    expectRefusal(await share(token), 403, 'step_up_required')
    const stream = () => app.send('GET', `/api/canvas/${deal}/audit-trail/export`, { token })
    expectRefusal(await stream(), 403, 'step_up_required')
    await confirm(person, { password: goodPassword })
    expect((await share(token)).status).toBe(200)
    expect((await stream()).status).toBe(200)
  })

  it('asks every account that signed in long ago to confirm before it adds a factor [FACTOR-20]', async () => {
    const person = await register(app)
    advance(minutes(10))
    expectRefusal(await person.send('POST', '/api/auth/totp'), 403, 'step_up_required')
    expectRefusal(await person.send('POST', '/api/auth/passkeys/options'), 403, 'step_up_required')
    await confirm(person, { password: goodPassword })
    await addApp(person, time())
    advance(minutes(10))
    expectRefusal(await person.send('DELETE', '/api/auth/totp'), 403, 'step_up_required')
  })

  it('asks for confirmation before everything that gives power away or takes a deal out [FACTOR-17]', () => {
    const asking = operations.filter(({ stepUp }) => stepUp === 'with_factor').map(({ id }) => id)
    expect(asking.toSorted()).toEqual([
      'addTeamMember',
      'changeOrgMember',
      'changeUser',
      'createExport',
      'createUser',
      'eraseUser',
      'exportAuditTrail',
      'exportContent',
      'exportPortfolio',
      'purgeDeals',
      'putDealMember',
      'putDealTeam',
      'removeDeal',
      'removeDealMember',
      'removeDealTeam',
      'removeOrgMember',
      'removePasskey',
      'removeTeamMember',
      'removeTotp',
      'renewRecoveryCodes',
      'resetSecondFactors',
      'superadminDealToken',
    ])
  })
})

onService(
  'required second factor of superadmins',
  (app) => {
    const { time } = stopClock(app)
    describe('a superadmin without a second factor', () => {
      it('reaches only their account until a factor is set up [FACTOR-21]', async () => {
        const superadmin = await app.signIn('superadmin')
        for (const path of ['/api/deals', '/api/superadmin/users', '/api/orgs'])
          expectRefusal(await superadmin.get(path), 403, 'second_factor_setup_required')
        expect((await superadmin.get('/api/auth/second-factors')).body).toMatchObject({ required: true, totp: null })
        expect((await superadmin.get('/api/auth/me')).status).toBe(200)
        expect((await (await app.signIn('owner')).get('/api/deals')).status).toBe(200)
        await addApp(superadmin, time())
        expect((await superadmin.get('/api/superadmin/users')).status).toBe(200)
      })
    })
  },
  { env: { SUPERADMIN_SECOND_FACTOR: 'required' } },
)
