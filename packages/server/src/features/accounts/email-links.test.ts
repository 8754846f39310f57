import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { codeIn, mailAfter, mailsTo, type ReadMail } from '../../testing/mails.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { goodPassword, register, someAddress } from '../../testing/registering.ts'
import { type Answer, expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'
import { demoPassword } from '../demo/demo.ts'
import { createEmailLinksStore } from './email-links.store.ts'

const log: string[] = []

const codeMail = 'Your Deal Canvas code'

onService(
  'account email addresses',
  (app) => {
    let owner: Person
    let editor: Person
    beforeAll(async () => {
      owner = await app.signIn('owner')
      editor = await app.signIn('editor')
    })
    beforeEach(() => forgetLimits(app))

    const request = (person: Person, email: string, headers?: Record<string, string>) =>
      person.send('POST', '/api/auth/email/request', { email }, headers)
    const verify = (person: Person, email: string, code: string, headers?: Record<string, string>) =>
      person.send('POST', '/api/auth/email/verify', { email, code }, headers)
    const remove = (person: Person, email: string) =>
      person.send('DELETE', `/api/auth/emails/${encodeURIComponent(email)}`)
    const login = (email: string, password: string) =>
      app.send('POST', '/api/auth/login', { body: { email, password }, ip: someIp() })
    const emailsOf = async (person: Person) => (await person.get('/api/auth/me')).body.emails
    const codeFor = async (person: Person, email: string): Promise<string> => {
      const mail = await mailAfter(app, { to: email, about: codeMail }, async () => {
        expect((await request(person, email)).status).toBe(200)
      })
      return codeIn(mail)
    }
    const link = async (person: Person, email = someAddress()): Promise<string> => {
      expect((await verify(person, email, await codeFor(person, email))).status).toBe(200)
      return email
    }
    const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const plantAddress = (person: Person, email: string, { verified = false, canSignIn = false, replaces = '' } = {}) =>
      app.sql(
        `INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, replaces, created_at)
          VALUES ($1, $2, false, $3, $4, $5, now())`,
        [person.userId, email, canSignIn, verified ? new Date() : null, replaces === '' ? null : replaces],
      )
    const codes = (answers: Answer[], code: string) => answers.filter(({ body }) => body.code === code)

    describe('linking with a code', () => {
      it('mails a six-digit code to link an address, and does not store the code itself [EMAIL-1]', async () => {
        const email = someAddress()
        let answer: Answer | undefined
        const mail = await mailAfter(app, { to: email, about: codeMail }, async () => {
          answer = await request(owner, email)
        })
        expect([answer?.status, answer?.body]).toEqual([
          200,
          { message: 'A code was sent if the address can be linked', expires_in_minutes: 15 },
        ])
        expect(mail.subject).toBe(codeMail)
        expect(codeIn(mail)).toMatch(/^\d{6}$/)
        expect(mail.html).toContain(`<strong>${codeIn(mail)}</strong>`)
        expect(mail.text).toContain('15 minutes')
        const [row] = await app.sql('SELECT * FROM email_codes WHERE email = $1', [email])
        expect(JSON.stringify(row)).not.toContain(codeIn(mail))
      })

      it('rejects a code request without a session with 401 and one for an invalid address with 422', async () => {
        const body = { email: someAddress() }
        expectRefusal(await app.send('POST', '/api/auth/email/request', { body }), 401, 'not_authenticated')
        for (const email of ['nobody', 'a@b', `${'x'.repeat(65)}@example.com`, null, 7]) {
          const answer = await owner.send('POST', '/api/auth/email/request', { email })
          expect([email, answer.status, answer.body.detail[0].loc]).toEqual([email, 422, ['body', 'email']])
        }
        expect((await owner.send('POST', '/api/auth/email/request', {})).status).toBe(422)
      })

      it('rejects the fourth request for a code within an hour with 429 [EMAIL-2]', async () => {
        await app.sql('DELETE FROM rate_limits')
        for (let n = 0; n < 3; n++) expect((await request(editor, someAddress())).status).toBe(200)
        const email = someAddress()
        for (const headers of [{}, { 'idempotency-key': 'fourth' }]) {
          const refused = await request(editor, email, headers)
          expectRefusal(refused, 429, 'rate_limited')
          expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
        }
        expect((await request(owner, someAddress())).status).toBe(200)
        expect(await app.sql('SELECT 1 FROM email_codes WHERE email = $1', [email])).toEqual([])
      })

      it('mails one code for requests repeated with the same Idempotency-Key', async () => {
        const [email, last] = [someAddress(), someAddress()]
        for (let n = 0; n < 4; n++)
          expect((await request(editor, email, { 'idempotency-key': email })).status).toBe(200)
        await codeFor(editor, last)
        expect(await mailsTo(app, email)).toHaveLength(1)
      })

      it('links an address with the right code, signs in with it, and notifies the other addresses [EMAIL-3]', async () => {
        const email = someAddress('Second').replace('example', 'Example')
        const stored = email.toLowerCase()
        const mail = await mailAfter(app, { to: stored, about: codeMail }, () => request(owner, `  ${email} `))
        let answer: Answer | undefined
        const notice = await mailAfter(app, { to: 'owner@example.com', about: 'was linked' }, async () => {
          answer = await verify(owner, email.toUpperCase(), codeIn(mail))
        })
        const emails = [
          { email: 'owner@example.com', verified: true, primary: true },
          { email: stored, verified: true, primary: false },
        ]
        expect([answer?.status, answer?.body]).toEqual([200, { success: true, email: stored, emails }])
        expect(await emailsOf(owner)).toEqual(emails)
        const entered = await login(email, demoPassword)
        expect([entered.status, entered.body.user.id, entered.body.user.email]).toEqual([200, owner.userId, stored])
        expect(notice.subject).toBe('An address was linked to your Deal Canvas account')
        expect(notice.text).toContain(stored)
        expect((await mailsTo(app, stored)).map(({ subject }) => subject)).toEqual([codeMail])
        await remove(owner, stored)
      })

      it('confirms an address that is already linked without notifying anyone', async () => {
        const person = await register(app)
        const { body } = await verify(person, person.email, codeIn(person.welcome))
        expect(body.emails).toEqual([{ email: person.email, verified: true, primary: true }])
        expect((await verify(person, person.email, await codeFor(person, person.email))).body).toEqual(body)
        expect((await mailsTo(app, person.email)).every(({ subject }) => subject === codeMail)).toBe(true)
      })

      it('makes a linked address primary when the account has no other', async () => {
        const viewer = await app.signIn('viewer')
        await app.sql('DELETE FROM user_emails WHERE user_id = $1', [viewer.userId])
        const email = await link(viewer)
        expect(await emailsOf(viewer)).toEqual([{ email, verified: true, primary: true }])
        await link(viewer, 'viewer@example.com')
      })

      it('rejects even the right code after five wrong tries [EMAIL-4]', async () => {
        const email = someAddress()
        const code = await codeFor(owner, email)
        for (let n = 0; n < 5; n++) expectRefusal(await verify(owner, email, anotherCode(code)), 400, 'code_invalid')
        expectRefusal(await verify(owner, email, code), 400, 'code_invalid')
        expect((await verify(owner, email, await codeFor(owner, email))).status).toBe(200)
        await remove(owner, email)
      })

      it('counts wrong codes sent in parallel and under different Idempotency-Keys', async () => {
        const email = someAddress()
        const code = await codeFor(owner, email)
        const wrong = anotherCode(code)
        const key = (n: number) => ({ 'idempotency-key': `${email}-${n}` })
        await Promise.all(Array.from({ length: 20 }, (_, n) => verify(owner, email, wrong, key(n))))
        const [row] = await app.sql('SELECT tries FROM email_codes WHERE email = $1', [email])
        expect(row).toEqual({ tries: 5 })
        expectRefusal(await verify(owner, email, code, key(20)), 400, 'code_invalid')
      })

      it('links an address once when the right code arrives a hundred times in parallel', async () => {
        const email = someAddress()
        const code = await codeFor(editor, email)
        const answers = await Promise.all(Array.from({ length: 100 }, () => verify(editor, email, code)))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(codes(answers, 'code_invalid').filter(({ status }) => status === 400)).toHaveLength(99)
        expectRefusal(await verify(editor, email, code), 400, 'code_invalid')
        await remove(editor, email)
      })

      it('returns the same answer when a verification is repeated under the same Idempotency-Key', async () => {
        const email = someAddress()
        const code = await codeFor(editor, email)
        const first = await verify(editor, email, code, { 'idempotency-key': email })
        const again = await verify(editor, email, code, { 'idempotency-key': email })
        expect([again.status, again.body]).toEqual([200, first.body])
        await remove(editor, email)
      })

      it('accepts only the newest code', async () => {
        const email = someAddress()
        const first = await codeFor(owner, email)
        let second = await codeFor(owner, email)
        // The second code equals the first once in a million runs.
        if (second === first) second = await codeFor(owner, email)
        expectRefusal(await verify(owner, email, first), 400, 'code_invalid')
        expect((await verify(owner, email, second)).status).toBe(200)
        await remove(owner, email)
      })

      it('rejects a code to link an address after fifteen minutes [EMAIL-5]', async () => {
        const [late, early] = [someAddress(), someAddress()]
        const [code, inTime] = [await codeFor(owner, late), await codeFor(owner, early)]
        app.advance(minutes(14) + 30_000)
        expect((await verify(owner, early, inTime)).status).toBe(200)
        await remove(owner, early)
        app.advance(minutes(1))
        expectRefusal(await verify(owner, late, code), 400, 'code_expired')
        expectRefusal(await verify(owner, late, anotherCode(code)), 400, 'code_expired')
      })

      it('rejects a code of another user or for another address', async () => {
        const [email, other] = [someAddress(), someAddress()]
        const code = await codeFor(owner, email)
        expectRefusal(await verify(editor, email, code), 400, 'code_invalid')
        expectRefusal(await verify(owner, other, code), 400, 'code_invalid')
        await codeFor(editor, email)
        await app.sql(
          `UPDATE email_codes SET code_digest = (SELECT code_digest FROM email_codes WHERE user_id = $1 AND email = $3)
            WHERE user_id = $2 AND email = $3`,
          [owner.userId, editor.userId, email],
        )
        expectRefusal(await verify(editor, email, code), 400, 'code_invalid')
      })

      it('describes the format of a code in the 422 without echoing the input', async () => {
        for (const code of ['12345', '1234567', '12345a', ' 12345', '１２３４５６', '']) {
          const { status, body } = await verify(owner, someAddress(), code)
          expect(status).toBe(422)
          expect(body.detail).toEqual([
            {
              type: 'string_pattern_mismatch',
              loc: ['body', 'code'],
              msg: "String should match pattern '^[0-9]{6}$'",
              input: null,
              ctx: { pattern: '^[0-9]{6}$' },
            },
          ])
        }
        expect(
          (await owner.send('POST', '/api/auth/email/verify', { email: someAddress(), code: 123456 })).status,
        ).toBe(422)
      })

      it('rejects the eleventh address with 409 and accepts its code once another address is removed', async () => {
        const person = await register(app)
        for (let n = 1; n < 10; n++) await plantAddress(person, `${n}-${person.email}`)
        const email = someAddress()
        const code = await codeFor(person, email)
        expectRefusal(await verify(person, email, code), 409, 'too_many_emails')
        expect((await verify(person, `1-${person.email}`, await codeFor(person, `1-${person.email}`))).status).toBe(200)
        expect((await remove(person, `2-${person.email}`)).status).toBe(204)
        expect((await verify(person, email, code)).status).toBe(200)
        expect(await emailsOf(person)).toHaveLength(10)
      })
    })

    describe('addresses of other accounts', () => {
      it('answers a request for an address that somebody else holds like any other, and accepts no code for it [EMAIL-6]', async () => {
        const email = someAddress()
        const shown = ({ status, body, headers }: Answer) => ({
          status,
          body,
          headers: { ...headers, date: '', 'x-request-id': '' },
        })
        const free = await request(editor, email)
        let held: Answer | undefined
        const mail = await mailAfter(app, { to: 'owner@example.com', about: 'tried to add' }, async () => {
          held = await request(editor, 'Owner@example.com')
        })
        expect(held && shown(held)).toEqual(shown(free))
        expect(mail.subject).toBe('Someone tried to add your address in Deal Canvas')
        expect(mail.text).not.toMatch(/\d{6}/)
        expect(mail.html).toContain('<p>')
        const rows = await app.sql<{ code_digest: string }>(
          'SELECT code_digest, tries FROM email_codes WHERE user_id = $1 AND email = ANY($2)',
          [editor.userId, [email, 'owner@example.com']],
        )
        expect(rows.map(({ code_digest }) => code_digest.length)).toEqual([43, 43])
        for (let n = 0; n < 6; n++) {
          expectRefusal(await verify(editor, 'owner@example.com', `00000${n}`), 400, 'code_invalid')
        }
        app.advance(minutes(16))
        await request(editor, 'owner@example.com')
        app.advance(minutes(16))
        expectRefusal(await verify(editor, 'owner@example.com', '000000'), 400, 'code_expired')
      })

      it('links an address to the account that verifies it first', async () => {
        const email = someAddress()
        const [mine, theirs] = [await codeFor(owner, email), await codeFor(editor, email)]
        expect((await verify(editor, email, theirs)).status).toBe(200)
        expectRefusal(await verify(owner, email, mine), 400, 'code_invalid')
        expect(await emailsOf(owner)).not.toContainEqual(expect.objectContaining({ email }))
        expect((await login(email, demoPassword)).body.user.id).toBe(editor.userId)
        await remove(editor, email)
      })

      it('links an address to only one of two accounts that verify it in parallel', async () => {
        const email = someAddress()
        const [mine, theirs] = [await codeFor(owner, email), await codeFor(editor, email)]
        const answers = await Promise.all([verify(owner, email, mine), verify(editor, email, theirs)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
        expect(codes(answers, 'code_invalid')).toHaveLength(1)
        const held = await app.sql('SELECT user_id FROM user_emails WHERE email = $1', [email])
        expect(held).toHaveLength(1)
        for (const person of [owner, editor]) await remove(person, email)
      })

      it('lets the owner link an address that an attacker only claimed, and gives the attacker no code for it', async () => {
        const victim = someAddress('victim')
        const attacker = await register(app, { email: victim, password: 'the-attackers-own' })
        await link(owner, victim)
        const mail = await mailAfter(app, { to: victim, about: 'tried to add' }, () => request(attacker, victim))
        expect(codeIn(mail)).toBe('no code')
        for (let n = 0; n < 5; n++) expectRefusal(await verify(attacker, victim, `12345${n}`), 400, 'code_invalid')
        expect((await login(victim, demoPassword)).body.user.id).toBe(owner.userId)
        expect((await login(victim, 'the-attackers-own')).body.user.id).toBe(attacker.userId)
        await remove(owner, victim)
      })
    })

    describe('address set by an administrator', () => {
      it('replaces the old address when the code of the new one is entered, and notifies the old one', async () => {
        const person = await register(app)
        const old = await link(person)
        await app.sql('UPDATE user_emails SET is_primary = (email = $2) WHERE user_id = $1', [person.userId, old])
        const email = someAddress('new')
        await plantAddress(person, email, { replaces: old })
        expectRefusal(await login(email, goodPassword), 401, 'invalid_credentials')
        const code = await codeFor(person, email)
        let answer: Answer | undefined
        const notice = await mailAfter(app, { to: old, about: 'was linked' }, async () => {
          answer = await verify(person, email, code)
        })
        expect(answer?.body.emails).toEqual([
          { email, verified: true, primary: true },
          { email: person.email, verified: false, primary: false },
        ])
        expect(notice.text).toContain(email)
        expect((await login(email, goodPassword)).status).toBe(200)
        expectRefusal(await login(old, goodPassword), 401, 'invalid_credentials')
      })

      it('keeps an address that was changed and changed back, and makes it primary', async () => {
        const person = await register(app)
        await app.sql('UPDATE user_emails SET replaces = email WHERE user_id = $1', [person.userId])
        const { body } = await verify(person, person.email, codeIn(person.welcome))
        expect(body.emails).toEqual([{ email: person.email, verified: true, primary: true }])
      })
    })

    describe('removing an address', () => {
      it('removes an address, ends sign-in with it and notifies all addresses, including the removed one', async () => {
        const person = await register(app)
        const [first, second] = [await link(person), await link(person)]
        const gone: Answer[] = []
        const about = 'was removed'
        const notices: ReadMail[] = []
        const last = await mailAfter(app, { to: first, about }, async () => {
          const removal = async () => gone.push(await remove(person, second.toUpperCase()))
          notices.push(await mailAfter(app, { to: second, about }, removal))
        })
        expect(gone.map(({ status, body }) => [status, body])).toEqual([[204, '']])
        expect([last, ...notices].every(({ text }) => text.includes(second))).toBe(true)
        expect((await emailsOf(person)).map(({ email }: { email: string }) => email)).toEqual([first, person.email])
        expectRefusal(await login(second, goodPassword), 401, 'invalid_credentials')
        expectRefusal(await remove(person, second), 404, 'email_not_found')
        expect((await mailsTo(app, person.email)).map(({ subject }) => subject)).toEqual([codeMail])
        expect((await verify(owner, second, await codeFor(owner, second))).status).toBe(200)
        await remove(owner, second)
      })

      it("returns 404 when removing an address that is not one's own", async () => {
        for (const email of ['editor@example.com', 'nobody@example.com', 'nonsense', '%']) {
          expectRefusal(await remove(owner, email), 404, 'email_not_found')
        }
        expect((await emailsOf(editor))[0].email).toBe('editor@example.com')
        const path = '/api/auth/emails/owner@example.com'
        expectRefusal(await app.send('DELETE', path), 401, 'not_authenticated')
        expect((await remove(owner, 'x'.repeat(255))).status).toBe(422)
      })

      it('refuses to remove the last verified address with 409 [EMAIL-7]', async () => {
        await plantAddress(owner, 'unverified@example.org', { canSignIn: true })
        expectRefusal(await remove(owner, 'owner@example.com'), 409, 'last_email')
        expect((await remove(owner, 'unverified@example.org')).status).toBe(204)
      })

      it('removes an unverified address unless it is the only one that can sign in', async () => {
        const person = await register(app)
        expectRefusal(await remove(person, person.email), 409, 'last_email')
        const proposed = someAddress()
        await plantAddress(person, proposed, { replaces: person.email })
        expectRefusal(await remove(person, person.email), 409, 'last_email')
        expect((await remove(person, proposed)).status).toBe(204)
        const linked = await link(person)
        expect((await remove(person, person.email)).status).toBe(204)
        expect(await emailsOf(person)).toEqual([{ email: linked, verified: true, primary: true }])
      })

      it('makes the oldest verified address primary when the primary one is removed', async () => {
        const person = await register(app)
        const unverified = someAddress('a')
        await plantAddress(person, unverified, { canSignIn: true })
        const [older, newer] = [someAddress('z'), someAddress('b')]
        await link(person, older)
        app.advance(1000)
        await link(person, newer)
        await remove(person, person.email)
        expect((await emailsOf(person))[0]).toEqual({ email: older, verified: true, primary: true })
        await remove(person, older)
        expect(await emailsOf(person)).toEqual([
          { email: newer, verified: true, primary: true },
          { email: unverified, verified: false, primary: false },
        ])
      })

      it('invalidates the code of a removed address and any pending replacement of it', async () => {
        const person = await register(app)
        const [old, kept, proposed] = [await link(person), await link(person), someAddress()]
        await plantAddress(person, proposed, { replaces: old })
        const code = await codeFor(person, old)
        await remove(person, old)
        expectRefusal(await verify(person, old, code), 400, 'code_invalid')
        await forgetLimits(app)
        await link(person, proposed)
        expect((await emailsOf(person)).map(({ email }: { email: string }) => email).sort()).toEqual(
          [person.email, kept, proposed].sort(),
        )
        expect((await emailsOf(person))[0].email).toBe(kept)
      })

      it('keeps one verified address when all of them are removed in parallel', async () => {
        const person = await register(app)
        const mine = [await link(person), await link(person), await link(person)]
        const answers = await Promise.all(mine.map((email) => remove(person, email)))
        expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409])
        expect((await emailsOf(person)).filter(({ verified }: { verified: boolean }) => verified)).toHaveLength(1)
      })
    })

    it('sweeps only codes that expired long ago', async () => {
      const [old, fresh] = [someAddress(), someAddress()]
      await codeFor(owner, old)
      app.advance(minutes(5))
      await codeFor(owner, fresh)
      const [row] = await app.sql<{ expires_at: Date }>('SELECT expires_at FROM email_codes WHERE email = $1', [old])
      const until = new Date((row?.expires_at.getTime() ?? 0) + 1)
      await createEmailLinksStore(app.service.database).sweep(until)
      const left = await app.sql('SELECT email FROM email_codes WHERE email = ANY($1)', [[old, fresh]])
      expect(left).toEqual([{ email: fresh }])
    })

    it('never logs a code or an address', async () => {
      const email = someAddress()
      const code = await codeFor(owner, email)
      await verify(owner, email, anotherCode(code))
      await verify(owner, email, code)
      await remove(owner, email)
      expect(log.length).toBeGreaterThan(0)
      expect(log.filter((line) => line.includes(email) || line.includes(encodeURIComponent(email)))).toEqual([])
      const said = log.map((line) => line.replace(/"(time|reqId|requestId|ip|file)":("[^"]*"|\d+)/g, ''))
      expect(said.filter((line) => new RegExp(`\\b(${code}|${anotherCode(code)})\\b`).test(line))).toEqual([])
    })
  },
  { onLog: (line) => log.push(line) },
)
