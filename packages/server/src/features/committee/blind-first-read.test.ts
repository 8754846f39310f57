import { describe, expect, it } from 'vitest'
import { type CommitteeDeal, committeeDeal } from '../../testing/committee.ts'
import { endOf, exportDeal, fileOf, partsOf } from '../../testing/exporting.ts'
import { openLive } from '../../testing/live-client.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

/** Words that occur nowhere but in the hidden vote and the hidden rating. */
const note = 'zqnote the seller hides a lawsuit'
const remark = 'zqremark'
const tag = 'zqtag'
const secrets = [note, 'zqnote', remark, tag]

onService('a blind first reading', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer')
  let deal: CommitteeDeal
  /** The editor has voted and rated; the commenter, the viewer and the owner have not. */
  const planted = async (settings: object = {}): Promise<void> => {
    const { owner, editor, commenter, viewer } = people()
    await forgetLimits(app)
    deal = await committeeDeal(app, {
      owner,
      members: [
        [editor, 'editor'],
        [commenter, 'commenter'],
        [viewer, 'viewer'],
      ],
      committee: [editor, commenter],
      settings: { blind_read: true, viewers_export: true, ...settings },
    })
  }
  const hide = async (choice = 'decline'): Promise<void> => {
    const { editor } = people()
    expect((await deal.vote(editor, choice, note)).status).toBe(201)
    const rating = { section_key: 'thesis', rating: 1, comment: remark, tags: [tag] }
    expect((await editor.send('POST', deal.at('feedback'), rating)).status).toBe(200)
  }
  const leakIn = (text: string): string[] => secrets.filter((secret) => text.includes(secret))

  /** Everything that the API answers a person about the deal, with what is in exported files. */
  const answersTo = async (person: Person): Promise<Map<string, string>> => {
    const paths = [
      ...['', 'committee', 'readiness', 'conditions', 'feedback', 'since?seq=0', 'audit-trail?limit=5000'],
      ...['audit-trail/export', 'audit-trail/verify', 'comments', 'sections/thesis', 'sections/thesis/history'],
      ...['memo/versions', 'metrics', 'data-quality', 'members', 'evidence?q=lawsuit', 'scenarios', 'exports'],
    ]
    const answers = new Map<string, string>()
    for (const path of paths) {
      const url = deal.at(path).replace(/\/$/, '')
      const reply = await app.service.app.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect([path, reply.statusCode]).toEqual([path, 200])
      answers.set(path, reply.body)
    }
    for (const path of ['/api/canvas/notifications', '/api/deals?limit=100', `/api/deals/${deal.id}`, '/api/auth/me'])
      answers.set(path, JSON.stringify((await person.get(path)).body))
    for (const format of ['csv', 'json', 'docx']) {
      const { id } = await exportDeal(person, deal.id, { format })
      const { bytes } = await fileOf(app, person, deal.id, id)
      const text = format === 'json' ? Buffer.from(bytes).toString() : JSON.stringify(partsOf(bytes))
      answers.set(`export as ${format}`, text)
    }
    return answers
  }

  it('shows neither vote nor rating of another to a person who has not voted, in any answer or export [COMMITTEE-6]', async () => {
    await planted()
    await hide()
    const { commenter, viewer, owner } = people()
    for (const person of [commenter, viewer, owner]) {
      const answers = await answersTo(person)
      for (const [path, text] of answers) expect([path, leakIn(text)]).toEqual([path, []])
      expect(answers.get('committee')).not.toContain('decline')
      expect(answers.get('audit-trail?limit=5000')).not.toContain('decline')
      expect(answers.get('export as docx')).not.toContain('Votes:')
      expect(answers.get('audit-trail/export')).not.toMatch(/decline|\\"rating\\":/)
      const shown = JSON.parse(answers.get('committee') ?? '')
      expect(shown).toMatchObject({ votes_hidden: true, tally: { outcome: null, cast: 1, missing: 1 } })
      const [section] = JSON.parse(answers.get('feedback') ?? '').sections
      expect(section).toMatchObject({ count: 0, mean: null, tags: {} })
      expect(JSON.parse(answers.get('since?seq=0') ?? '').ratings).toEqual([])
      const checks: { key: string }[] = JSON.parse(answers.get('readiness') ?? '').items
      expect(checks.find(({ key }) => key === 'low_ratings')).toMatchObject({ count: null, hidden: true, names: [] })
    }
  })

  it('finds the same words once the person has voted, so that the search for them can fail [COMMITTEE-6]', async () => {
    await planted()
    await hide()
    const { commenter } = people()
    await deal.vote(commenter, 'approve')
    const answers = await answersTo(commenter)
    expect(leakIn(answers.get('committee') ?? '')).toContain('zqnote')
    expect(answers.get('committee')).toContain('decline')
    expect(leakIn(answers.get('feedback') ?? '')).toContain(tag)
    expect(answers.get('audit-trail?limit=5000')).toContain('decline')
    expect(answers.get('export as docx')).toContain(
      '1 approve, 0 approve with conditions, 1 decline, 0 abstain, 0 outstanding',
    )
  })

  it('sends neither on the live channel nor in its replay [COMMITTEE-6]', async () => {
    await planted()
    const { commenter } = people()
    const { session, last_seq: seq } = (await commenter.get(`/api/canvas/${deal.id}`)).body
    const live = await openLive(app.service.app, deal.id, commenter.token)
    live.say({ type: 'ping' })
    await live.hears('resumed')
    await hide()
    await live.hears('event', ({ event_type }) => event_type === 'feedback.given')
    const replayed = await openLive(app.service.app, deal.id, commenter.token)
    replayed.say({ type: 'resume', epoch: session.epoch, seq })
    await replayed.hears('event', ({ event_type }) => event_type === 'feedback.given')
    const events = await commenter.get(deal.at(`events?since=${seq}&epoch=${session.epoch}`))
    for (const heard of [live.heard, replayed.heard, events.body]) {
      expect(JSON.stringify(heard)).toContain('vote.cast')
      expect(JSON.stringify(heard)).not.toMatch(/zq|decline|"rating":/)
    }
    await live.leave()
    await replayed.leave()
  })

  it('answers a refused decision the same, whatever the hidden vote was [COMMITTEE-6, COMMITTEE-7]', async () => {
    const refusals = []
    for (const choice of ['approve', 'decline', 'abstain']) {
      await planted({ committee_rule: 'majority', committee_quorum: 1, strict_readiness: true })
      await hide(choice)
      const refused = await deal.finalize(people().owner)
      expectRefusal(refused, 409, 'not_ready')
      expect(leakIn(JSON.stringify(refused.body))).toEqual([])
      refusals.push(refused.body.items)
    }
    expect(refusals[1]).toEqual(refusals[0])
    expect(refusals[2]).toEqual(refusals[0])
    expect(refusals[0]).toContainEqual({ item: 'votes_outcome', count: null })
    expect(refusals[0]).toContainEqual({ item: 'low_ratings', count: null })
  })

  it('hides the newer votes again from a person whose own vote is about a former version [COMMITTEE-6]', async () => {
    await planted()
    const { commenter, editor } = people()
    await deal.vote(commenter, 'approve')
    await deal.write('The second text.')
    await hide()
    const { members } = (await commenter.get(deal.at('committee'))).body
    const hidden = members.find(({ user_id }: { user_id: string }) => user_id === editor.userId)
    expect(hidden.vote).toMatchObject({ is_hidden: true, choice: null, note: null })
  })

  it('reveals every vote and rating to everybody when the deal is finalized [COMMITTEE-6]', async () => {
    await planted()
    await hide()
    const { owner, viewer } = people()
    expect((await deal.finalize(owner)).status).toBe(200)
    const { members, votes_hidden } = (await viewer.get(deal.at('committee'))).body
    expect([votes_hidden, members[0].vote]).toMatchObject([false, { choice: 'decline', note }])
    expect((await viewer.get(deal.at('feedback'))).body.sections[0]).toMatchObject({ count: 1, mean: 1 })
    expect((await viewer.get(deal.at('audit-trail/verify'))).body).toMatchObject({ valid: true })
  })

  describe('of ratings by people who cannot vote', () => {
    it('ends for a section once the person has rated it', async () => {
      await planted()
      await hide()
      const { owner } = people()
      await owner.send('POST', deal.at('feedback'), { section_key: 'thesis', rating: 5 })
      expect((await owner.get(deal.at('feedback'))).body.sections[0]).toMatchObject({ count: 2, mean: 3 })
    })
  })

  it('refuses an owner a bundle during a blind first reading, until they have voted or the deal is finalized [BUNDLE-9]', async () => {
    await planted()
    await hide()
    const { owner } = people()
    const asked = () => owner.send('POST', deal.at('exports'), { format: 'bundle' })
    expectRefusal(await asked(), 403, 'export_not_allowed')
    await owner.send('PUT', deal.at(`committee/${owner.userId}`))
    await deal.vote(owner, 'approve')
    const { status, body } = await asked()
    expect(status).toBe(202)
    expect(await endOf(owner, deal.id, body.id)).toMatchObject({ status: 'ready' })
    // What is shown again changes, and the file holds ratings that are hidden again.
    await deal.write('The second text.')
    expectRefusal(await owner.get(deal.at(`exports/${body.id}/content`)), 403, 'export_not_allowed')
    expect((await deal.finalize(owner)).status).toBe(200)
    expect((await asked()).status).toBe(202)
  })

  it('hides nothing where the organization has not set it', async () => {
    await planted({ blind_read: false })
    await hide()
    const { members } = (await people().viewer.get(deal.at('committee'))).body
    expect(members[0].vote).toMatchObject({ choice: 'decline', note, is_hidden: false })
    expect((await people().viewer.get(deal.at('feedback'))).body.sections[0]).toMatchObject({ count: 1, mean: 1 })
  })
})
