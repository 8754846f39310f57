import { beforeEach, describe, expect, it } from 'vitest'
import { days, later, minutes } from '../../platform/clock.ts'
import { codeIn, mailAfter, mailsTo, tokenIn } from '../../testing/mails.ts'
import { forgetLimits, plantOrg } from '../../testing/planting.ts'
import { goodPassword, plantInviteCode, register, someAddress } from '../../testing/registering.ts'
import { type Answer, expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'
import { demoPassword } from '../demo/demo.ts'

const log: string[] = []

onService(
  'registration',
  (app) => {
    beforeEach(() => forgetLimits(app))

    const wanted = (invite_code: string, differing: object = {}) => ({
      invite_code,
      email: someAddress(),
      password: goodPassword,
      display_name: 'Ada Lovelace',
      ...differing,
    })
    const send = (body: unknown, ip = someIp()) => app.send('POST', '/api/auth/register', { body, ip })
    const login = (email: string, password: string) =>
      app.send('POST', '/api/auth/login', { body: { email, password }, ip: someIp() })
    const usesOf = async (code: string) =>
      (await app.sql<{ uses_count: number }>('SELECT uses_count FROM invite_codes WHERE code = $1', [code]))[0]
        ?.uses_count
    const countUsers = async () => (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM users'))[0]?.n
    const meWith = async ({ body }: Answer) =>
      (await app.send('GET', '/api/auth/me', { token: body.access_token })).body
    const verify = (person: Person, email: string, code: string) =>
      person.send('POST', '/api/auth/email/verify', { email, code })

    describe('registration with an invite code', () => {
      it('creates an account with a valid invite code, signs in and counts one use [REGISTER-1]', async () => {
        const code = await plantInviteCode(app)
        const body = wanted(code, { email: ` ${someAddress('Ada')} `, display_name: '  Ada Lovelace ' })
        const email = String(body.email).trim().toLowerCase()
        const answer = await send(body)
        expect([answer.status, answer.body]).toEqual([
          201,
          {
            access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
            user: {
              id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
              display_name: 'Ada Lovelace',
              email,
              avatar_url: '',
              provider: 'password',
            },
            expires_in_minutes: 60,
            has_deals: false,
            force_password_change: false,
            analytics_visitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          },
        ])
        expect(answer.headers['cache-control']).toBe('no-store')
        expect((await app.send('POST', '/api/auth/refresh', { cookie: answer.cookie })).status).toBe(200)
        expect(await meWith(answer)).toMatchObject({
          display_name: 'Ada Lovelace',
          first_name: null,
          emails: [{ email, verified: false, primary: true }],
          orgs: [],
          is_superadmin: false,
        })
        expect((await login(email, goodPassword)).body.user.id).toBe(answer.body.user.id)
        expect(await usesOf(code)).toBe(1)
      })

      it('mails a code that verifies the address of a new account', async () => {
        const person = await register(app)
        expect(person.welcome.subject).toBe('Your Deal Canvas code')
        const { status, body } = await verify(person, person.email, codeIn(person.welcome))
        expect([status, body.emails]).toEqual([200, [{ email: person.email, verified: true, primary: true }]])
      })

      it('finds an account by its address regardless of Unicode normalization and letter case', async () => {
        const email = someAddress('zoë')
        const answer = await send(wanted(await plantInviteCode(app), { email: email.normalize('NFD') }))
        for (const form of ['NFC', 'NFD'])
          expect((await login(email.normalize(form).toUpperCase(), goodPassword)).body.user.id).toBe(
            answer.body.user.id,
          )
      })

      it('adds the new user to the organization of the invite code, with its role', async () => {
        for (const role of ['member', 'admin'] as const) {
          const orgId = await plantOrg(app)
          const answer = await send(wanted(await plantInviteCode(app, { orgId, role })))
          expect((await meWith(answer)).orgs).toEqual([{ org_id: orgId, name: 'An org', slug: orgId, role }])
        }
      })

      it('accepts an invite code in lower case, with spaces, and with o and l typed for 0 and 1', async () => {
        const code = await plantInviteCode(app)
        const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
        expect((await send(wanted(` ${typed} `))).status).toBe(201)
        expect(await usesOf(code)).toBe(1)
      })

      it('answers every unusable invite code with the same 400 invite_invalid [REGISTER-2]', async () => {
        const archived = await plantOrg(app)
        await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [archived])
        const usedUp = await plantInviteCode(app, { maxUses: 1 })
        expect((await send(wanted(usedUp))).status).toBe(201)
        const before = await countUsers()
        const codes = [
          'ABCD-EFGH-JKMN',
          'nonsense',
          'x'.repeat(200),
          await plantInviteCode(app, { isActive: false }),
          await plantInviteCode(app, { expiresAt: later(new Date(), -1000) }),
          await plantInviteCode(app, { orgId: archived }),
          usedUp,
        ]
        const answers = await Promise.all(codes.map((code) => send(wanted(code))))
        for (const answer of answers) {
          expectRefusal(answer, 400, 'invite_invalid')
          expect([answer.body, answer.cookie]).toEqual([answers[0]?.body, undefined])
        }
        expect([await countUsers(), await usesOf(usedUp)]).toEqual([before, 1])
      })

      it('rejects an invite code after it has expired', async () => {
        const code = await plantInviteCode(app, { expiresAt: later(new Date(), days(1)) })
        expect((await send(wanted(code))).status).toBe(201)
        app.advance(days(1))
        expectRefusal(await send(wanted(code)), 400, 'invite_invalid')
      })

      it('creates three accounts when fifty requests use a three-use invite code concurrently', async () => {
        const code = await plantInviteCode(app, { maxUses: 3 })
        const before = (await countUsers()) ?? 0
        const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(wanted(code), `10.9.${n}.1`)))
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
        expect(answers.filter(({ status, body }) => status === 400 && body.code === 'invite_invalid')).toHaveLength(47)
        expect([await countUsers(), await usesOf(code)]).toEqual([before + 3, 3])
      }, 60_000)
    })

    describe('rejected registration', () => {
      it('rejects a weak password without echoing it, and a blank name', async () => {
        const code = await plantInviteCode(app)
        const email = someAddress()
        const reasons = {
          'too-short': 'Password should have at least 10 characters',
          qwertyuiop: 'Password is too common',
          [email]: 'Password should not be your email',
          ['x'.repeat(129)]: 'Password should have at most 128 characters',
        }
        for (const [password, reason] of Object.entries(reasons)) {
          const { status, body } = await send(wanted(code, { email, password, display_name: ' \t ' }))
          const name = 'Name must not be blank'
          expect([status, body.detail]).toEqual([
            422,
            [
              {
                type: 'value_error',
                loc: ['body', 'password'],
                msg: `Value error, ${reason}`,
                input: null,
                ctx: { error: reason },
              },
              {
                type: 'value_error',
                loc: ['body', 'display_name'],
                msg: `Value error, ${name}`,
                input: ' \t ',
                ctx: { error: name },
              },
            ],
          ])
        }
        expect(await usesOf(code)).toBe(0)
      })

      it('rejects a missing field, a field that is too long, and an invalid address', async () => {
        const code = await plantInviteCode(app)
        const missing = await send({})
        expect(missing.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
          'invite_code',
          'email',
          'password',
          'display_name',
        ])
        for (const differing of [
          { email: 'nobody' },
          { invite_code: '' },
          { invite_code: 'x'.repeat(201) },
          { password: 'x'.repeat(1025) },
          { display_name: '' },
          { display_name: 'x'.repeat(201) },
        ]) {
          const { status, body } = await send({ ...wanted(code), ...differing })
          expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc[1])]).toEqual([
            422,
            Object.keys(differing),
          ])
        }
      })

      it('limits registrations per network, and per network and address', async () => {
        const ip = '10.77.1.1'
        for (let n = 0; n < 30; n++) expectRefusal(await send(wanted('nonsense'), ip), 400, 'invite_invalid')
        const refused = await send(wanted(await plantInviteCode(app)), ip)
        expectRefusal(refused, 429, 'rate_limited')
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
        const email = someAddress()
        const from = someIp()
        const code = await plantInviteCode(app, { maxUses: 10 })
        for (let n = 0; n < 5; n++) expect((await send(wanted(code, { email }), from)).status).toBe(201)
        expectRefusal(await send(wanted(code, { email: email.toUpperCase() }), from), 429, 'rate_limited')
        expect((await send({ ...wanted(code), password: 'short', email }, from)).status).toBe(422)
      })

      it('lets a user with a valid invite code register even after strangers tried their address', async () => {
        const email = someAddress()
        for (let n = 0; n < 8; n++) expectRefusal(await send(wanted('nonsense', { email })), 400, 'invite_invalid')
        expect((await send(wanted(await plantInviteCode(app), { email }))).status).toBe(201)
      })
    })

    describe('registration with an address in use', () => {
      const shape = ({ status, headers, body }: Answer) => ({
        status,
        headers: Object.keys(headers).sort(),
        fields: Object.keys(body),
        user: { ...body.user, id: '', email: '' },
      })

      it('answers a registration with a held address like any other, and accepts no code for it [REGISTER-3]', async () => {
        const code = await plantInviteCode(app)
        const free = await send(wanted(code))
        const claimed = await send(wanted(code, { email: free.body.user.email }))
        const answers: Answer[] = []
        const mail = await mailAfter(app, { to: 'viewer@example.com', about: 'already have' }, async () => {
          answers.push(await send(wanted(code, { email: 'viewer@example.com' })))
        })
        const [held] = answers
        expect([claimed, held].map((answer) => answer && shape(answer))).toEqual([shape(free), shape(free)])
        expect(codeIn(mail)).toBe('no code')
        expect(mail.text).not.toMatch(/\d{6}/)
        expect(mail.html).toContain('http://localhost:8080/app/sign-in')
        const token = held?.body.access_token
        for (let n = 0; n < 5; n++) {
          const body = { email: 'viewer@example.com', code: `00000${n}` }
          expectRefusal(await app.send('POST', '/api/auth/email/verify', { token, body }), 400, 'code_invalid')
        }
      })

      it('signs claimants of one address into their own accounts by password, the verified holder first', async () => {
        const email = 'commenter@example.com'
        const holder = await app.signIn('commenter')
        const one = await register(app, { email, password: 'the-first-claimant' })
        const other = await register(app, { email, password: 'the-second-claimant' })
        const same = await register(app, { email, password: demoPassword })
        expect((await login(email, demoPassword)).body.user.id).toBe(holder.userId)
        expect((await login(email, 'the-first-claimant')).body.user.id).toBe(one.userId)
        expect((await login(email, 'the-second-claimant')).body.user.id).toBe(other.userId)
        expectRefusal(await login(email, 'nobody-has-this-one'), 401, 'invalid_credentials')
        await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [holder.userId])
        expect((await login(email, demoPassword)).body.user.id).toBe(same.userId)
        await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [holder.userId])
      })

      it('always signs in the verified holder of an address, however many accounts claim it', async () => {
        const email = 'outsider@example.com'
        const holder = await app.signIn('outsider')
        const [first] = await app.sql<{ password_hash: string }>('SELECT password_hash FROM users LIMIT 1')
        await app.sql(
          `WITH claimants AS (
            INSERT INTO users (id, display_name, status, password_hash, analytics_visitor_id, mail_preferences, created_at, updated_at)
            SELECT gen_random_uuid(), 'Claimant', 'active', $1, gen_random_uuid(), '{"mentions":true}', now(), now()
            FROM generate_series(1, 20) RETURNING id)
          INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, created_at)
            SELECT id, $2, true, true, now() + interval '1 day' FROM claimants`,
          [first?.password_hash, email],
        )
        expect((await login(email, demoPassword)).body.user.id).toBe(holder.userId)
      })

      it('takes nothing from the owner of an address who registers later and verifies it', async () => {
        const email = someAddress('victim')
        const attacker = await register(app, { email, password: 'the-attackers-own' })
        const victim = await register(app, { email, password: 'the-victims-own-one' })
        expectRefusal(await verify(attacker, email, codeIn(victim.welcome)), 400, 'code_invalid')
        expect((await verify(victim, email, codeIn(victim.welcome))).status).toBe(200)
        expectRefusal(await verify(attacker, email, codeIn(attacker.welcome)), 400, 'code_invalid')
        const link = await mailAfter(app, { to: email, about: 'sign-in link' }, () =>
          app.send('POST', '/api/auth/magic-link/request', { body: { email }, ip: someIp() }),
        )
        const opened = await app.send('POST', '/api/auth/magic-link/verify', { body: { token: tokenIn(link) } })
        expect(opened.body.user.id).toBe(victim.userId)
        expect((await login(email, 'the-victims-own-one')).body.user.id).toBe(victim.userId)
        expect((await login(email, 'the-attackers-own')).body.user.id).toBe(attacker.userId)
        expect((await attacker.get('/api/auth/me')).body.emails).toEqual([{ email, verified: false, primary: true }])
      })
    })

    describe('registration with an invitation', () => {
      const invite = async (email: string, role = 'member') => {
        const owner = await app.signIn('owner')
        const [org] = (await owner.get('/api/auth/me')).body.orgs
        const mail = await mailAfter(app, { to: email, about: 'Northwind' }, () =>
          owner.send('POST', `/api/orgs/${org.org_id}/invitations`, { email, role }),
        )
        return tokenIn(mail)
      }

      it('adds an invited user to the organization and marks the address as verified', async () => {
        const email = someAddress('invited')
        const token = await invite(email, 'admin')
        const answer = await send(wanted(token, { email: email.toUpperCase() }))
        expect(answer.status).toBe(201)
        expect(await meWith(answer)).toMatchObject({
          emails: [{ email, verified: true, primary: true }],
          orgs: [{ name: 'Northwind Capital', role: 'admin' }],
        })
        expectRefusal(await send(wanted(token, { email })), 400, 'invite_invalid')
        expect((await mailsTo(app, email)).map(({ subject }) => subject)).not.toContain('Your Deal Canvas code')
      })

      it('rejects an invitation used with another address', async () => {
        const token = await invite(someAddress('invited'))
        const before = await countUsers()
        expectRefusal(await send(wanted(token)), 400, 'invite_invalid')
        expect(await countUsers()).toBe(before)
      })

      it('rejects an invitation if its address is verified elsewhere, but not if it is only claimed', async () => {
        const token = await invite('outsider@example.com')
        const before = await countUsers()
        expectRefusal(await send(wanted(token, { email: 'outsider@example.com' })), 409, 'email_taken')
        expect(await countUsers()).toBe(before)
        const claimed = await register(app)
        const answer = await send(
          wanted(await invite(claimed.email), { email: claimed.email, password: 'the-invited-one' }),
        )
        expect((await meWith(answer)).emails).toEqual([{ email: claimed.email, verified: true, primary: true }])
        expectRefusal(await verify(claimed, claimed.email, codeIn(claimed.welcome)), 400, 'code_invalid')
      })

      it('creates one account when five requests use an invitation concurrently', async () => {
        const email = someAddress('invited')
        const token = await invite(email)
        const answers = await Promise.all(
          Array.from({ length: 5 }, (_, n) => send(wanted(token, { email }), `10.8.${n}.1`)),
        )
        expect(answers.map(({ status }) => status).toSorted()[0]).toBe(201)
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
        expect(await app.sql('SELECT 1 FROM user_emails WHERE email = $1', [email])).toHaveLength(1)
      })
    })

    it('logs no password, code or token of a registration', async () => {
      const code = await plantInviteCode(app)
      const password = 'a-very-secret-password'
      const person = await register(app, { code, password })
      app.advance(minutes(1))
      await send(wanted(code, { password: 'short-pw' }))
      expect(log.length).toBeGreaterThan(0)
      expect(log.some((line) => line.includes(person.email))).toBe(false)
      const secrets = [code, password, 'short-pw', person.token, person.cookie, codeIn(person.welcome)]
      for (const secret of secrets) {
        expect(log.filter((line) => new RegExp(`"${secret}|\\b${secret}\\b`).test(line))).toEqual([])
      }
    })
  },
  { onLog: (line) => log.push(line) },
)
