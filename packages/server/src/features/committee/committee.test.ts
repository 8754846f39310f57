import { beforeEach, describe, expect, it } from 'vitest'
import { type CommitteeDeal, committeeDeal } from '../../testing/committee.ts'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { exportDeal, fileOf, partsOf } from '../../testing/exporting.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { expectedSections } from '../memo/index.ts'

onService('the committee of a deal', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
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
  })
  const seen = (version: number) => ({ 'if-match': `"${version}"` })
  const show = async (person: Person) => (await person.get(deal.at('committee'))).body
  const voteOf = async (reader: Person, { userId }: Person) =>
    (await show(reader)).members.find((member: { user_id: string }) => member.user_id === userId)?.vote
  const lastEvent = async (type: string) => (await auditTrailOf(app, deal.id)).findLast((event) => event.type === type)
  const valid = async () => (await people().owner.get(deal.at('audit-trail/verify'))).body

  describe('stage, date and lead', () => {
    beforeEach(async () => {
      deal = await planted()
    })
    const edit = (body: object, version: number, person = people().owner) =>
      person.send('PATCH', deal.at('committee'), body, seen(version))

    it('sets stage, committee date and lead, shows them wherever the deal is returned, and records them [COMMITTEE-1]', async () => {
      const { owner, editor, viewer } = people()
      expect(await show(viewer)).toMatchObject({ stage: null, ic_date: null, lead_id: null, version: 1 })
      const details = { stage: 'committee', ic_date: '2026-12-01', lead_id: editor.userId }
      const { status, body } = await edit(details, 1)
      expect([status, body]).toMatchObject([200, { ...details, version: 2 }])
      expect((await viewer.get(`/api/deals/${deal.id}`)).body).toMatchObject({ ...details, decision: null })
      expect((await viewer.get(`/api/canvas/${deal.id}`)).body.deal).toMatchObject(details)
      const { deals } = (await owner.get('/api/deals?limit=100')).body
      expect(deals.find(({ deal_id }: { deal_id: string }) => deal_id === deal.id)).toMatchObject(details)
      expect(await lastEvent('deal.details_changed')).toMatchObject({
        actorId: owner.userId,
        data: { ...details, version: 2 },
      })
      expect((await edit({ stage: null, lead_id: null }, 2)).body).toMatchObject({ stage: null, lead_id: null })
      expect(await valid()).toMatchObject({ valid: true })
    })

    it('rejects a stale or missing If-Match, a day that does not exist, and a lead who cannot see the deal [COMMITTEE-1]', async () => {
      const { owner, outsider, editor } = people()
      expectRefusal(await edit({ stage: 'closing' }, 7), 409, 'stale_version')
      expectRefusal(await owner.send('PATCH', deal.at('committee'), { stage: 'closing' }), 428, 'if_match_required')
      expect((await edit({ ic_date: '2026-02-30' }, 1)).status).toBe(422)
      expect((await edit({ stage: 'someday' }, 1)).status).toBe(422)
      expectRefusal(await edit({ lead_id: outsider.userId }, 1), 404, 'member_not_found')
      expectRefusal(await edit({ stage: 'closing' }, 1, editor), 403, 'role_too_low')
      expect(await happenedTo(app, deal.id)).not.toContain('deal.details_changed')
    })

    it('records nothing where a change of the details changes nothing', async () => {
      expect((await edit({ stage: null }, 1)).body.version).toBe(1)
      expect(await happenedTo(app, deal.id)).not.toContain('deal.details_changed')
    })

    it('starts a new deal in screening', async () => {
      const { body } = await people().owner.send('POST', '/api/deals', { name: 'New', org_id: null })
      expect(body).toMatchObject({ stage: 'screening', ic_date: null, lead_id: null, decision: null })
    })
  })

  describe('members', () => {
    beforeEach(async () => {
      deal = await planted()
    })
    const put = (userId: string, person = people().owner) => person.send('PUT', deal.at(`committee/${userId}`))

    it('lets owners put members of the deal on the committee with any role, once, and asks them to vote [COMMITTEE-2]', async () => {
      const { owner, viewer, editor, outsider } = people()
      await forgetNotifications(app)
      expect((await put(viewer.userId)).body).toMatchObject({ user_id: viewer.userId, counts: true, vote: null })
      expect((await put(viewer.userId)).status).toBe(200)
      const { notifications } = (await viewer.get('/api/canvas/notifications')).body
      expect(notifications.map(({ type }: { type: string }) => type)).toEqual(['vote_requested'])
      expect((await happenedTo(app, deal.id)).filter((type) => type.startsWith('committee.'))).toEqual([
        'committee.member_added',
      ])
      expect(await show(viewer)).toMatchObject({ can_vote: true, tally: { cast: 0, missing: 1 } })
      expect(await show(owner)).toMatchObject({ can_vote: false })
      expectRefusal(await put(outsider.userId), 404, 'member_not_found')
      expectRefusal(await put(owner.userId, editor), 403, 'role_too_low')
    })

    it('keeps the vote of a removed member visible without counting it [COMMITTEE-3]', async () => {
      const { owner, viewer, editor } = people()
      await put(viewer.userId)
      await put(editor.userId)
      expect((await deal.vote(viewer, 'approve')).status).toBe(201)
      expect((await owner.send('DELETE', deal.at(`committee/${viewer.userId}`))).status).toBe(204)
      expectRefusal(await owner.send('DELETE', deal.at(`committee/${viewer.userId}`)), 404, 'member_not_found')
      const { members, tally } = await show(owner)
      expect(tally).toMatchObject({ cast: 0, missing: 1 })
      expect(members).toMatchObject([
        { user_id: editor.userId, counts: true, vote: null },
        { user_id: viewer.userId, counts: false, vote: { choice: 'approve' } },
      ])
      expectRefusal(await deal.vote(viewer, 'decline'), 403, 'not_on_committee')
    })

    it('does not count the vote of a person who was removed from the deal, and refuses a new one [COMMITTEE-3]', async () => {
      const { owner, viewer } = people()
      await put(viewer.userId)
      const { now } = await show(viewer)
      await deal.vote(viewer, 'approve')
      expect((await owner.send('DELETE', deal.at(`members/${viewer.userId}`))).status).toBe(204)
      expect(await show(owner)).toMatchObject({
        members: [{ user_id: viewer.userId, counts: false, vote: { choice: 'approve' } }],
        tally: { cast: 0, missing: 0 },
      })
      const late = await viewer.send('POST', deal.at('votes'), { choice: 'decline', voted_on: now })
      expectRefusal(late, 404, 'deal_not_found')
    })
  })

  describe('votes', () => {
    beforeEach(async () => {
      const { editor, viewer } = people()
      deal = await planted({ committee: [editor, viewer] })
    })

    it('pins a vote to what was read, and stops counting it and asks again when the memo changes [COMMITTEE-4]', async () => {
      const { editor, viewer, owner } = people()
      await deal.vote(editor, 'approve_with_conditions', 'Tax opinion first')
      expect(await voteOf(owner, editor)).toMatchObject({
        choice: 'approve_with_conditions',
        note: 'Tax opinion first',
        is_current: true,
        voted_on: { memo_version: 1, scenario_id: 'base' },
      })
      await forgetNotifications(app)
      await deal.write('The second text.')
      expect(await voteOf(owner, editor)).toMatchObject({ is_current: false, voted_on: { memo_version: 1 } })
      expect((await show(owner)).tally).toMatchObject({ cast: 0, missing: 2 })
      const types = async (person: Person) =>
        (await person.get('/api/canvas/notifications')).body.notifications.map(({ type }: { type: string }) => type)
      expect(await types(editor)).toEqual(['vote_requested'])
      expect(await types(viewer)).toEqual([])
      await deal.write('The third text.')
      expect(await types(editor)).toEqual(['vote_requested'])
      await deal.vote(editor, 'decline', 'The lease is gone')
      expect(await voteOf(owner, editor)).toMatchObject({ choice: 'decline', is_current: true })
      expect((await show(owner)).tally).toMatchObject({ cast: 1, missing: 1 })
    })

    it('stops counting a vote when a number changes [COMMITTEE-4]', async () => {
      const { editor, owner } = people()
      await deal.vote(editor, 'approve')
      expect((await owner.send('PUT', deal.at('metrics/dscr'), { value: 1.2 })).status).toBe(200)
      expect(await voteOf(owner, editor)).toMatchObject({ is_current: false })
    })

    it('rejects a vote on what the deal no longer shows with 409 and the present state [COMMITTEE-4]', async () => {
      const { editor } = people()
      const { now } = await show(editor)
      await deal.write('The second text.')
      const late = await editor.send('POST', deal.at('votes'), { choice: 'approve', voted_on: now })
      expectRefusal(late, 409, 'vote_outdated')
      expect(late.body.now).toMatchObject({ memo_version: 2 })
      expect(await voteOf(editor, editor)).toBe(null)
    })

    it('rejects votes of people who are not on the committee, and an approval with conditions that names none [COMMITTEE-2]', async () => {
      const { owner, editor, commenter } = people()
      expectRefusal(await deal.vote(commenter, 'approve'), 403, 'not_on_committee')
      expectRefusal(await deal.vote(owner, 'approve'), 403, 'not_on_committee')
      for (const note of [undefined, '   '])
        expect((await deal.vote(editor, 'approve_with_conditions', note)).status).toBe(422)
      expect((await deal.vote(editor, 'perhaps')).status).toBe(422)
      expect(await happenedTo(app, deal.id)).not.toContain('vote.cast')
    })

    it('records only a digest of a vote until all have voted, and then publishes the votes with their salts [COMMITTEE-6]', async () => {
      const { editor, viewer } = people()
      await deal.vote(editor, 'decline', 'Too expensive')
      const cast = await lastEvent('vote.cast')
      expect(JSON.stringify(cast)).not.toMatch(/decline|expensive/i)
      expect(cast?.data.vote_digest).toMatch(/^[0-9a-f]{64}$/)
      expect(await happenedTo(app, deal.id)).not.toContain('votes.revealed')
      await deal.vote(viewer, 'approve')
      const revealed = await lastEvent('votes.revealed')
      expect(revealed?.data).toMatchObject({ reason: 'all_voted' })
      expect(revealed?.data.votes.map(({ choice }: { choice: string }) => choice)).toEqual(['decline', 'approve'])
      expect(JSON.stringify(revealed)).not.toContain('expensive')
    })
  })

  describe('finalizing', () => {
    it('finalizes by the owner alone under the default rule, and records readiness and a digest of the votes [COMMITTEE-8]', async () => {
      const { owner, editor, viewer } = people()
      deal = await planted({ committee: [editor, viewer] })
      await deal.vote(editor, 'decline', 'No')
      const { status, body } = await deal.finalize(owner)
      expect([status, body]).toMatchObject([200, { status: 'finalized', decision: 'approved', blockers_open: 0 }])
      const events = await auditTrailOf(app, deal.id)
      expect(events.slice(-3).map(({ type }) => type)).toEqual([
        'readiness.at_decision',
        'votes.revealed',
        'deal.finalized',
      ])
      expect(events.at(-3)?.data.items).toContainEqual({ item: 'votes_missing', count: 1 })
      expect(events.at(-1)?.data.digests.votes).toMatch(/^[0-9a-f]{64}$/)
      const { summary } = (await owner.get(deal.at('audit-trail'))).body
      expect(summary.readiness_snapshots).toBe(1)
      expect(await valid()).toMatchObject({ valid: true })
      await app.sql('UPDATE deal_votes SET user_id = $2 WHERE deal_id = $1', [deal.id, viewer.userId])
      expect((await valid()).problems).toMatchObject([{ code: 'votes_changed' }])
      await app.sql('UPDATE deal_votes SET user_id = $2 WHERE deal_id = $1', [deal.id, editor.userId])
      expect(await valid()).toMatchObject({ valid: true })
      await app.sql("UPDATE deal_votes SET choice = 'approve' WHERE deal_id = $1", [deal.id])
      expect((await valid()).problems).toMatchObject([{ code: 'votes_changed' }])
    })

    it('shows the decision in the list of deals, unless the row contradicts the signed event [COMMITTEE-1]', async () => {
      const { owner } = people()
      deal = await planted()
      await deal.finalize(owner, { decision: 'deferred' })
      const shown = async () => {
        const { deals } = (await owner.get('/api/deals?limit=100')).body
        const one = (await owner.get(`/api/deals/${deal.id}`)).body
        const line = deals.find(({ deal_id }: { deal_id: string }) => deal_id === deal.id)
        return [line.decision, one.decision]
      }
      expect(await shown()).toEqual(['deferred', 'deferred'])
      await app.sql("UPDATE deals SET decision = 'approved' WHERE id = $1", [deal.id])
      expect(await shown()).toEqual([null, null])
    })

    it('is 409 not_ready with the open items until the votes agree or each item is overridden [COMMITTEE-7]', async () => {
      const { owner, editor, viewer } = people()
      deal = await planted({ committee: [editor, viewer], settings: { committee_rule: 'majority' } })
      const waiting = await deal.finalize(owner)
      expectRefusal(waiting, 409, 'not_ready')
      expect(waiting.body.items).toEqual([{ item: 'votes_missing', count: 2 }])
      await deal.vote(editor, 'decline', 'No')
      await deal.vote(viewer, 'decline', 'No')
      const against = await deal.finalize(owner)
      expect(against.body.items).toEqual([{ item: 'votes_outcome', count: null }])
      expectRefusal(
        await deal.finalize(owner, { overrides: [{ item: 'votes_missing', reason: 'x' }] }),
        409,
        'not_ready',
      )
      const overrides = [{ item: 'votes_outcome', reason: 'The seller lowered the price' }]
      expect((await deal.finalize(owner, { overrides })).status).toBe(200)
      expect((await lastEvent('deal.finalized'))?.data).toMatchObject({ decision: 'approved', overrides })
    })

    it('finalizes without overrides as the votes say, and defers without votes [COMMITTEE-7]', async () => {
      const { owner, editor } = people()
      deal = await planted({ committee: [editor], settings: { committee_rule: 'unanimous', committee_quorum: 1 } })
      expect((await deal.finalize(owner, { decision: 'deferred' })).status).toBe(200)
      await owner.send('POST', deal.at('reopen'), { reason: 'Next meeting' })
      await deal.vote(editor, 'decline', 'No')
      expectRefusal(await deal.finalize(owner), 409, 'not_ready')
      expect((await deal.finalize(owner, { decision: 'declined' })).status).toBe(200)
    })

    it('needs a reason for every open check where readiness is strict [COMMITTEE-7]', async () => {
      const { owner } = people()
      deal = await planted({ settings: { strict_readiness: true } })
      await owner.send('POST', deal.at('comments'), { content: 'No survey', comment_type: 'blocker' })
      const refused = await deal.finalize(owner)
      expectRefusal(refused, 409, 'not_ready')
      const items: { item: string }[] = refused.body.items
      expect(items.map(({ item }) => item)).toEqual(['open_blockers', 'sections_to_write'])
      const [first, ...others] = items.map(({ item }) => ({ item, reason: 'Known' }))
      expect((await deal.finalize(owner, { overrides: [first] })).body.items).toMatchObject(
        others.map(({ item }) => ({ item })),
      )
      expect((await deal.finalize(owner, { overrides: others, override_reason: 'Known' })).status).toBe(200)
    })

    it('still answers blockers_open under the default rule, and takes an override of the blockers as its reason [COMMITTEE-8]', async () => {
      const { owner } = people()
      deal = await planted()
      await owner.send('POST', deal.at('comments'), { content: 'No survey', comment_type: 'blocker' })
      expectRefusal(await deal.finalize(owner), 409, 'blockers_open')
      const overrides = [{ item: 'open_blockers', reason: 'It comes later' }]
      expect((await deal.finalize(owner, { overrides })).status).toBe(200)
      expect((await lastEvent('deal.finalized'))?.data).toMatchObject({ override_reason: 'It comes later' })
    })

    it('freezes votes, committee, memo and numbers, and keeps details, conditions and removals possible [COMMITTEE-9]', async () => {
      const { owner, editor, viewer } = people()
      deal = await planted({ committee: [editor] })
      expect((await deal.finalize(owner, { conditions: [{ text: 'Survey', due_on: '2026-12-01' }] })).status).toBe(200)
      expectRefusal(await deal.vote(editor, 'approve'), 409, 'deal_finalized')
      expectRefusal(await owner.send('PUT', deal.at(`committee/${viewer.userId}`)), 409, 'deal_finalized')
      expectRefusal(await owner.send('DELETE', deal.at(`committee/${editor.userId}`)), 409, 'deal_finalized')
      expectRefusal(await owner.send('PUT', deal.at('sections/thesis'), { content: 'x' }), 409, 'deal_finalized')
      expectRefusal(await owner.send('PUT', deal.at('metrics/dscr'), { value: 1 }), 409, 'deal_finalized')
      expectRefusal(await owner.send('POST', deal.at('scenarios'), { name: 'Late' }), 409, 'deal_finalized')
      const closing = await owner.send('PATCH', deal.at('committee'), { stage: 'closing' }, seen(1))
      expect(closing.body.stage).toBe('closing')
      expect((await owner.send('DELETE', deal.at(`members/${viewer.userId}`))).status).toBe(204)
      const [condition] = (await owner.get(deal.at('conditions'))).body.conditions
      const met = await editor.send('PATCH', deal.at(`conditions/${condition.id}`), { status: 'met' }, seen(1))
      expect(met.body).toMatchObject({ status: 'met', decided_with: true })
      expect((await happenedTo(app, deal.id)).slice(-3)).toEqual([
        'deal.details_changed',
        'deal.member_removed',
        'condition.changed',
      ])
      expect(await valid()).toMatchObject({ valid: true })
    })

    it('rejects conditions of a decision that is not an approval', async () => {
      deal = await planted()
      const refused = await deal.finalize(people().owner, { decision: 'declined', conditions: [{ text: 'Survey' }] })
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'conditions']])
      expect(await happenedTo(app, deal.id)).not.toContain('deal.finalized')
    })
  })

  describe('conditions', () => {
    beforeEach(async () => {
      deal = await planted()
    })
    const add = (body: object, person = people().editor) => person.send('POST', deal.at('conditions'), body)
    const edit = (id: string, body: object, version: number, person = people().editor) =>
      person.send('PATCH', deal.at(`conditions/${id}`), body, seen(version))
    const list = async () => (await people().viewer.get(deal.at('conditions'))).body.conditions

    it('tracks a condition with an owner and a due date until it is met, and lists open ones first [CONDITION-1]', async () => {
      const { commenter, outsider } = people()
      const later = (await add({ text: 'Later', due_on: '2027-01-01' })).body
      const sooner = (await add({ text: ' Sooner ', due_on: '2026-12-01', owner_id: commenter.userId })).body
      expect(sooner).toMatchObject({ text: 'Sooner', status: 'open', owner_id: commenter.userId, version: 1 })
      expect((await list()).map(({ id }: { id: string }) => id)).toEqual([sooner.id, later.id])
      expect((await edit(sooner.id, { status: 'met', reason: 'Received' }, 1)).body).toMatchObject({ version: 2 })
      expect((await list()).map(({ id }: { id: string }) => id)).toEqual([later.id, sooner.id])
      expectRefusal(await add({ text: 'x', owner_id: outsider.userId }), 404, 'member_not_found')
      for (const wrong of [{ text: '  ' }, { text: 'x', due_on: '2026-13-01' }, {}])
        expect((await add(wrong)).status).toBe(422)
    })

    it('rejects a stale If-Match with 409 and a missing one with 428 [CONDITION-2]', async () => {
      const { id } = (await add({ text: 'Survey' })).body
      await edit(id, { text: 'Survey of the roof' }, 1)
      expectRefusal(await edit(id, { text: 'x' }, 1), 409, 'stale_version')
      const path = deal.at(`conditions/${id}`)
      expectRefusal(await people().editor.send('PATCH', path, { text: 'x' }), 428, 'if_match_required')
      expectRefusal(await people().editor.send('DELETE', path, undefined, seen(1)), 409, 'stale_version')
      expect((await people().editor.send('DELETE', path, undefined, seen(2))).status).toBe(204)
      expect(await list()).toEqual([])
    })

    it('lets only an owner waive a condition, with a reason [CONDITION-3]', async () => {
      const { owner } = people()
      const { id } = (await add({ text: 'Survey' })).body
      expectRefusal(await edit(id, { status: 'waived', reason: 'Not needed' }, 1), 403, 'role_too_low')
      expect((await edit(id, { status: 'waived' }, 1, owner)).status).toBe(422)
      expect((await edit(id, { status: 'waived', reason: 'Not needed' }, 1, owner)).body).toMatchObject({
        status: 'waived',
        reason: 'Not needed',
      })
    })

    it('keeps the text of a condition that the deal was finalized with [CONDITION-4]', async () => {
      const { owner } = people()
      const { id } = (await add({ text: 'Survey' })).body
      await deal.finalize(owner)
      expectRefusal(await edit(id, { text: 'Nothing' }, 1), 409, 'condition_fixed')
      const removed = await owner.send('DELETE', deal.at(`conditions/${id}`), undefined, seen(1))
      expectRefusal(removed, 409, 'condition_fixed')
      expect((await lastEvent('deal.finalized'))?.data.condition_ids).toEqual([id])
      const added = (await add({ text: 'A new one' })).body
      expect((await edit(added.id, { text: 'Another text' }, 1)).body).toMatchObject({ decided_with: false })
    })
  })

  it('prints the decision with its conditions and votes on the cover of the memo [EXPORT-15]', async () => {
    const { owner, editor, viewer } = people()
    deal = await planted({ committee: [editor, viewer] })
    await deal.vote(editor, 'approve')
    const settled = { text: 'Lease signed', owner_id: editor.userId, due_on: '2026-12-01' }
    expect((await owner.send('POST', deal.at('conditions'), settled)).status).toBe(201)
    const cover = async (): Promise<string> => {
      const { id } = await exportDeal(owner, deal.id, { format: 'docx' })
      const { bytes } = await fileOf(app, owner, deal.id, id)
      return partsOf(bytes)['word/document.xml'] ?? ''
    }
    const votes = '1 approve, 0 approve with conditions, 0 decline, 0 abstain, 1 outstanding'
    const before = await cover()
    for (const words of ['For decision', 'Lease signed', '2026-12-01', votes]) expect(before).toContain(words)

    expect((await deal.finalize(owner, { conditions: [{ text: 'Tax opinion' }] })).status).toBe(200)
    const { conditions } = (await owner.get(deal.at('conditions'))).body
    const tax = conditions.find(({ text }: { text: string }) => text === 'Tax opinion')
    expect((await owner.send('PATCH', deal.at(`conditions/${tax.id}`), { status: 'met' }, seen(1))).status).toBe(200)
    expect((await owner.send('POST', deal.at('conditions'), { text: 'After the decision' })).status).toBe(201)
    const after = await cover()
    for (const words of ['Approved with 2 conditions', 'Lease signed', 'Tax opinion (met)', votes])
      expect(after).toContain(words)
    expect(after).not.toContain('After the decision')
  })

  describe('readiness', () => {
    it('counts what is open, with names and links, and nothing that is closed [READINESS-1]', async () => {
      const { owner, editor, viewer } = people()
      deal = await planted({ committee: [editor] })
      const check = async (key: string) => {
        const { items } = (await viewer.get(deal.at('readiness'))).body
        return items.find((item: { key: string }) => item.key === key)
      }
      const blocker = await owner.send('POST', deal.at('comments'), {
        content: 'No survey',
        comment_type: 'blocker',
        section_key: 'thesis',
      })
      expect(await check('open_blockers')).toMatchObject({
        count: 1,
        names: ['Thesis'],
        link: `/app/canvas/${deal.id}?comment=${blocker.body.comment_id}`,
      })
      await owner.send('POST', deal.at(`comments/${blocker.body.comment_id}/resolve`))
      expect(await check('open_blockers')).toMatchObject({ count: 0, names: [] })

      expect(await check('votes_missing')).toMatchObject({ count: 1, link: `/app/canvas/${deal.id}/committee` })
      await deal.vote(editor, 'approve')
      expect(await check('votes_missing')).toMatchObject({ count: 0 })

      await owner.send('PUT', deal.at('metrics/dscr'), { value: 1.1 })
      const threshold = { metric_key: 'dscr', side: 'at_least', value: 1.25, kind: 'covenant' }
      await owner.send('POST', deal.at('thresholds'), threshold)
      expect(await check('threshold_breaches')).toMatchObject({ count: 1 })
      await owner.send('PUT', deal.at('metrics/dscr'), { value: 1.3 })
      expect(await check('threshold_breaches')).toMatchObject({ count: 0 })

      const before = (await check('sections_to_write')).count
      await owner.send('PUT', deal.at('sections/empty'), { title: 'Empty', content: ' \n ' })
      expect(await check('sections_to_write')).toMatchObject({ count: before + 1 })
      await owner.send('PUT', deal.at('sections/empty'), { content: 'Written' })
      expect(await check('sections_to_write')).toMatchObject({ count: before })

      await owner.send('POST', deal.at('feedback'), { section_key: 'thesis', rating: 3 })
      expect(await check('low_ratings')).toMatchObject({ count: 1, names: ['Thesis'], hidden: false })
      await owner.send('POST', deal.at('feedback'), { section_key: 'thesis', rating: 4 })
      expect(await check('low_ratings')).toMatchObject({ count: 0 })

      await deal.write('DSCR is [[dscr]].')
      await app.sql('UPDATE sections SET stale = true WHERE deal_id = $1 AND section_key = $2', [deal.id, 'thesis'])
      expect(await check('stale_sections')).toMatchObject({ count: 1, names: ['Thesis'] })
      await app.sql(
        `UPDATE deal_metrics SET source = '{"file":"a.xlsx","sheet":"S","cell":"A1"}', confidence = 0.5 WHERE deal_id = $1`,
        [deal.id],
      )
      expect(await check('unconfirmed_numbers')).toMatchObject({
        count: 1,
        link: `/app/canvas/${deal.id}/numbers?metric=dscr`,
      })
    })

    it('counts of a removed section only its open blockers, and counts the rest again once it is restored [READINESS-2]', async () => {
      const { owner, viewer } = people()
      deal = await planted()
      const checks = async (): Promise<Map<string, { count: number; names: string[] }>> =>
        new Map((await viewer.get(deal.at('readiness'))).body.items.map((item: { key: string }) => [item.key, item]))
      const ofSections = ['unconfirmed_numbers', 'sections_to_write', 'stale_sections', 'low_ratings']
      const counts = async () => {
        const all = await checks()
        return ofSections.map((key) => all.get(key)?.count)
      }
      const before = await counts()
      await owner.send('PUT', deal.at('metrics/dscr'), { value: 1.1 })
      await app.sql(
        `UPDATE deal_metrics SET source = '{"file":"a.xlsx","sheet":"S","cell":"A1"}', confidence = 0.5 WHERE deal_id = $1`,
        [deal.id],
      )
      for (const [key, content] of [
        ['empty', ' '],
        ['doubtful', 'DSCR is [[dscr]].'],
      ])
        await owner.send('PUT', deal.at(`sections/${key}`), { title: `The ${key} one`, content })
      await app.sql("UPDATE sections SET stale = true WHERE deal_id = $1 AND section_key = 'doubtful'", [deal.id])
      await owner.send('POST', deal.at('feedback'), { section_key: 'doubtful', rating: 2 })
      const blocker = { content: 'No survey', comment_type: 'blocker', section_key: 'doubtful' }
      expect((await owner.send('POST', deal.at('comments'), blocker)).status).toBe(201)
      const open = before.map((count) => (count ?? 0) + 1)
      expect(await counts()).toEqual(open)
      expect((await checks()).get('open_blockers')).toMatchObject({ count: 1, names: ['The doubtful one'] })

      for (const key of ['empty', 'doubtful']) {
        const { version } = (await owner.get(deal.at(`sections/${key}`))).body
        expect((await owner.send('DELETE', deal.at(`sections/${key}`), undefined, seen(version))).status).toBe(204)
      }
      expect(await counts()).toEqual(before)
      expect((await checks()).get('open_blockers')).toMatchObject({ count: 1, names: ['The doubtful one (removed)'] })

      for (const key of ['empty', 'doubtful'])
        expect((await owner.send('POST', deal.at(`sections/${key}/restore`))).status).toBe(200)
      expect(await counts()).toEqual(open)
    })

    it('does not ask for a section that somebody has removed [READINESS-2]', async () => {
      const { owner, viewer } = people()
      deal = await planted()
      const toWrite = async () => {
        const { items } = (await viewer.get(deal.at('readiness'))).body
        return items.find((item: { key: string }) => item.key === 'sections_to_write')
      }
      const [{ key, label } = { key: '', label: '' }] = expectedSections(null)
      const { count, names } = await toWrite()
      expect(names).toContain(label)
      await owner.send('PUT', deal.at(`sections/${key}`), { title: label, content: 'Written.' })
      expect((await toWrite()).count).toBe(count - 1)
      expect((await owner.send('DELETE', deal.at(`sections/${key}`), undefined, seen(1))).status).toBe(204)
      expect((await toWrite()).count).toBe(count - 1)
    })

    it('is the same for every role on the deal, and 404 for others', async () => {
      deal = await planted()
      const { viewer, outsider } = people()
      expect((await viewer.get(deal.at('readiness'))).body.open_items).toBe(1)
      expectRefusal(await outsider.get(deal.at('readiness')), 404, 'deal_not_found')
    })

    it('counts on a personal deal without a memo as well', async () => {
      const { owner } = people()
      const id = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      const { status, body } = await owner.get(`/api/canvas/${id}/readiness`)
      expect([status, body.items]).toMatchObject([200, expect.arrayContaining([{ ...body.items[0], count: 0 }])])
    })
  })
})
