import { type NotificationType, notificationTypes } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { openDigestNode } from '../../testing/digesting.ts'
import { mailsTo } from '../../testing/mails.ts'
import { act, forgetNotifications, noticeTo, plantNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const path = '/api/auth/me/digest'
const off = {
  frequency: 'off',
  weekday: 1,
  hour: 8,
  quiet_hours: null,
  time_zone: 'UTC',
  reasons: null,
}
const atOnce = { ...off, frequency: 'at_once' }

onService(
  'digests by mail',
  (app) => {
    const people = signInAll(app, 'owner', 'editor', 'commenter')
    let deal: string
    let ahead = 0
    const now = (): number => Date.now() + ahead
    const advance = (milliseconds: number): void => {
      ahead += milliseconds
      app.advance(milliseconds)
    }
    const advanceTo = (at: string, more = 1_000): void => advance(new Date(at).getTime() - now() + more)
    const hourIn = (count: number): number => new Date(now() + hours(count)).getUTCHours()
    /** Signed in anew each time: the tests let days pass, which ends sessions. */
    const editor = () => app.signIn('editor')
    const settings = async () => (await (await editor()).get(path)).body
    const put = async (body: object, version = 0) =>
      (await editor()).send('PUT', path, body, { 'if-match': `"${version}"` })
    const digestsTo = async (name: string) =>
      (await mailsTo(app, `${name}@example.com`)).filter(({ subject }) => subject.includes('unread notification'))
    const newDigests = async (name: string, work: () => Promise<unknown>) => {
      const before = (await digestsTo(name)).length
      // Together, because the service looks by itself, too, and would send a part; what it has begun must have ended.
      await app.service.database.transaction(work)
      await vi.waitUntil(
        async () => {
          await app.service.deliverDigests()
          const left = `SELECT 1 FROM digests WHERE due_at IS NOT NULL
            UNION ALL SELECT 1 FROM digest_settings WHERE next_at <= $1`
          return (await app.sql(left, [new Date(now())])).length === 0
        },
        { timeout: 60_000, interval: 50 },
      )
      return (await digestsTo(name)).slice(before)
    }
    const comment = (
      snippet: string,
      { type = 'comment', commentId = newId() }: { type?: NotificationType; commentId?: string } = {},
    ) => act(app, people().owner, deal, noticeTo([people().editor], { type, snippet, commentId }))

    beforeEach(async () => {
      await app.sql('DELETE FROM digests')
      await app.sql('DELETE FROM digest_settings')
      await forgetNotifications(app)
      await forgetLimits(app)
      const members = Object.fromEntries(Object.values(people()).map(({ userId }) => [userId, 'owner'] as const))
      deal = await plantDeal(app, { members, name: 'Riverside Apartments' })
    })

    describe('their settings', () => {
      it('are off until a person chooses, and versioned: a change needs If-Match with the current version [DIGEST-1]', async () => {
        expect(await settings()).toEqual({
          ...off,
          address: 'editor@example.com',
          next_at: null,
          is_available: true,
          version: 0,
        })
        expectRefusal(await (await editor()).send('PUT', path, off), 428, 'if_match_required')
        const wanted = {
          frequency: 'weekly',
          weekday: 5,
          hour: 17,
          quiet_hours: { from: 22, to: 7 },
          time_zone: 'America/New_York',
          reasons: ['mention', 'vote_requested'],
        }
        const answer = await put(wanted)
        expect(answer.status).toBe(200)
        expect(answer.body).toMatchObject({ ...wanted, version: 1 })
        expect(new Date(answer.body.next_at).getUTCDay()).toBe(5)
        expect(await settings()).toEqual(answer.body)
        expectRefusal(await put(off, 0), 409, 'stale_version')
        expect((await (await app.signIn('owner')).get(path)).body.version).toBe(0)
      })

      it('answer 422 for a time zone that does not exist, an hour or day that does not, and quiet hours without end [DIGEST-1]', async () => {
        for (const wrong of [
          { time_zone: 'Europe/Atlantis' },
          { time_zone: '+02:00' },
          { time_zone: '' },
          { hour: 24 },
          { weekday: 0 },
          { weekday: 8 },
          { quiet_hours: { from: 7, to: 7 } },
          { quiet_hours: { from: 7, to: 24 } },
          { reasons: [] },
          { reasons: ['gossip'] },
          { frequency: 'hourly' },
        ]) {
          const { status, body } = await put({ ...off, ...wrong })
          expect([wrong, status, body.detail?.[0]?.loc?.[1]]).toEqual([wrong, 422, Object.keys(wrong)[0]])
        }
        expect((await settings()).version).toBe(0)
      })

      it('leave the setting for mails of mentions as it is', async () => {
        await put(atOnce)
        expect((await (await editor()).get('/api/auth/me')).body.mail_preferences).toEqual({ mentions: true })
      })
    })

    describe('at once', () => {
      it('tell of each unread notification with its deal, reason, author, text and link, the newest first [DIGEST-2]', async () => {
        await put(atOnce)
        const commentId = newId()
        const [mail, ...others] = await newDigests('editor', async () => {
          await comment('First <b>question</b>')
          await comment('Second question', { commentId })
          await act(app, people().owner, deal, noticeTo([people().editor], { type: 'vote_requested', snippet: '' }))
        })
        expect(others).toEqual([])
        expect(mail?.subject).toBe('3 unread notifications in 1 deal')
        expect(mail?.text).toContain('Riverside Apartments')
        expect(mail?.text).toContain('Your vote is requested:\n- Maya Okafor')
        expect(mail?.text).toMatch(/Second question[\s\S]*First <b>question<\/b>/)
        expect(mail?.text).toContain(`https://canvas.example.com/app/canvas/${deal}?comment=${commentId}`)
        expect(mail?.html).toContain('First &lt;b&gt;question&lt;/b&gt;')
        expect((await (await editor()).get('/api/canvas/notifications')).body.unread_count).toBe(3)
      })

      it('come at most once in five minutes, and then tell all that came in the meantime [DIGEST-3]', async () => {
        await put(atOnce)
        expect(await newDigests('editor', () => comment('One'))).toHaveLength(1)
        expect(await newDigests('editor', () => comment('Two'))).toEqual([])
        advance(minutes(4))
        expect(await newDigests('editor', () => comment('Three'))).toEqual([])
        advance(minutes(1) + 1_000)
        const [mail] = await newDigests('editor', async () => undefined)
        expect(mail?.text).toMatch(/Three[\s\S]*Two/)
        expect(mail?.text).not.toContain('One')
      })

      it('wait for the end of quiet hours, also when these cross midnight [DIGEST-4]', async () => {
        const today = new Date(now()).setUTCHours(23, 0, 0, 0)
        advanceTo(new Date(today > now() ? today : today + days(1)).toISOString())
        await put({ ...atOnce, quiet_hours: { from: 22, to: 6 } })
        expect(await newDigests('editor', () => comment('At night'))).toEqual([])
        const body = await settings()
        expect(new Date(body.next_at).getUTCHours()).toBe(6)
        advanceTo(body.next_at, -minutes(5))
        expect(await newDigests('editor', async () => undefined)).toEqual([])
        advance(minutes(6))
        expect(await newDigests('editor', async () => undefined)).toHaveLength(1)
      })
    })

    describe('daily', () => {
      it('come at the hour, with what is unread then; nothing unread, nothing sent [DIGEST-2, DIGEST-5]', async () => {
        const hour = hourIn(2)
        const { body } = await put({ ...off, frequency: 'daily', hour })
        await comment('Read before the mail is made')
        await comment('Still unread')
        const { notifications } = (await (await editor()).get('/api/canvas/notifications')).body
        await (await editor()).send('POST', '/api/canvas/notifications/read', { ids: [notifications[1].id] })
        expect(await newDigests('editor', async () => undefined)).toEqual([])
        advanceTo(body.next_at)
        const [mail, ...others] = await newDigests('editor', async () => undefined)
        expect(others).toEqual([])
        expect(mail?.text).toContain('Still unread')
        expect(mail?.text).not.toContain('Read before the mail is made')
        const { next_at } = await settings()
        expect(new Date(next_at).getTime() - new Date(body.next_at).getTime()).toBe(days(1))
        advance(days(1))
        expect(await newDigests('editor', async () => undefined)).toEqual([])
      })

      it('have no notification from before they were switched on, none of an excluded reason, and no mention that was mailed [DIGEST-2, DIGEST-6]', async () => {
        await comment('Before')
        await put({ ...atOnce, reasons: ['mention', 'reply'] })
        expect(
          await newDigests('editor', async () => {
            await comment('Excluded')
            await comment('Mailed by itself', { type: 'mention' })
          }),
        ).toEqual([])
        await (await editor()).send('PATCH', '/api/auth/me', { mail_preferences: { mentions: false } })
        const [mail] = await newDigests('editor', () => comment('Not mailed by itself', { type: 'mention' }))
        await (await editor()).send('PATCH', '/api/auth/me', { mail_preferences: { mentions: true } })
        expect(mail?.subject).toBe('1 unread notification in 1 deal')
        expect(mail?.text).toContain('You were mentioned:\n- Maya Okafor: “Not mailed by itself”')
      })

      it('that are more than an hour late are not sent; what they had to tell is part of the next one [DIGEST-7]', async () => {
        const { body } = await put({ ...off, frequency: 'daily', hour: hourIn(3) })
        await comment('Told a day later')
        // As after an outage, or when a database is restored from a backup: nobody looked in between.
        await app.sql("UPDATE digest_settings SET next_at = next_at - interval '1 day', next_day = 'the day before'")
        expect(await newDigests('editor', async () => undefined)).toEqual([])
        expect((await settings()).next_at).toBe(body.next_at)
        advanceTo(body.next_at)
        const [mail] = await newDigests('editor', async () => undefined)
        expect(mail?.text).toContain('Told a day later')
      })
    })

    it('are bounded: twenty deals with ten lines each, and how many more there are [DIGEST-8]', async () => {
      const { editor: reader, owner } = people()
      await put(atOnce)
      const members = { [reader.userId]: 'viewer', [owner.userId]: 'owner' } as const
      const [mail] = await newDigests('editor', async () => {
        for (let n = 1; n <= 22; n++) {
          const dealId = await plantDeal(app, { members, name: `Deal number ${n}.` })
          await plantNotifications(app, { to: reader, by: owner, dealId, many: 12 })
        }
        await comment('The newest')
      })
      expect(mail?.subject).toBe('265 unread notifications in 23 deals')
      expect(mail?.text.match(/^- /gm)).toHaveLength(1 + 19 * 10)
      expect(mail?.text.match(/^and 2 more$/gm)).toHaveLength(19)
      expect(mail?.text).toContain('and 36 more: https://canvas.example.com/app/notifications')
      expect(mail?.text).not.toContain('Deal number 3.')
    })

    it('count no further than 2,000 notifications', async () => {
      const { editor: reader, owner } = people()
      await put(atOnce)
      const [mail] = await newDigests('editor', async () => {
        await plantNotifications(app, { to: reader, by: owner, dealId: deal, many: 3_000 })
        await comment('The newest')
      })
      expect(mail?.subject).toBe('More than 2,000 unread notifications in Deal Canvas')
    })

    it('tell nothing about a deal that the person can no longer see, or of an organization that is not active [DIGEST-9]', async () => {
      const { editor: reader, owner } = people()
      await put(atOnce)
      const orgId = await plantOrg(app, { [reader.userId]: 'member', [owner.userId]: 'admin' })
      const members = { [reader.userId]: 'viewer', [owner.userId]: 'owner' } as const
      const inOrg = await plantDeal(app, { members, orgId, name: 'In a closed organization' })
      const left = await plantDeal(app, { members, name: 'Left' })
      const [mail] = await newDigests('editor', async () => {
        for (const dealId of [inOrg, left]) await act(app, owner, dealId, noticeTo([reader]))
        await comment('Still visible')
        await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [orgId])
        await app.sql('DELETE FROM deal_members WHERE deal_id = $1 AND user_id = $2', [left, reader.userId])
      })
      expect(mail?.subject).toBe('1 unread notification in 1 deal')
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/In a closed organization|Left/)
    })

    it.each([
      [
        'the account is suspended',
        "UPDATE users SET status = 'suspended' WHERE id = $1",
        "UPDATE users SET status = 'active' WHERE id = $1",
      ],
      [
        'no address is verified',
        'UPDATE user_emails SET verified_at = NULL WHERE user_id = $1',
        'UPDATE user_emails SET verified_at = now() WHERE user_id = $1',
      ],
      ['they are switched off', "UPDATE digest_settings SET frequency = 'off' WHERE user_id = $1", 'SELECT $1::uuid'],
      ['the deal is deleted with its notifications', 'DELETE FROM notifications WHERE user_id = $1', 'SELECT $1::uuid'],
    ])('are not sent once %s, even if one is due already [DIGEST-10]', async (_, change, back) => {
      const { editor: reader } = people()
      await put(atOnce)
      expect(
        await newDigests('editor', () =>
          // Together, so that the service cannot send it in between.
          app.service.database.transaction(async () => {
            await comment('Too late')
            await app.sql(change, [reader.userId])
          }),
        ),
      ).toEqual([])
      await app.sql(back, [reader.userId])
      expect(await app.sql("SELECT 1 FROM digests WHERE status NOT IN ('cancelled', 'empty')")).toEqual([])
    })

    it('include every kind of notification unless reasons are chosen', async () => {
      await put(atOnce)
      const kinds = notificationTypes.filter((type) => type !== 'mention' && type !== 'superadmin_entered')
      for (const some of [kinds.slice(0, 8), kinds.slice(8)]) {
        advance(minutes(6))
        const [mail] = await newDigests('editor', async () => {
          for (const type of some) await comment(`About ${type}.`, { type })
        })
        for (const type of some) expect(mail?.text).toContain(`About ${type}.`)
      }
    })

    describe('the link at their foot', () => {
      const linkTo = async (): Promise<string> => {
        await put(atOnce, (await settings()).version)
        const [mail] = await newDigests('editor', () => comment('With a link'))
        return /https:\/\/canvas\.example\.com(\/unsubscribe\?token=[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const post = (link: string, more: object = {}) =>
        app.send('POST', link, { headers: form, body: 'List-Unsubscribe=One-Click', ...more })
      const frequency = async () => (await app.sql('SELECT frequency FROM digest_settings'))[0]?.['frequency']

      it('ends digests with one POST without signing in, as mail programs send it, and again without harm [DIGEST-11]', async () => {
        const link = await linkTo()
        const raw = (await app.mails()).at(-1) ?? ''
        expect(raw).toContain(`List-Unsubscribe: <https://canvas.example.com${link}>`)
        expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
        expect(raw).not.toContain(people().editor.userId)
        const asked = await app.send('GET', link)
        expect([asked.status, asked.headers['cache-control']]).toEqual([200, 'no-store'])
        expect(asked.body).toContain('<button type="submit"')
        expect(asked.body).not.toContain('<script')
        expect(await frequency()).toBe('at_once')
        expect((await post(link)).status).toBe(200)
        expect(await frequency()).toBe('off')
        expect((await post(link)).body).toContain('Digests are stopped')
        expect(await newDigests('editor', () => comment('After'))).toEqual([])
        expect((await (await editor()).get('/api/auth/me')).body.mail_preferences).toEqual({ mentions: true })
      })

      it('works however long ago it was mailed, and for nobody after it was changed or the address changed [DIGEST-11]', async () => {
        const link = await linkTo()
        for (const wrong of [
          `${link.slice(0, -1)}${link.endsWith('A') ? 'Q' : 'A'}`,
          `${link}x`,
          '/unsubscribe',
          '/unsubscribe?token=',
        ]) {
          expect((await app.send('GET', wrong)).status).toBe(404)
          expect((await post(wrong)).status).toBe(404)
        }
        const rename = (address: string) =>
          app.sql('UPDATE user_emails SET email = $2 WHERE user_id = $1', [people().editor.userId, address])
        await rename('new@example.com')
        expect((await post(link)).status).toBe(404)
        expect(await frequency()).toBe('at_once')
        await rename('editor@example.com')
        advance(days(400))
        expect((await post(link)).status).toBe(200)
      })

      it('answers 429 to a network that tries invalid links, and not to one that follows valid ones', async () => {
        const link = await linkTo()
        for (let n = 0; n < 20; n++) expect((await app.send('GET', link, { ip: '198.51.100.7' })).status).toBe(200)
        const tried = []
        for (let n = 0; n < 101; n++)
          tried.push((await app.send('GET', '/unsubscribe?token=x', { ip: '198.51.100.8' })).status)
        expect([tried.filter((status) => status === 404).length, tried.at(-1)]).toEqual([100, 429])
      })
    })

    it('are planned and taken by an index, however many people there are', async () => {
      const plan = async (text: string) =>
        JSON.stringify(
          await app.service.database.transaction(async () => {
            await app.sql('SET LOCAL enable_seqscan = off')
            return app.sql(`EXPLAIN ${text}`)
          }),
        )
      expect(
        await plan(
          'SELECT user_id FROM digest_settings WHERE next_at <= now() ORDER BY next_at LIMIT 200 FOR UPDATE SKIP LOCKED',
        ),
      ).toContain('digest_settings_due')
      expect(
        await plan('SELECT id FROM digests WHERE due_at <= now() ORDER BY due_at LIMIT 5 FOR UPDATE SKIP LOCKED'),
      ).toContain('digests_due')
    })

    it('of a person end with their account: an erased person is in no table of digests, and gets none [DIGEST-10]', async () => {
      const superadmin = await app.signIn('superadmin')
      const email = 'leaving@example.com'
      const { body } = await superadmin.send('POST', '/api/superadmin/users', { email, display_name: 'Ada Byron' })
      const userId: string = body.id
      deal = await plantDeal(app, { members: { [userId]: 'viewer', [people().owner.userId]: 'owner' } })
      await app.sql(
        `INSERT INTO digest_settings (user_id, frequency, weekday, hour, time_zone, covered_seq, unsubscribe_id,
          unsubscribe_key, version, updated_at)
        VALUES ($1, 'at_once', 1, 8, 'UTC', 0, gen_random_uuid(), 'key', 1, now())`,
        [userId],
      )
      const told = () => act(app, people().owner, deal, noticeTo([{ userId } as Person]))
      expect(await newDigests('leaving', told)).toHaveLength(1)
      expect((await superadmin.send('PATCH', `/api/superadmin/users/${userId}`, { status: 'deleted' })).status).toBe(
        200,
      )
      expect((await superadmin.send('POST', `/api/superadmin/users/${userId}/erase`)).status).toBe(202)
      await expect
        .poll(() => app.sql('SELECT user_id FROM digest_settings WHERE user_id = $1', [userId]), { timeout: 60_000 })
        .toEqual([])
      expect(await app.sql('SELECT id FROM digests WHERE user_id = $1', [userId])).toEqual([])
      advance(minutes(10))
      expect(await newDigests('leaving', told)).toEqual([])
    })

    it('that ended are deleted after 35 days', async () => {
      await put(atOnce)
      await newDigests('editor', () => comment('Long ago'))
      const left = () => app.sql('SELECT status FROM digests')
      const { sweep } = openDigestNode(app, async () => undefined)
      await sweep()
      expect(await left()).toEqual([{ status: 'sent' }])
      advance(days(36))
      await openDigestNode(app, async () => undefined, { now: () => new Date(now()) }).sweep()
      expect(await left()).toEqual([])
    })
  },
  { env: { PUBLIC_URL: 'https://canvas.example.com' } },
)

onService(
  'a service without digests',
  (app) => {
    const people = signInAll(app, 'editor')

    it('says so, and refuses to switch them on with 409 `digests_off` [DIGEST-12]', async () => {
      const { editor } = people()
      expect((await editor.get(path)).body.is_available).toBe(false)
      expectRefusal(await editor.send('PUT', path, atOnce, { 'if-match': '"0"' }), 409, 'digests_off')
      expect((await editor.send('PUT', path, off, { 'if-match': '"0"' })).status).toBe(200)
    })
  },
  { env: { DIGESTS: 'off' } },
)
