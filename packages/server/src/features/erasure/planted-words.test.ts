import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { exportDeal } from '../../testing/exporting.ts'
import { openLive } from '../../testing/live-client.ts'
import { codeIn, mailAfter } from '../../testing/mails.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { findPlanted } from '../../testing/planted-words.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onEveryStore, type Person } from '../../testing/service.ts'
import { pngFile, upload, uploadAvatar, workbookFile } from '../../testing/uploading.ts'

const logged: string[] = []

onEveryStore(
  'erased data',
  (app) => {
    const words = new Map<string, string>()
    /** A word that occurs nowhere unless the test planted it. */
    const word = (what: string): string => {
      const made = words.get(what) ?? `zq${what}${randomUUID().slice(0, 8)}`
      words.set(what, made)
      return made
    }
    const once = () => ({ 'idempotency-key': randomUUID() })
    const found = () => findPlanted(app, [...words.values()], logged)
    const blobFiles = async () =>
      (await readdir(join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    let owner: Person
    let editor: Person
    let superadmin: Person
    beforeAll(async () => {
      owner = await app.signIn('owner')
      editor = await app.signIn('editor')
      superadmin = await app.signIn('superadmin')
    })
    beforeEach(async () => {
      words.clear()
      logged.length = 0
      await forgetLimits(app)
    })

    /** Waits for the build and for everything that reads the files. */
    const builtDeal = async (): Promise<string> => {
      const intake = (
        await owner.send('POST', '/api/intake', { org_id: await orgNamed(app, 'Northwind Capital') }, once())
      ).body
      const at = `/api/intake/${intake.conversation_id}`
      const files = [
        { fileName: `${word('filename')}.txt`, content: `The roof of ${word('filetext')} was replaced in 2019.` },
        { fileName: 'model.xlsx', content: workbookFile({ title: word('workbooktitle'), sheet: word('sheet') }) },
      ]
      expect((await upload(app, owner, `${at}/files`, files)).status).toBe(201)
      expect((await owner.send('POST', `${at}/deal-name`, { deal_name: word('dealname') }, once())).status).toBe(200)
      expect((await owner.send('POST', `${at}/complete`, undefined, once())).status).toBe(202)
      await vi.waitUntil(async () => (await owner.get(at)).body.conversation_state.status === 'ready', {
        timeout: 60_000,
        interval: 50,
      })
      return intake.deal_id
    }

    const fill = async (deal: string): Promise<void> => {
      const at = `/api/canvas/${deal}`
      const section = `${at}/sections/${word('section')}`
      expect((await owner.send('PUT', section, { title: word('title'), content: word('memo') })).status).toBe(200)
      const removed = `${at}/sections/removed`
      const text = { title: word('removedtitle'), content: word('removedmemo') }
      expect((await owner.send('PUT', removed, text)).status).toBe(200)
      expect((await owner.send('DELETE', removed, undefined, { 'if-match': '"1"' })).status).toBe(204)
      const other = editor.userId
      expect((await owner.send('PUT', `${at}/members/${other}`, { role: 'editor' })).status).toBe(200)
      await mailAfter(app, { to: 'editor@example.com', about: word('dealname') }, async () => {
        const body = { content: word('comment'), mentioned_user_ids: [other], section_key: word('section') }
        const comment = await owner.send('POST', `${at}/comments`, body, once())
        expect(comment.status).toBe(201)
        const reply = await editor.send(
          'POST',
          `${at}/comments/${comment.body.comment_id}/replies`,
          { content: word('reply') },
          once(),
        )
        expect(reply.status).toBe(201)
        const edit = await owner.send('PUT', `${at}/comments/${comment.body.comment_id}`, { content: word('edited') })
        expect(edit.status).toBe(200)
      })
      const { documents } = (await owner.get(`${at}/documents`)).body
      const idOf = (name: string) =>
        documents.find(({ file_name }: { file_name: string }) => file_name.endsWith(name))?.id
      for (const anchor of [
        { passage: { document_id: idOf('.txt'), passage_id: '0', quote: `The roof of ${word('filetext')}` } },
        { cell: { document_id: idOf('model.xlsx'), sheet: word('sheet'), cell: 'B1' } },
      ])
        expect((await owner.send('POST', `${at}/comments`, { content: 'Sure?', ...anchor }, once())).status).toBe(201)
      const { version } = (await owner.get(`${at}/reading`)).body
      const read = {
        settings: { currency: 'EUR' },
        choices: [{ metric_key: 'exit_cap_rate_pct', cell: { sheet: word('sheet'), cell: 'B2' } }],
        confirm: 'all',
      }
      expect((await owner.send('PUT', `${at}/reading`, read, { 'if-match': `"${version}"` })).status).toBe(200)
      const hurdle = {
        metric_key: 'exit_cap_rate_pct',
        side: 'at_most',
        value: 6,
        kind: 'hurdle',
        source: word('hurdle'),
      }
      expect((await owner.send('POST', `${at}/thresholds`, hurdle, once())).status).toBe(201)
      const details = { city: word('city'), deal_type: 'cre_office' }
      expect((await owner.send('PATCH', `${at}/committee`, details, { 'if-match': '"1"' })).status).toBe(200)
      // A deal without a model has no scenarios, so one is planted.
      await app.sql(
        `INSERT INTO scenarios (id, deal_id, name, note, color, visibility, overrides, proposed_against, proposed_by,
            proposed_at, proposal_reason, version, created_by, created_at, updated_at)
          VALUES (gen_random_uuid(), $1, $2, $3, 'blue', 'shared', $4, '{}', $6, now(), $5, 1, $6, now(), now())`,
        [
          deal,
          word('scenario'),
          word('note'),
          JSON.stringify([{ metricKey: 'exit_cap_rate_pct', value: 6, reason: word('reason'), setBy: owner.userId }]),
          word('proposal'),
          owner.userId,
        ],
      )
      const [document] = (await owner.get(`${at}/documents`)).body.documents
      await app.sql(
        `INSERT INTO reconciliation_findings (id, deal_id, position, status, metric_key, unit, document_id, value,
            place, other_value, severity, effects, choice, reason, settled_by, settled_at, version)
          VALUES (gen_random_uuid(), $1, 0, 'differs', 'unit_count', 'count', $2, 212, $3, 200, 'low', '[]', 'model', $4,
            $5, now(), 1)`,
        [deal, document.id, JSON.stringify({ quote: word('quote') }), word('settlement'), owner.userId],
      )
      const picture = [{ name: 'file', fileName: 'x.png', content: pngFile() }]
      const crop = await upload(app, owner, `${at}/image-crops`, picture)
      expect(crop.status).toBe(201)
      const attached = { content: 'With a picture', attachment_ids: [crop.body.id] }
      expect((await owner.send('POST', `${at}/comments`, attached, once())).status).toBe(201)
      expect((await owner.get(`${at}/evidence?q=${word('query')}`)).status).toBe(200)
      const brushed = { section_key: word('section'), text: `${word('brush')} 5.25%` }
      expect((await owner.send('POST', `${at}/brush`, brushed, once())).status).toBeLessThan(300)
      const rating = { section_key: word('section'), rating: 4, comment: word('feedback'), tags: [word('tag')] }
      expect((await owner.send('POST', `${at}/feedback`, rating, once())).status).toBeLessThan(300)
      const reason = { reason: word('grantreason') }
      expect((await superadmin.send('POST', `${at}/superadmin-token`, reason, once())).status).toBe(200)
      const live = await openLive(app.service.app, deal, owner.token)
      live.say({ type: 'presence', section_key: word('section'), cursor: { at: word('cursor') } })
      await live.hears('presence', ({ present }) => JSON.stringify(present ?? '').includes(word('cursor')))
      await exportDeal(owner, deal, { format: 'json', watermark: true })
      expect((await owner.send('PUT', `${at}/committee/${other}`)).status).toBe(200)
      const { now: voted_on } = (await editor.get(`${at}/committee`)).body
      const vote = { choice: 'decline', note: word('votenote'), voted_on }
      expect((await editor.send('POST', `${at}/votes`, vote, once())).status).toBe(201)
      const condition = await owner.send('POST', `${at}/conditions`, { text: word('condition') }, once())
      expect(condition.status).toBe(201)
      const waived = { status: 'waived', reason: word('waivereason') }
      const path = `${at}/conditions/${condition.body.id}`
      expect((await owner.send('PATCH', path, waived, { 'if-match': '"1"' })).status).toBe(200)
      const asked = { title: word('request'), note: word('requestnote'), assignee_id: other, due_date: '2030-01-15' }
      const request = await owner.send('POST', `${at}/requests`, asked, once())
      expect(request.status).toBe(201)
      const renamed = { title: word('requestedit'), status: 'done' }
      const requestPath = `${at}/requests/${request.body.id}`
      expect((await owner.send('PATCH', requestPath, renamed, { 'if-match': '"1"' })).status).toBe(200)
      const [finding] = (await owner.get(`${at}/data-quality`)).body.data_quality_summary.findings
      const settled = { choice: 'accepted', reason: word('findingreason') }
      expect((await owner.send('POST', `${at}/findings/${finding.id}/settle`, settled, once())).status).toBe(200)
      const signOff = { subject: 'other', label: word('signofflabel'), assignee_id: other }
      const signOffAsked = await owner.send('POST', `${at}/sign-offs`, signOff, once())
      expect(signOffAsked.status).toBe(201)
      const { now: signed_on } = (await editor.get(`${at}/sign-offs`)).body
      const signature = { signed_on, note: word('signaturenote') }
      expect(
        (await editor.send('POST', `${at}/sign-offs/${signOffAsked.body.id}/sign`, signature, once())).status,
      ).toBe(201)
      const decision = { decision: 'approved', rationale: word('rationale') }
      await mailAfter(app, { to: 'owner@example.com', about: word('dealname') }, async () => {
        expect((await owner.send('POST', `${at}/finalize`, decision, once())).status).toBe(200)
      })
      await live.leave()
    }

    describe('purged deals', () => {
      it('leaves nothing of a permanently deleted deal in tables, keys, files and logs [ERASURE-1]', async () => {
        const deal = await builtDeal()
        await fill(deal)
        expect(new Set((await found()).map(({ word }) => word)).size).toBeGreaterThan(12)
        expect((await superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
        expect(await found()).toEqual([])
        expect(await blobFiles()).toEqual([])
        expect(await app.sql('SELECT action FROM admin_log WHERE target_id = $1', [deal])).toContainEqual({
          action: 'deal.purged',
        })
      })

      it('deletes data of a purged deal that unfinished work wrote after the purge', async () => {
        const { body } = await owner.send('POST', '/api/deals', { name: word('dealname') })
        await superadmin.send('DELETE', `/api/deals/${body.deal_id}?purge=true`)
        await app.state.set({ dealId: body.deal_id, kind: 'digitization', id: 'late' }, { title: word('late') })
        expect(await found()).not.toEqual([])
        app.advance(10 * 60_000 + 1_000)
        await vi.waitUntil(async () => (await found()).length === 0, { timeout: 60_000, interval: 200 })
        expect(await app.sql('SELECT 1 FROM erasures WHERE target_id = $1', [body.deal_id])).toEqual([])
      })

      it('keeps the identical file of another deal when a deal is purged', async () => {
        const content = `The same bytes ${word('shared')}`
        const deals: string[] = []
        for (const name of ['One', 'Other']) {
          const { body } = await owner.send('POST', '/api/deals', { name })
          deals.push(body.deal_id)
          const files = [{ fileName: 'same.txt', content }]
          expect((await upload(app, owner, `/api/canvas/${body.deal_id}/documents`, files)).status).toBe(201)
        }
        const [first = '', second = ''] = deals
        await superadmin.send('DELETE', `/api/deals/${first}?purge=true`)
        const { documents } = (await owner.get(`/api/canvas/${second}/documents`)).body
        const kept = await owner.get(`/api/canvas/${second}/documents/${documents[0].id}/content`)
        expect([kept.status, kept.body]).toEqual([200, content])
        await superadmin.send('DELETE', `/api/deals/${second}?purge=true`)
        await vi.waitUntil(async () => (await found()).length === 0, { timeout: 30_000, interval: 100 })
      })

      it('returns 404 for a repeated creation request of a purged deal instead of creating it again', async () => {
        const headers = once()
        const { body } = await owner.send('POST', '/api/deals', { name: word('dealname') }, headers)
        await superadmin.send('DELETE', `/api/deals/${body.deal_id}?purge=true`)
        const again = await owner.send('POST', '/api/deals', { name: word('dealname') }, headers)
        expect([again.status, again.body.code]).toEqual([404, 'deal_not_found'])
      })
    })

    describe('erased persons', () => {
      const password = 'a-long-enough-password'

      const signInAs = async (email: string): Promise<Person> => {
        const { body } = await app.send('POST', '/api/auth/login', {
          body: { email, password },
          headers: { 'user-agent': word('useragent') },
        })
        const token: string = body.access_token
        const send: Person['send'] = (method, path, sent, headers = {}) =>
          app.send(method, path, { token, headers, ...(sent === undefined ? {} : { body: sent }) })
        return { token, cookie: '', userId: body.user.id, get: (path) => send('GET', path), send }
      }

      /** Creates an organization member who has left data in every place where users can. */
      const person = async (): Promise<{ userId: string; orgDeal: string; personalDeal: string; photo: string }> => {
        const orgId = await orgNamed(app, 'Northwind Capital')
        const email = `${word('address')}@example.org`
        const [first_name, last_name] = [word('first'), word('last')]
        const wanted = {
          email,
          password,
          first_name,
          last_name,
          display_name: `${first_name} ${last_name}`,
          org_id: orgId,
        }
        const created = await superadmin.send('POST', '/api/superadmin/users', wanted, once())
        expect(created.status).toBe(200)
        const userId: string = created.body.id
        const orgDeal = (await owner.send('POST', '/api/deals', { name: 'Shared', org_id: orgId })).body.deal_id
        expect((await owner.send('PUT', `/api/canvas/${orgDeal}/members/${userId}`, { role: 'editor' })).status).toBe(
          200,
        )

        const me = await signInAs(email)
        const view = { name: word('view'), filters: { q: word('viewquery'), city: word('viewcity') } }
        expect((await me.send('POST', '/api/saved-views', view)).status).toBe(201)
        const second = `${word('second')}@example.org`
        const mail = await mailAfter(app, { to: second, about: 'code' }, () =>
          me.send('POST', '/api/auth/email/request', { email: second }),
        )
        await mailAfter(app, { to: email, about: 'was linked' }, async () => {
          const verified = await me.send('POST', '/api/auth/email/verify', { email: second, code: codeIn(mail) })
          expect(verified.status).toBe(200)
        })
        await mailAfter(app, { to: email, about: 'sign-in link' }, () =>
          app.send('POST', '/api/auth/magic-link/request', { body: { email } }),
        )
        expect(
          (await me.send('PATCH', '/api/auth/me', { avatar_url: `https://example.org/${word('avatar')}.png` })).status,
        ).toBe(200)
        for (const name of ['formerphoto', 'photo']) {
          const photo = Buffer.concat([pngFile(), Buffer.from(word(name))])
          expect((await uploadAvatar(app, me, photo)).status).toBe(200)
        }
        const photo: string = (await me.get('/api/auth/me')).body.avatar_url
        const renamed = { first_name: word('first'), last_name: word('laternamed') }
        expect((await superadmin.send('PATCH', `/api/admin/users/${userId}`, renamed)).status).toBe(200)
        const name = `${word('first')} ${word('laternamed')}`

        const at = `/api/canvas/${orgDeal}`
        await mailAfter(app, { to: 'owner@example.com', about: word('first') }, async () => {
          const said = { content: 'A remark that stays', mentioned_user_ids: [owner.userId] }
          const comment = await me.send('POST', `${at}/comments`, said, once())
          expect(comment.status).toBe(201)
          const answer = { content: `@${name} I agree`, mentioned_user_ids: [userId] }
          const reply = await owner.send('POST', `${at}/comments/${comment.body.comment_id}/replies`, answer, once())
          expect(reply.status).toBe(201)
          const asked = { content: `Well, @${name}?`, mentioned_user_ids: [userId] }
          const question = await owner.send('POST', `${at}/comments`, asked, once())
          expect(question.status).toBe(201)
          const edited = { content: `Well then, @${name}?`, mentioned_user_ids: [userId] }
          expect((await owner.send('PUT', `${at}/comments/${question.body.comment_id}`, edited)).status).toBe(200)
        })
        expect(
          (await me.send('PUT', `${at}/sections/notes`, { title: 'Notes', content: 'Text that stays' })).status,
        ).toBe(200)
        expect((await me.send('PUT', `${at}/metrics/dscr`, { value: 1.27 })).status).toBe(200)
        const covenant = { metric_key: 'dscr', side: 'at_least', value: 1.25, kind: 'covenant', source: 'Term sheet' }
        expect((await me.send('POST', `${at}/thresholds`, covenant, once())).body.updated_by).toBe(name)
        const request = { title: 'A request that stays', assignee_id: userId }
        expect((await me.send('POST', `${at}/requests`, request, once())).body.created_by.display_name).toBe(name)
        // A deal without a workbook has no scenarios, so they are planted.
        for (const [visibility, planted] of [
          ['private', word('draftscenario')],
          ['shared', 'A case that stays'],
        ])
          await app.sql(
            `INSERT INTO scenarios (id, deal_id, name, color, visibility, overrides, version, created_by, created_at, updated_at)
              VALUES (gen_random_uuid(), $1, $2, 'blue', $3, '[]', 1, $4, now(), now())`,
            [orgDeal, planted, visibility, userId],
          )
        const personalDeal = (await me.send('POST', '/api/deals', { name: word('personal'), org_id: null }, once()))
          .body.deal_id
        const files = [{ fileName: `${word('ownfile')}.txt`, content: word('owntext') }]
        expect((await upload(app, me, `/api/canvas/${personalDeal}/documents`, files)).status).toBe(201)
        const intake = await me.send('POST', '/api/intake', { org_id: null }, once())
        const reserved = [{ fileName: `${word('reserved')}.txt`, content: word('reservedtext') }]
        expect((await upload(app, me, `/api/intake/${intake.body.conversation_id}/files`, reserved)).status).toBe(201)
        // One names them as the reader, the other as the author of comments.
        await exportDeal(me, orgDeal, { format: 'json', watermark: true })
        await exportDeal(owner, orgDeal, { format: 'json' })
        // Both addresses are told, and a mail under way would arrive after the erasure.
        await mailAfter(app, { to: email, about: 'was removed' }, () =>
          mailAfter(app, { to: second, about: 'was removed' }, async () => {
            const removed = await me.send('DELETE', `/api/auth/emails/${encodeURIComponent(second)}`)
            expect(removed.status).toBe(204)
          }),
        )
        return { userId, orgDeal, personalDeal, photo }
      }

      const finished = (userId: string) =>
        vi.waitUntil(
          async () =>
            (await app.sql('SELECT 1 FROM erasures WHERE target_id = $1 AND finished_at IS NOT NULL', [userId]))
              .length > 0,
          { timeout: 60_000, interval: 50 },
        )

      it('leaves nothing of an erased person except their contributions under a pseudonym [ERASURE-5]', async () => {
        // Of other tests, one of which may have failed.
        const before = new Set(await blobFiles())
        const { userId, orgDeal, personalDeal, photo } = await person()
        expect((await app.send('GET', photo)).status).toBe(200)
        expect(await found()).toContainEqual({ word: word('photo'), where: 'table avatars' })
        expect((await found()).map(({ word }) => word)).not.toContain(word('formerphoto'))
        expect(new Set((await found()).map(({ word }) => word)).size).toBeGreaterThan(10)
        expect((await superadmin.send('PATCH', `/api/superadmin/users/${userId}`, { status: 'deleted' })).status).toBe(
          200,
        )
        const asked = await superadmin.send('POST', `/api/superadmin/users/${userId}/erase`, undefined, once())
        expect([asked.status, asked.body]).toEqual([202, { user_id: userId, finished_at: null }])
        await finished(userId)
        expect(await found()).toEqual([])
        expect((await blobFiles()).filter((name) => !before.has(name))).toEqual([])
        expect((await app.send('GET', photo)).status).toBe(404)
        // Log lines keep the path: it contains only an id, which no longer resolves.
        expect(await findPlanted(app, [photo], [])).toEqual([])

        const pseudonym = `Former member ${userId.slice(-6)}`
        const { comments } = (await owner.get(`/api/canvas/${orgDeal}/comments`)).body
        expect(comments).toEqual([
          expect.objectContaining({ content: `Well then, @${pseudonym}?` }),
          expect.objectContaining({ author_name: pseudonym, content: 'A remark that stays' }),
        ])
        expect((await owner.get(`/api/canvas/${orgDeal}/thresholds`)).body.thresholds).toMatchObject([
          { source: 'Term sheet', updated_by: pseudonym },
        ])
        const erased = { user_id: userId, display_name: pseudonym }
        expect((await owner.get(`/api/canvas/${orgDeal}/requests`)).body.requests).toMatchObject([
          { title: 'A request that stays', created_by: erased, assignee: { ...erased, on_deal: false } },
        ])
        expect((await owner.get(`/api/canvas/${orgDeal}/scenarios`)).body.scenarios).toMatchObject([
          { id: 'base' },
          { name: 'A case that stays', author: { display_name: pseudonym } },
        ])
        expect((await owner.get(`/api/canvas/${orgDeal}/audit-trail/verify`)).body).toMatchObject({ valid: true })
        expect((await superadmin.get(`/api/deals/${personalDeal}`)).status).toBe(404)
        const { users } = (await superadmin.get(`/api/superadmin/users?search=${userId.slice(-6)}`)).body
        expect(users).toEqual([expect.objectContaining({ display_name: pseudonym, email: null, status: 'deleted' })])
      })
    })
  },
  { onLog: (line) => logged.push(line) },
)
