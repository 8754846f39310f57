import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bundleOf, importBundle } from '../../testing/bundling.ts'
import { type CommitteeDeal, committeeDeal } from '../../testing/committee.ts'
import { openLive } from '../../testing/live-client.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onEachService } from '../../testing/service.ts'

onEachService('the bundle of a deal with a committee', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'outsider', 'superadmin')

  const planted = async (settings: object): Promise<CommitteeDeal> => {
    const { owner, editor, commenter } = people()
    await forgetLimits(app)
    return committeeDeal(app, {
      owner,
      members: [
        [editor, 'editor'],
        [commenter, 'commenter'],
      ],
      committee: [editor, commenter],
      settings,
    })
  }

  const voteAndRate = async (deal: CommitteeDeal): Promise<void> => {
    const { editor } = people()
    expect((await deal.vote(editor, 'decline', 'zqnote the seller hides a lawsuit')).status).toBe(201)
    const rating = { section_key: 'thesis', rating: 1, comment: 'zqremark', tags: ['zqtag'] }
    expect((await editor.send('POST', deal.at('feedback'), rating)).status).toBe(200)
  }

  const move = async ({ id }: CommitteeDeal): Promise<Uint8Array> => {
    const bundle = await bundleOf(app, people().owner, id)
    expect((await people().superadmin.send('DELETE', `/api/deals/${id}?purge=true`)).status).toBe(204)
    const imported = await importBundle(app, people().outsider, bundle, { org_id: 'personal' })
    expect(imported).toMatchObject({ status: 'ready', problem: null })
    return bundle
  }

  const textOf = (bundle: Uint8Array): string =>
    Object.values(unzipSync(bundle))
      .map((part) => strFromU8(part, true))
      .join('\n')

  describe('while the first reading is blind', () => {
    it('contains neither a vote nor a rating that was not revealed, but who voted [BUNDLE-10]', async () => {
      const deal = await planted({ blind_read: true })
      await voteAndRate(deal)
      // An owner who has not voted gets no bundle at all.
      await people().owner.send('PUT', deal.at(`committee/${people().owner.userId}`))
      expect((await deal.vote(people().owner, 'approve')).status).toBe(201)
      const [vote] = await app.sql<{ salt: string }>('SELECT salt FROM deal_votes WHERE deal_id = $1', [deal.id])
      const text = textOf(await move(deal))
      expect(text).toContain('vote.cast')
      expect(text).not.toMatch(/zqnote|zqremark|zqtag|"decline"/)
      expect(text).not.toContain(vote?.salt)
      const { outsider } = people()
      expect((await outsider.get(deal.at('committee'))).body.members).toEqual([])
      expect((await outsider.get(deal.at('audit-trail/verify'))).body).toMatchObject({ valid: true, problems: [] })
    })
  })

  it('contains ratings where the first reading is not blind, and votes once they are revealed [BUNDLE-10]', async () => {
    const deal = await planted({})
    await voteAndRate(deal)
    const open = textOf(await bundleOf(app, people().owner, deal.id))
    expect(open).toContain('zqtag')
    expect(open).not.toContain('zqnote')
    expect((await deal.finalize(people().owner)).status).toBe(200)
    expect(textOf(await bundleOf(app, people().owner, deal.id))).toContain('zqnote')
  })

  it('keeps the votes of a decision, which give nobody a vote and still match its digest [BUNDLE-3, BUNDLE-10]', async () => {
    const deal = await planted({ blind_read: true })
    const { owner, editor, commenter, outsider } = people()
    const details = { stage: 'committee', ic_date: '2026-12-01', lead_id: editor.userId }
    const { version } = (await owner.get(deal.at('committee'))).body
    const edited = await owner.send('PATCH', deal.at('committee'), details, { 'if-match': `"${version}"` })
    expect([edited.status, edited.body]).toEqual([200, edited.body])
    const condition = { text: 'A tax opinion', owner_id: commenter.userId, due_on: '2026-12-24' }
    expect((await owner.send('POST', deal.at('conditions'), condition)).status).toBe(201)
    await voteAndRate(deal)
    expect((await deal.vote(commenter, 'approve')).status).toBe(201)
    expect((await deal.finalize(owner)).status).toBe(200)
    await move(deal)

    const verdict = async () => (await outsider.get(deal.at('audit-trail/verify'))).body
    expect(await verdict()).toMatchObject({ valid: true, origin: 'imported', problems: [] })
    const { body: committee } = await outsider.get(deal.at('committee'))
    expect(committee).toMatchObject({ stage: 'committee', ic_date: '2026-12-01', lead_id: null })
    expect(committee).toMatchObject({ can_vote: false, tally: { cast: 0, missing: 0 } })
    const choices = committee.members.map((member: { vote: { choice: string } }) => member.vote.choice)
    expect(choices.sort()).toEqual(['approve', 'decline'])
    for (const { user_id: id, counts } of committee.members) {
      expect(counts).toBe(false)
      expect([editor.userId, commenter.userId]).not.toContain(id)
    }
    const [kept] = (await outsider.get(deal.at('conditions'))).body.conditions
    expect(kept).toMatchObject({ ...condition, owner_id: expect.any(String), decided_with: true, status: 'open' })
    expect(kept.owner_id).not.toBe(commenter.userId)

    // No event shows an id of an account of this service, which would be that of somebody else.
    const { session } = (await outsider.get(`/api/canvas/${deal.id}`)).body
    const replay = (await outsider.get(deal.at(`events?since=0&epoch=${session.epoch}`))).body
    const live = await openLive(app.service.app, deal.id, outsider.token)
    live.say({ type: 'resume', epoch: session.epoch, seq: 0 })
    await live.hears('event', ({ event_type }) => event_type === 'deal.imported')
    const timeline = (await outsider.get(deal.at('audit-trail?limit=500'))).body
    for (const shown of [replay, live.heard, timeline]) {
      const text = JSON.stringify(shown)
      expect(text).toContain('votes.revealed')
      for (const { userId } of [owner, editor, commenter]) expect(text).not.toContain(userId)
    }
    const [{ user_id: voter }] = committee.members
    expect(JSON.stringify(replay)).toContain(voter)
    await live.leave()

    // A decision made here covers the same votes.
    expect((await outsider.send('POST', deal.at('reopen'), { reason: 'A new offer' })).status).toBe(200)
    expect((await deal.finalize(outsider)).status).toBe(200)
    expect(await verdict()).toMatchObject({ valid: true, problems: [] })
    await app.sql("UPDATE deal_votes SET choice = 'abstain' WHERE deal_id = $1 AND user_id = $2", [deal.id, voter])
    expect(await verdict()).toMatchObject({ valid: false })
  })

  it('keeps sign-offs and signatures, which count for nobody and still match the digest of the decision [BUNDLE-3, BUNDLE-10]', async () => {
    const deal = await planted({})
    const { owner, editor, commenter, outsider } = people()
    const ask = async (body: object): Promise<string> => {
      const { status, body: asked } = await owner.send('POST', deal.at('sign-offs'), body)
      expect([status, asked]).toEqual([201, asked])
      return asked.id
    }
    const signed = await ask({ subject: 'legal', assignee_id: editor.userId, due_on: '2026-12-01' })
    const open = await ask({ subject: 'other', label: 'Roof report', assignee_id: commenter.userId })
    const { now } = (await editor.get(deal.at('sign-offs'))).body
    const signature = { signed_on: now, note: 'Draft 3' }
    expect((await editor.send('POST', deal.at(`sign-offs/${signed}/sign`), signature)).status).toBe(201)
    expect((await deal.finalize(owner)).status).toBe(200)
    await move(deal)

    const verdict = async () => (await outsider.get(deal.at('audit-trail/verify'))).body
    expect(await verdict()).toMatchObject({ valid: true, origin: 'imported', problems: [] })
    const { body: kept } = await outsider.get(deal.at('sign-offs'))
    expect(kept).toMatchObject({
      signed: 0,
      missing: 2,
      now,
      sign_offs: [
        { id: signed, subject: 'legal', due_on: '2026-12-01', is_signed: false, assignee_on_deal: false },
        { id: open, label: 'Roof report', signature: null },
      ],
    })
    const [first] = kept.sign_offs
    expect(first.signature).toMatchObject({ is_current: true, note: 'Draft 3', signed_on: now })
    expect(first.assignee_id).not.toBe(editor.userId)
    expect((await editor.get('/api/waiting')).body.items).toEqual([])

    // A decision made here covers the same signatures.
    expect((await outsider.send('POST', deal.at('reopen'), { reason: 'A new offer' })).status).toBe(200)
    expect((await deal.finalize(outsider)).status).toBe(200)
    expect(await verdict()).toMatchObject({ valid: true, problems: [] })
    await app.sql("UPDATE deal_sign_offs SET note = 'Draft 4' WHERE id = $1", [signed])
    expect(await verdict()).toMatchObject({ valid: false })
  })
})
