import { beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../../platform/clock.ts'
import { addApp, addPasskeyOf, codeOf, logIn, personWithApp, proveAt, stopClock } from '../../../testing/factors.ts'
import { codeIn, mailAfter, tokenIn } from '../../../testing/mails.ts'
import { forgetLimits } from '../../../testing/planting.ts'
import { goodPassword, register } from '../../../testing/registering.ts'
import { type Answer, expectRefusal, onEachService, someIp } from '../../../testing/service.ts'

const parallel = <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, work))
const signedIn = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

onEachService('second factors', (app) => {
  beforeEach(() => forgetLimits(app))
  const { advance, time } = stopClock(app)
  const code = (secret: string, steps = 0) => codeOf(secret, steps, time())

  describe('authenticator app', () => {
    it('asks for a second factor at the next sign-in, and signs in with the code of the app [FACTOR-1]', async () => {
      const { person, secret } = await personWithApp(app, time())
      const asked = await logIn(app, person.email)
      expectRefusal(asked, 401, 'second_factor_required')
      expect(asked.body).toMatchObject({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        expires_in_minutes: 5,
        methods: ['code', 'recovery_code'],
        passkey_options: null,
      })
      expect(asked.cookie).toBeUndefined()
      const { status, body, cookie } = await proveAt(app, { challenge: asked.body.challenge, code: code(secret) })
      expect(status).toBe(200)
      expect(body.user).toMatchObject({ id: person.userId, email: person.email, provider: 'password' })
      expect((await app.send('POST', '/api/auth/refresh', { cookie })).status).toBe(200)
    })

    it('does not count before a code of the app confirms it', async () => {
      const person = await register(app)
      const { secret, uri } = (await person.send('POST', '/api/auth/totp')).body
      expect(uri).toContain(`secret=${secret}`)
      expectRefusal(await person.send('POST', '/api/auth/totp/confirm', { code: '000000x' }), 400, 'code_invalid')
      expect((await logIn(app, person.email)).status).toBe(200)
      const stored = await app.sql('SELECT sealed_secret FROM totp_factors WHERE user_id = $1', [person.userId])
      expect(JSON.stringify(stored)).not.toContain(secret)
      advance(minutes(16))
      const late = { code: code(secret) }
      expectRefusal(await person.send('POST', '/api/auth/totp/confirm', late), 400, 'code_invalid')
    })

    it('accepts one code once, also when ten sign-ins use it at the same time [FACTOR-3]', async () => {
      const { person, secret } = await personWithApp(app, time())
      const asked = await parallel(10, () => logIn(app, person.email))
      const given = code(secret, 1)
      const answers = await Promise.all(
        asked.map(({ body }) => proveAt(app, { challenge: body.challenge, code: given })),
      )
      expect(signedIn(answers)).toBe(1)
      const { challenge } = (await logIn(app, person.email)).body
      expectRefusal(await proveAt(app, { challenge, code: given }), 401, 'second_factor_invalid')
      // A code of an earlier half minute than the last one that was used is not accepted either.
      expectRefusal(await proveAt(app, { challenge, code: code(secret) }), 401, 'second_factor_invalid')
    })

    it('asks for nothing after the app was removed, and mails the person both times [FACTOR-4]', async () => {
      const person = await register(app)
      const verify = codeIn(person.welcome)
      await person.send('POST', '/api/auth/email/verify', { email: person.email, code: verify })
      const subject = 'Two-step sign-in was changed'
      const added = await mailAfter(app, { to: person.email, about: subject }, () => addApp(person, time()))
      expect(added.text).toContain('authenticator app')
      await mailAfter(app, { to: person.email, about: subject }, () => person.send('DELETE', '/api/auth/totp'))
      expect((await logIn(app, person.email)).status).toBe(200)
      const events = await app.sql('SELECT kind FROM security_events WHERE user_id = $1 ORDER BY id', [person.userId])
      expect(events.map(({ kind }) => kind)).toEqual(['second_factor_added', 'second_factor_removed'])
      expect(await app.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [person.userId])).toEqual([])
      expectRefusal(await person.send('DELETE', '/api/auth/totp'), 409, 'no_second_factor')
    })
  })

  describe('challenge of a sign-in', () => {
    it('works once, even when ten requests use it with different recovery codes at the same time [FACTOR-5]', async () => {
      const { person, codes } = await personWithApp(app, time())
      const { challenge } = (await logIn(app, person.email)).body
      const answers = await Promise.all(
        codes.slice(0, 5).map((recovery_code) => proveAt(app, { challenge, recovery_code })),
      )
      expect(signedIn(answers)).toBe(1)
      const left = await app.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [person.userId])
      expect(left).toHaveLength(9)
      expectRefusal(await proveAt(app, { challenge, recovery_code: codes[9] }), 401, 'challenge_invalid')
    })

    it('expires after five minutes, after five tries, and with a changed password [FACTOR-6]', async () => {
      const { person, secret, codes } = await personWithApp(app, time())
      const [late, guessed, former] = await parallel(3, () => logIn(app, person.email))
      for (let n = 0; n < 5; n++) {
        const wrong = await proveAt(app, { challenge: guessed?.body.challenge, code: '000000' })
        expect([wrong.status, wrong.body.code]).toEqual([401, 'second_factor_invalid'])
      }
      const sixth = await proveAt(app, { challenge: guessed?.body.challenge, recovery_code: codes[0] })
      expectRefusal(sixth, 401, 'challenge_invalid')
      await person.send('POST', '/api/auth/password', {
        current_password: goodPassword,
        new_password: 'another-good-one',
      })
      const changed = await proveAt(app, { challenge: former?.body.challenge, recovery_code: codes[0] })
      expectRefusal(changed, 401, 'challenge_invalid')
      const { challenge } = (await logIn(app, person.email, 'another-good-one')).body
      advance(minutes(5))
      for (const token of [challenge, late?.body.challenge])
        expectRefusal(await proveAt(app, { challenge: token, code: code(secret) }), 401, 'challenge_invalid')
    })

    it('takes exactly one proof, and nothing for a suspended account', async () => {
      const { person, codes } = await personWithApp(app, time())
      const { challenge } = (await logIn(app, person.email)).body
      expect((await proveAt(app, { challenge })).status).toBe(422)
      expect((await proveAt(app, { challenge, code: '1', recovery_code: '2' })).status).toBe(422)
      await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [person.userId])
      expectRefusal(await proveAt(app, { challenge, recovery_code: codes[0] }), 401, 'challenge_invalid')
    })

    it('answers a wrong password alike for accounts with and without a second factor [FACTOR-7]', async () => {
      const { person } = await personWithApp(app, time())
      const plain = await register(app)
      const answers = [
        await logIn(app, person.email, 'not-the-password'),
        await logIn(app, plain.email, 'not-the-password'),
        await logIn(app, 'nobody@example.com', 'not-the-password'),
      ]
      for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0]?.body])
      expect(answers[0]?.body.code).toBe('invalid_credentials')
    })

    it('limits wrong codes for one account across its networks, and still accepts recovery codes [FACTOR-8]', async () => {
      const { person, codes } = await personWithApp(app, time())
      for (let round = 0; round < 4; round++) {
        const { challenge } = (await logIn(app, person.email)).body
        for (let n = 0; n < 5; n++)
          expectRefusal(await proveAt(app, { challenge, code: '000000' }), 401, 'second_factor_invalid')
      }
      const { challenge } = (await logIn(app, person.email)).body
      expectRefusal(await proveAt(app, { challenge, code: '000000' }), 429, 'rate_limited')
      expect((await proveAt(app, { challenge, recovery_code: codes[0] })).status).toBe(200)
    })
  })

  describe('recovery codes', () => {
    it('signs in once with each recovery code, also when ten requests use it at the same time [FACTOR-9]', async () => {
      const { person, codes } = await personWithApp(app, time())
      const asked = await parallel(10, () => logIn(app, person.email))
      const [recovery_code = ''] = codes
      const answers = await Promise.all(
        asked.map(({ body }) =>
          proveAt(app, { challenge: body.challenge, recovery_code: recovery_code.toLowerCase() }),
        ),
      )
      expect(signedIn(answers)).toBe(1)
      expect((await person.get('/api/auth/second-factors')).body.recovery_codes_left).toBe(9)
      const stored = await app.sql('SELECT digest FROM recovery_codes WHERE user_id = $1', [person.userId])
      expect(JSON.stringify(stored)).not.toContain(codes[1])
    })

    it('replaces all recovery codes with new ones [FACTOR-10]', async () => {
      const { person, codes } = await personWithApp(app, time())
      const { body } = await person.send('POST', '/api/auth/recovery-codes')
      expect(body.recovery_codes).toHaveLength(10)
      const { challenge } = (await logIn(app, person.email)).body
      expectRefusal(await proveAt(app, { challenge, recovery_code: codes[0] }), 401, 'second_factor_invalid')
      expect((await proveAt(app, { challenge, recovery_code: body.recovery_codes[0] })).status).toBe(200)
    })
  })

  it('asks for the second factor after a mailed link too [FACTOR-11]', async () => {
    const person = await register(app)
    await person.send('POST', '/api/auth/email/verify', { email: person.email, code: codeIn(person.welcome) })
    const { secret } = await addApp(person, time())
    const link = await mailAfter(app, { to: person.email, about: 'sign-in link' }, () =>
      app.send('POST', '/api/auth/magic-link/request', { body: { email: person.email }, ip: someIp() }),
    )
    const open = () => app.send('POST', '/api/auth/magic-link/verify', { body: { token: tokenIn(link) }, ip: someIp() })
    const asked = await open()
    expectRefusal(asked, 401, 'second_factor_required')
    expect(asked.cookie).toBeUndefined()
    expectRefusal(await open(), 400, 'link_invalid')
    const { body } = await proveAt(app, { challenge: asked.body.challenge, code: code(secret) })
    expect(body.user.provider).toBe('magic_link')
    const send = (path: string, sent: object) => app.send('POST', path, { token: body.access_token, body: sent })
    expect((await send('/api/auth/password', { new_password: 'set-after-a-reset' })).status).toBe(204)
    expectRefusal(await logIn(app, person.email, 'set-after-a-reset'), 401, 'second_factor_required')
  })

  it('lets a superadmin remove the factors of a person with a reason, which the person and the log get [FACTOR-12]', async () => {
    const superadmin = await app.signIn('superadmin')
    const owner = await app.signIn('owner')
    const person = await register(app)
    await person.send('POST', '/api/auth/email/verify', { email: person.email, code: codeIn(person.welcome) })
    await addApp(person, time())
    await addPasskeyOf(person)
    const { challenge } = (await logIn(app, person.email)).body
    const path = `/api/superadmin/users/${person.userId}/second-factors/reset`
    const reason = 'Lost phone, called back'
    expectRefusal(await owner.send('POST', path, { reason }), 403, 'superadmin_required')
    expect((await superadmin.send('POST', path, { reason: '  ' })).status).toBe(422)
    const mail = await mailAfter(app, { to: person.email, about: 'Two-step sign-in' }, async () => {
      expect((await superadmin.send('POST', path, { reason })).status).toBe(204)
    })
    expect(mail.text).toContain(reason)
    const { acts } = (await superadmin.get(`/api/superadmin/admin-log?target_id=${person.userId}`)).body
    expect(acts[0]).toMatchObject({
      action: 'user.second_factors_reset',
      before: { authenticator_app: true, passkeys: 1 },
      after: { reason },
    })
    expect((await logIn(app, person.email)).status).toBe(200)
    expectRefusal(await proveAt(app, { challenge, code: '000000' }), 401, 'challenge_invalid')
    expectRefusal(await superadmin.send('POST', path, { reason }), 409, 'no_second_factor')
  })
})
