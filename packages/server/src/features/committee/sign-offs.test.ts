import { beforeEach, describe, expect, it } from 'vitest'
import { type CommitteeDeal, committeeDeal } from '../../testing/committee.ts'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { exportDeal, fileOf, partsOf } from '../../testing/exporting.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('sign-offs', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin')
  let deal: CommitteeDeal
  const planted = (more: { committee?: readonly Person[]; settings?: object } = {}) => {
    const { owner, editor, commenter, viewer } = people()
    return committeeDeal(app, {
      owner,
      members: [
        [editor, 'editor'],
        [commenter, 'commenter'],
        [viewer, 'viewer'],
      ],
      ...more,
    })
  }
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await planted()
  })
  const seen = (version: number) => ({ 'if-match': `"${version}"` })
  const list = async (person = people().viewer) => (await person.get(deal.at('sign-offs'))).body
  const ask = (body: object, person = people().owner): Promise<Answer> =>
    person.send('POST', deal.at('sign-offs'), body)
  const asked = async (assignee: Person, more: object = {}) => {
    const { status, body } = await ask({ subject: 'legal', assignee_id: assignee.userId, ...more })
    expect([status, body]).toEqual([201, body])
    return body
  }
  const edit = (id: string, body: object, version: number, person = people().owner) =>
    person.send('PATCH', deal.at(`sign-offs/${id}`), body, seen(version))
  const sign = async (id: string, person: Person, more: object = {}): Promise<Answer> => {
    const { now } = await list()
    return person.send('POST', deal.at(`sign-offs/${id}/sign`), { signed_on: now, ...more })
  }
  const withdraw = (id: string, person: Person, version: number) =>
    person.send('DELETE', deal.at(`sign-offs/${id}/sign`), undefined, seen(version))
  const lastEvent = async (type: string) => (await auditTrailOf(app, deal.id)).findLast((event) => event.type === type)
  const noticesOf = async (person: Person): Promise<string[]> =>
    (await person.get('/api/canvas/notifications')).body.notifications.map(({ type }: { type: string }) => type)
  const valid = async () => (await people().owner.get(deal.at('audit-trail/verify'))).body

  describe('asking', () => {
    it('lets owners ask a person on the deal for a sign-off with a due date, and notifies that person [SIGNOFF-1]', async () => {
      const { owner, viewer, editor, outsider } = people()
      await forgetNotifications(app)
      const tax = await asked(viewer, { subject: 'tax', due_on: '2026-12-01' })
      expect(tax).toMatchObject({ subject: 'tax', label: null, due_on: '2026-12-01', is_signed: false, version: 1 })
      expect(tax).toMatchObject({ assignee_id: viewer.userId, assignee_on_deal: true, signature: null })
      const named = await asked(editor, { subject: 'other', label: '  Roof report ' })
      expect(named).toMatchObject({ subject: 'other', label: 'Roof report' })
      expect(await list()).toMatchObject({
        sign_offs: [{ id: tax.id }, { id: named.id }],
        signed: 0,
        missing: 2,
        now: { memo_version: 1, scenario_id: 'base' },
      })
      expect(await noticesOf(viewer)).toEqual(['sign_off_requested'])
      expect(await lastEvent('sign_off.asked')).toMatchObject({
        actorId: owner.userId,
        data: { sign_off_id: named.id, subject: 'other', user_id: editor.userId, due_on: null },
      })
      expect(JSON.stringify(await auditTrailOf(app, deal.id))).not.toContain('Roof report')
      expectRefusal(await ask({ subject: 'tax', assignee_id: outsider.userId }), 404, 'member_not_found')
      expectRefusal(await ask({ subject: 'tax', assignee_id: viewer.userId }, editor), 403, 'role_too_low')
      for (const wrong of [
        { subject: 'weather' },
        { subject: 'other' },
        { subject: 'other', label: '  ' },
        { subject: 'tax', label: 'x'.repeat(81) },
        { subject: 'tax', due_on: '2026-02-30' },
      ])
        expect([wrong, (await ask({ assignee_id: viewer.userId, ...wrong })).status]).toEqual([wrong, 422])
      expect((await list()).sign_offs).toHaveLength(2)
    })

    it('refuses the 21st sign-off of a deal with 409 [SIGNOFF-1]', async () => {
      const { viewer } = people()
      for (let n = 0; n < 20; n++) await asked(viewer)
      expectRefusal(await ask({ subject: 'tax', assignee_id: viewer.userId }), 409, 'too_many_sign_offs')
    })

    it('refuses a change or removal with a stale If-Match with 409, and without one with 428 [SIGNOFF-2]', async () => {
      const { owner, viewer } = people()
      const { id } = await asked(viewer)
      expect((await edit(id, { due_on: '2026-12-01' }, 1)).body).toMatchObject({ due_on: '2026-12-01', version: 2 })
      const path = deal.at(`sign-offs/${id}`)
      expectRefusal(await edit(id, { due_on: null }, 1), 409, 'stale_version')
      expectRefusal(await owner.send('PATCH', path, { due_on: null }), 428, 'if_match_required')
      expectRefusal(await owner.send('DELETE', path), 428, 'if_match_required')
      expectRefusal(await owner.send('DELETE', path, undefined, seen(1)), 409, 'stale_version')
      expectRefusal(await viewer.send('DELETE', path, undefined, seen(2)), 403, 'role_too_low')
      expect((await owner.send('DELETE', path, undefined, seen(2))).status).toBe(204)
      expect((await list()).sign_offs).toEqual([])
      expectRefusal(await owner.send('DELETE', path, undefined, seen(2)), 404, 'sign_off_not_found')
      expect((await happenedTo(app, deal.id)).slice(-3)).toEqual([
        'sign_off.asked',
        'sign_off.changed',
        'sign_off.deleted',
      ])
    })

    it('removes the signature where another person or label is set, keeps it with another due date, and asks again [SIGNOFF-2]', async () => {
      const { viewer, editor } = people()
      const { id } = await asked(viewer)
      await sign(id, viewer)
      expect((await edit(id, { due_on: '2026-12-01' }, 2)).body).toMatchObject({ is_signed: true, version: 3 })
      await forgetNotifications(app)
      expect((await edit(id, { label: 'Lease' }, 3)).body).toMatchObject({ label: 'Lease', signature: null })
      expect((await lastEvent('sign_off.changed'))?.data).toMatchObject({
        label_changed: true,
        signature_removed: true,
      })
      expect(await noticesOf(viewer)).toEqual(['sign_off_requested'])
      await sign(id, viewer)
      const moved = await edit(id, { assignee_id: editor.userId }, 5)
      expect(moved.body).toMatchObject({ assignee_id: editor.userId, is_signed: false, signature: null })
      expect(await noticesOf(editor)).toEqual(['sign_off_requested'])
      expectRefusal(await sign(id, viewer), 403, 'not_your_sign_off')
      expectRefusal(await edit(id, { assignee_id: people().outsider.userId }, 6), 404, 'member_not_found')
      expect((await edit(id, { due_on: '2026-02-30' }, 6)).status).toBe(422)
      expect(await valid()).toMatchObject({ valid: true })
    })

    it('records nothing where a change of a sign-off changes nothing', async () => {
      const { id } = await asked(people().viewer)
      expect((await edit(id, { label: null }, 1)).body.version).toBe(1)
      expect(await happenedTo(app, deal.id)).not.toContain('sign_off.changed')
    })
  })

  describe('signing', () => {
    it('lets only the person who was asked sign, with any role, on what they have read [SIGNOFF-3]', async () => {
      const { owner, viewer, outsider, superadmin } = people()
      const { id } = await asked(viewer)
      expectRefusal(await sign(id, owner), 403, 'not_your_sign_off')
      const { now } = await list()
      const path = deal.at(`sign-offs/${id}/sign`)
      expectRefusal(await outsider.send('POST', path, { signed_on: now }), 404, 'deal_not_found')
      const grant = await superadmin.send('POST', deal.at('superadmin-token'), { reason: 'A question' })
      const scoped = { token: grant.body.token, body: { signed_on: now } }
      expectRefusal(await app.send('POST', path, scoped), 403, 'not_your_sign_off')
      const signed = await sign(id, viewer, { note: ' Draft 3 ' })
      expect([signed.status, signed.body]).toMatchObject([
        201,
        {
          is_signed: true,
          version: 2,
          signature: { signed_on: { memo_version: 1, scenario_id: 'base' }, is_current: true, note: 'Draft 3' },
        },
      ])
      expect(await list()).toMatchObject({ signed: 1, missing: 0 })
      const event = await lastEvent('sign_off.signed')
      expect(event).toMatchObject({
        actorId: viewer.userId,
        data: { sign_off_id: id, memo_version: 1, presented_scenario: 'base', scenario_version: 0 },
      })
      expect(event?.data.signature_digest).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(event)).not.toContain('Draft 3')
      expect((await sign(id, viewer, { note: 'x'.repeat(2001) })).status).toBe(422)
      expectRefusal(await sign('00000000-0000-7000-8000-000000000000', viewer), 404, 'sign_off_not_found')
    })

    it('stops counting a signature and asks again once when the memo or a number changes, and takes a new one [SIGNOFF-4]', async () => {
      const { viewer, owner } = people()
      const { id } = await asked(viewer)
      await sign(id, viewer)
      await forgetNotifications(app)
      await deal.write('The second text.')
      expect(await list()).toMatchObject({
        signed: 0,
        missing: 1,
        sign_offs: [{ is_signed: false, signature: { is_current: false, signed_on: { memo_version: 1 } } }],
      })
      expect(await noticesOf(viewer)).toEqual(['sign_off_requested'])
      await deal.write('The third text.')
      expect(await noticesOf(viewer)).toEqual(['sign_off_requested'])
      expect((await sign(id, viewer)).body).toMatchObject({ is_signed: true })
      expect((await owner.send('PUT', deal.at('metrics/dscr'), { value: 1.2 })).status).toBe(200)
      expect(await list()).toMatchObject({ signed: 0, missing: 1 })
      expect(await noticesOf(viewer)).toEqual(['sign_off_requested', 'sign_off_requested'])
      expect(await valid()).toMatchObject({ valid: true })
    })

    it('notifies a person whose vote and signature are outdated once, of the vote [SIGNOFF-4, NOTIFY-2]', async () => {
      const { viewer } = people()
      deal = await planted({ committee: [viewer] })
      const { id } = await asked(viewer)
      await sign(id, viewer)
      await deal.vote(viewer, 'approve')
      await forgetNotifications(app)
      await deal.write('The second text.')
      expect(await noticesOf(viewer)).toEqual(['vote_requested'])
    })

    it('refuses a signature on a former state with 409 and the present one, and on a changed sign-off with If-Match [SIGNOFF-4]', async () => {
      const { viewer } = people()
      const { id } = await asked(viewer)
      const { now } = await list()
      await deal.write('The second text.')
      const path = deal.at(`sign-offs/${id}/sign`)
      const late = await viewer.send('POST', path, { signed_on: now })
      expectRefusal(late, 409, 'sign_off_outdated')
      expect(late.body.now).toMatchObject({ memo_version: 2 })
      await edit(id, { label: 'Something else' }, 1)
      const stale = await viewer.send('POST', path, { signed_on: late.body.now }, seen(1))
      expectRefusal(stale, 409, 'stale_version')
      expect((await list()).sign_offs[0].signature).toBe(null)
      expect((await viewer.send('POST', path, { signed_on: late.body.now }, seen(2))).status).toBe(201)
    })

    it('lets the person who signed withdraw the signature, and nobody else [SIGNOFF-5]', async () => {
      const { viewer, owner } = people()
      const { id } = await asked(viewer)
      expectRefusal(await withdraw(id, viewer, 1), 409, 'not_signed')
      await sign(id, viewer, { note: 'Too early' })
      expectRefusal(await withdraw(id, owner, 2), 403, 'not_your_sign_off')
      expectRefusal(await withdraw(id, viewer, 1), 409, 'stale_version')
      expectRefusal(await viewer.send('DELETE', deal.at(`sign-offs/${id}/sign`)), 428, 'if_match_required')
      expect((await withdraw(id, viewer, 2)).status).toBe(204)
      expect(await list()).toMatchObject({ signed: 0, missing: 1, sign_offs: [{ signature: null, version: 3 }] })
      expect(await lastEvent('sign_off.withdrawn')).toMatchObject({ data: { sign_off_id: id } })
      expect((await sign(id, viewer)).status).toBe(201)
      expect(await valid()).toMatchObject({ valid: true })
    })

    it('shows the signature of a person who was removed from the deal without counting it [SIGNOFF-6]', async () => {
      const { viewer, owner } = people()
      const { id } = await asked(viewer)
      await sign(id, viewer)
      const { now } = await list()
      expect((await owner.send('DELETE', deal.at(`members/${viewer.userId}`))).status).toBe(204)
      const after = await list(owner)
      expect(after).toMatchObject({
        signed: 0,
        missing: 1,
        sign_offs: [{ is_signed: false, assignee_on_deal: false, signature: { is_current: true } }],
      })
      const late = await viewer.send('POST', deal.at(`sign-offs/${id}/sign`), { signed_on: now })
      expectRefusal(late, 404, 'deal_not_found')
    })

    it('is 404 for everybody who cannot see the deal, whatever is asked [SIGNOFF-3]', async () => {
      const { viewer, outsider } = people()
      const { id } = await asked(viewer)
      const { now } = await list()
      const body = { assignee_id: outsider.userId }
      for (const answer of [
        await outsider.get(deal.at('sign-offs')),
        await ask({ subject: 'tax', ...body }, outsider),
        await edit(id, body, 1, outsider),
        await outsider.send('DELETE', deal.at(`sign-offs/${id}`), undefined, seen(1)),
        await outsider.send('POST', deal.at(`sign-offs/${id}/sign`), { signed_on: now }),
        await withdraw(id, outsider, 1),
      ])
        expectRefusal(answer, 404, 'deal_not_found')
      // A sign-off of a deal cannot be reached by way of another deal.
      const other = await plantDeal(app, { members: { [outsider.userId]: 'owner' } })
      const removed = await outsider.send('DELETE', `/api/canvas/${other}/sign-offs/${id}`, undefined, seen(1))
      expectRefusal(removed, 404, 'sign_off_not_found')
    })

    it('is shown to everybody on the deal while the first reading is blind [SIGNOFF-3]', async () => {
      const { viewer, editor } = people()
      deal = await planted({ committee: [editor], settings: { blind_read: true } })
      const { id } = await asked(viewer)
      await sign(id, viewer, { note: 'Draft 3' })
      expect((await list(editor)).sign_offs).toMatchObject([{ is_signed: true, signature: { note: 'Draft 3' } }])
    })
  })

  describe('deciding', () => {
    it('counts missing sign-offs by name, and under strict readiness needs a reason for them [SIGNOFF-7, READINESS-1]', async () => {
      const { viewer, owner, editor } = people()
      deal = await planted({ settings: { strict_readiness: true } })
      const legal = await asked(viewer)
      await asked(editor, { subject: 'other', label: 'Roof report' })
      const check = async () => {
        const { items } = (await viewer.get(deal.at('readiness'))).body
        return items.find(({ key }: { key: string }) => key === 'sign_offs_missing')
      }
      expect(await check()).toMatchObject({
        count: 2,
        names: ['Legal', 'Roof report'],
        link: `/app/canvas/${deal.id}/committee`,
      })
      await sign(legal.id, viewer)
      expect(await check()).toMatchObject({ count: 1, names: ['Roof report'] })
      const refused = await deal.finalize(owner)
      expectRefusal(refused, 409, 'not_ready')
      expect(refused.body.items).toContainEqual({ item: 'sign_offs_missing', count: 1 })
      const overrides = refused.body.items.map(({ item }: { item: string }) => ({ item, reason: 'Known' }))
      expect((await deal.finalize(owner, { overrides })).status).toBe(200)
      expect((await lastEvent('readiness.at_decision'))?.data.items).toContainEqual({
        item: 'sign_offs_missing',
        count: 1,
      })
    })

    it('needs no sign-off where readiness is not strict [SIGNOFF-7]', async () => {
      await asked(people().viewer)
      expect((await deal.finalize(people().owner)).status).toBe(200)
    })

    it('covers the sign-offs with a digest in the decision, which later changes contradict [SIGNOFF-8]', async () => {
      const { viewer, editor, owner } = people()
      const { id } = await asked(viewer)
      await asked(editor, { subject: 'tax' })
      await sign(id, viewer, { note: 'Draft 3' })
      await deal.finalize(owner)
      expect((await lastEvent('deal.finalized'))?.data.digests.sign_offs).toMatch(/^[0-9a-f]{64}$/)
      expect(await valid()).toMatchObject({ valid: true })
      const tamper = async (change: string, ...values: string[]) => {
        const before = await app.sql('SELECT * FROM deal_sign_offs WHERE deal_id = $1 ORDER BY created_at', [deal.id])
        await app.sql(`${change}`, [deal.id, ...values])
        expect([change, (await valid()).problems]).toMatchObject([change, [{ code: 'sign_offs_changed' }]])
        await app.sql('DELETE FROM deal_sign_offs WHERE deal_id = $1', [deal.id])
        for (const row of before)
          await app.sql('INSERT INTO deal_sign_offs SELECT * FROM json_populate_record(NULL::deal_sign_offs, $1)', [
            JSON.stringify(row),
          ])
        await forgetLimits(app)
        expect(await valid()).toMatchObject({ valid: true })
      }
      await tamper("UPDATE deal_sign_offs SET note = 'Draft 4' WHERE deal_id = $1 AND signed_at IS NOT NULL")
      await tamper("UPDATE deal_sign_offs SET label = 'Lease' WHERE deal_id = $1 AND signed_at IS NOT NULL")
      await tamper(
        'UPDATE deal_sign_offs SET assignee_id = $2 WHERE deal_id = $1 AND signed_at IS NOT NULL',
        owner.userId,
      )
      await tamper('DELETE FROM deal_sign_offs WHERE deal_id = $1 AND signed_at IS NULL')
    })

    it('leaves the digests of a decision without sign-offs as they were [SIGNOFF-8]', async () => {
      const { owner, viewer } = people()
      await deal.finalize(owner)
      expect((await lastEvent('deal.finalized'))?.data.digests).not.toHaveProperty('sign_offs')
      expect(await valid()).toMatchObject({ valid: true })
      await app.sql(
        `INSERT INTO deal_sign_offs (id, deal_id, subject, assignee_id, asked_at, version, created_by, created_at, updated_at)
          VALUES (gen_random_uuid(), $1, 'tax', $2, now(), 1, $2, now(), now())`,
        [deal.id, viewer.userId],
      )
      expect((await valid()).problems).toMatchObject([{ code: 'sign_offs_changed' }])
    })

    it('keeps sign-offs and signatures of a finalized deal as they are until it is reopened [SIGNOFF-9]', async () => {
      const { owner, viewer } = people()
      const { id } = await asked(viewer)
      await sign(id, viewer)
      await deal.finalize(owner)
      expectRefusal(await ask({ subject: 'tax', assignee_id: viewer.userId }), 409, 'deal_finalized')
      expectRefusal(await edit(id, { due_on: null, label: 'x' }, 2), 409, 'deal_finalized')
      const removed = await owner.send('DELETE', deal.at(`sign-offs/${id}`), undefined, seen(2))
      expectRefusal(removed, 409, 'deal_finalized')
      expectRefusal(await sign(id, viewer), 409, 'deal_finalized')
      expectRefusal(await withdraw(id, viewer, 2), 409, 'deal_finalized')
      expect(await list()).toMatchObject({ signed: 1, missing: 0 })
      expect((await owner.send('POST', deal.at('reopen'), { reason: 'New facts' })).status).toBe(200)
      expect((await withdraw(id, viewer, 2)).status).toBe(204)
    })

    it('prints who has signed and who has not on the cover of the memo [EXPORT-15]', async () => {
      const { owner, viewer, editor } = people()
      const { id, assignee_name: signer } = await asked(viewer)
      const { assignee_name: other } = await asked(editor, { subject: 'other', label: 'Roof report' })
      await sign(id, viewer)
      const cover = async (): Promise<string> => {
        const exported = await exportDeal(owner, deal.id, { format: 'docx' })
        const { bytes } = await fileOf(app, owner, deal.id, exported.id)
        return partsOf(bytes)['word/document.xml'] ?? ''
      }
      const words = `Signed off: Legal (${signer}). Sign-offs outstanding: Roof report (${other}).`
      expect(await cover()).toContain(words)
      await deal.finalize(owner)
      expect(await cover()).toContain(words)
      const pdf = await exportDeal(owner, deal.id, { format: 'pdf' })
      expect(pdf).toMatchObject({ status: 'ready' })
    })
  })
})
