import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../testing/service.ts'
import type { ChangingDeal } from '../audit-trail/deal-changes.service.ts'
import { createSinceStore } from './since.store.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onService('summary of changes', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path: string, id = deal) => `/api/canvas/${id}/${path}`
  const done = async (answering: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await answering
    expect([status < 300, status < 300 ? '' : body]).toEqual([true, ''])
    return body
  }
  const since = (person: Person = people().viewer, query = '') => done(person.get(at(`since${query}`)))
  const see = (seq: number, person: Person = people().viewer) => person.send('POST', at('seen'), { seq })
  const seeAll = async (person: Person = people().viewer) => done(see((await since(person)).to_seq, person))
  const put = (key: string, content: string, person: Person = people().editor) =>
    done(person.send('PUT', at(`sections/${key}`), { content }))
  const comment = async (person: Person, more: object = {}): Promise<string> =>
    (await done(person.send('POST', at('comments'), { content: 'Where from?', ...more }))).comment_id
  const onComment = (person: Person, id: string, verb: string, body?: object) =>
    done(person.send('POST', at(`comments/${id}/${verb}`), body))
  const rate = (person: Person, rating: number, section_key = 'a') =>
    done(person.send('POST', at('feedback'), { section_key, rating }))
  const idsOf = (threads: Record<string, { comment_id: string }[]>) =>
    Object.fromEntries(Object.entries(threads).map(([list, items]) => [list, items.map((item) => item.comment_id)]))
  const noThreads = { new: [], resolved: [], reopened: [], replied: [] }

  describe('mark', () => {
    it('starts the mark of a user who has never looked at 0', async () => {
      expect(await since()).toEqual({
        from_seq: 0,
        to_seq: 0,
        seen_at: null,
        never_seen: true,
        entries: 0,
        sections: [],
        threads: noThreads,
        ratings: [],
        decisions: [],
        scenarios: [],
        contradictions: { found: 0, settled: 0 },
        other: 0,
        truncated: false,
      })
      await put('a', 'x')
      expect(await since()).toMatchObject({ from_seq: 0, to_seq: 1, never_seen: true, entries: 1 })
    })

    it('moves the mark of a user only forward, to the last event at most [SINCE-1]', async () => {
      for (const text of ['1', '2', '3']) await put('a', text)
      const first = await done(see(2))
      expect(first).toEqual({ seq: 2, at: expect.stringMatching(instantForm) })
      expect(await since()).toMatchObject({ from_seq: 2, to_seq: 3, seen_at: first.at, never_seen: false, entries: 1 })
      app.advance(1_000)
      expect(await done(see(1))).toEqual(first)
      expect(await done(see(0))).toEqual(first)
      const again = await done(see(2))
      expect([again.seq, again.at > first.at]).toEqual([2, true])
      expect((await done(see(Number.MAX_SAFE_INTEGER))).seq).toBe(3)
      expect(await since()).toMatchObject({ from_seq: 3, to_seq: 3, entries: 0, sections: [] })
    })

    it('keeps the highest mark of concurrent requests', async () => {
      for (const text of ['1', '2', '3', '4', '5']) await put('a', text)
      const answers = await Promise.all([3, 5, 1, 4, 2, 0].map((seq) => see(seq)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
      expect((await since()).from_seq).toBe(5)
    })

    it('rejects a mark that is not a whole number of at least 0', async () => {
      for (const body of [{}, { seq: -1 }, { seq: 1.5 }, { seq: '1' }, { seq: null }, { seq: 1e300 }]) {
        const { status, body: answer } = await people().viewer.send('POST', at('seen'), body)
        expect([status, answer.detail[0].loc]).toEqual([422, ['body', 'seq']])
      }
      for (const seq of ['-1', 'x', '1.5']) {
        const { status, body } = await people().viewer.get(at(`since?seq=${seq}`))
        expect([status, body.detail[0].loc]).toEqual([422, ['query', 'seq']])
      }
    })

    it('writes no event when a mark is set, and allows marks on a finalized deal', async () => {
      await done(people().owner.send('POST', at('finalize'), { decision: 'approved', rationale: 'Good' }))
      expect((await done(see(9))).seq).toBe(2)
      expect((await since()).to_seq).toBe(2)
    })

    it('keeps a separate mark for each user and deal', async () => {
      const { viewer, editor, owner } = people()
      await put('a', 'x')
      await seeAll(viewer)
      expect((await since(owner)).never_seen).toBe(true)
      const other = await plantDeal(app, { members: { [viewer.userId]: 'viewer', [editor.userId]: 'editor' } })
      await done(editor.send('PUT', at('sections/a', other), { content: 'y' }))
      expect(await done(viewer.get(at('since', other)))).toMatchObject({ never_seen: true, entries: 1 })
      expect(await since(viewer)).toMatchObject({ never_seen: false, entries: 0 })
    })

    it('returns the first answer when a mark is repeated with the same Idempotency-Key', async () => {
      await put('a', 'x')
      const send = () => people().viewer.send('POST', at('seen'), { seq: 1 }, { 'idempotency-key': 'the-same' })
      const first = await send()
      app.advance(1_000)
      expect((await send()).body).toEqual(first.body)
    })

    it('lets every role on the deal read and set the mark, and nobody else', async () => {
      for (const role of dealRoles) {
        expect((await see(0, people()[role])).status).toBe(200)
        expect((await people()[role].get(at('since'))).status).toBe(200)
      }
      expectRefusal(await see(0, people().outsider), 404, 'deal_not_found')
      expectRefusal(await people().outsider.get(at('since')), 404, 'deal_not_found')
      expectRefusal(await app.send('GET', at('since')), 401, 'not_authenticated')
    })
  })

  it('summarizes changes from the event that the request names', async () => {
    for (const text of ['1', '2', '3']) await put('a', text)
    await seeAll()
    expect(await since(people().viewer, '?seq=1')).toMatchObject({
      from_seq: 1,
      to_seq: 3,
      entries: 2,
      never_seen: false,
      sections: [{ section_key: 'a', from_version: 1, to_version: 3 }],
    })
    expect(await since(people().viewer, '?seq=99')).toMatchObject({ from_seq: 3, to_seq: 3, entries: 0 })
    expect((await since()).from_seq).toBe(3)
  })

  describe('changed sections', () => {
    it('lists added and updated sections in memo order, with their authors', async () => {
      const { owner } = people()
      await put('returns', 'x')
      await put('unchanged', 'x')
      await seeAll()
      await put('executive_summary', 'new')
      await put('returns', 'y', owner)
      await put('returns', 'z')
      expect(await since()).toMatchObject({
        entries: 3,
        sections: [
          {
            section_key: 'returns',
            title: 'Returns',
            change: 'updated',
            from_version: 1,
            to_version: 3,
            by: ['Maya Okafor', 'Priya Nair'],
            stale: false,
          },
          { section_key: 'executive_summary', change: 'created', to_version: 1, by: ['Priya Nair'] },
        ],
      })
      expect((await since()).sections[1]).not.toHaveProperty('from_version')
    })

    it("leaves out a user's own edits and lists what others changed", async () => {
      const { editor, owner } = people()
      await put('a', '1', editor)
      await put('b', '1', editor)
      expect((await since(editor)).sections).toEqual([])
      await put('a', '2', owner)
      expect((await since(editor)).sections).toMatchObject([
        { section_key: 'a', change: 'updated', from_version: 1, to_version: 2, by: ['Maya Okafor'] },
      ])
      expect(await since(editor)).toMatchObject({ from_seq: 0, entries: 3, other: 0 })
    })

    it('keeps the version of a section that was only confirmed', async () => {
      await put('a', '[[noi]]')
      await seeAll()
      const stale = () => app.sql('UPDATE sections SET stale = true WHERE deal_id = $1', [deal])
      await stale()
      app.advance(1_000)
      await put('a', '[[noi]]')
      await stale()
      expect((await since()).sections).toMatchObject([
        { change: 'updated', from_version: 1, to_version: 1, stale: true },
      ])
    })
  })

  describe('changed threads', () => {
    it('shows the section and text that a new thread is about', async () => {
      const { commenter } = people()
      await put('returns', 'x')
      await seeAll()
      const content = `\n  Where does\tthis ${'rent '.repeat(100)}`
      const first = await comment(commenter, { content, section_key: 'returns', comment_type: 'blocker' })
      app.advance(1_000)
      const second = await comment(people().owner)
      const { threads } = await since()
      expect(threads).toEqual({
        ...noThreads,
        new: [
          expect.objectContaining({ comment_id: second, section_key: null, author_name: 'Maya Okafor' }),
          {
            comment_id: first,
            section_key: 'returns',
            comment_type: 'blocker',
            status: 'open',
            snippet: expect.stringMatching(/^Where does this rent rent .{114}$/),
            author_name: 'Daniel Reyes',
            by: 'Daniel Reyes',
            at: expect.stringMatching(instantForm),
          },
        ],
      })
    })

    it('lists resolved, reopened and replied threads in their categories, with who did it', async () => {
      const { owner, editor, commenter } = people()
      const [resolved, reopened, replied, both] = [
        await comment(commenter),
        await comment(commenter),
        await comment(commenter),
        await comment(commenter),
      ]
      await onComment(owner, reopened, 'resolve')
      await seeAll()
      await onComment(owner, resolved, 'reopen')
      await onComment(owner, resolved, 'resolve')
      await onComment(editor, reopened, 'reopen')
      await onComment(editor, replied, 'replies', { content: 'From the rent roll' })
      await onComment(editor, both, 'replies', { content: 'Done' })
      await onComment(editor, both, 'resolve')
      const { threads } = await since()
      expect(idsOf(threads)).toEqual({
        new: [],
        resolved: expect.arrayContaining([resolved, both]),
        reopened: [reopened],
        replied: expect.arrayContaining([replied, both]),
      })
      expect(threads.reopened[0]).toMatchObject({ status: 'open', author_name: 'Daniel Reyes', by: 'Priya Nair' })
      expect(threads.replied).toHaveLength(2)
      expect(threads.resolved).toHaveLength(2)
      for (const thread of threads.resolved) expect(thread.status).toBe('resolved')
    })

    it('lists a new thread only as new, with its current status', async () => {
      const { owner, commenter } = people()
      const id = await comment(commenter)
      await onComment(owner, id, 'replies', { content: 'Yes' })
      await onComment(owner, id, 'resolve')
      const { threads } = await since()
      expect(idsOf(threads)).toEqual({ ...noThreads, new: [id] })
      expect(threads.new[0].status).toBe('resolved')
    })

    it("shows what others did in a user's own threads", async () => {
      const { owner, commenter } = people()
      const [mine, alone] = [await comment(commenter), await comment(commenter)]
      await onComment(commenter, alone, 'replies', { content: 'I mean' })
      await onComment(commenter, alone, 'resolve')
      await onComment(owner, mine, 'replies', { content: 'Yes' })
      expect(idsOf((await since(commenter)).threads)).toEqual({ ...noThreads, replied: [mine] })
      await onComment(owner, mine, 'resolve')
      expect(idsOf((await since(commenter)).threads)).toEqual({ ...noThreads, resolved: [mine], replied: [mine] })
      await onComment(commenter, mine, 'reopen')
      expect(idsOf((await since(commenter)).threads)).toEqual({ ...noThreads, replied: [mine] })
    })

    it('lists an accepted or rejected suggestion as resolved, with its section', async () => {
      const { editor, commenter } = people()
      await put('a', 'Rent grows by 3.5 % a year')
      const suggest = () =>
        comment(commenter, {
          section_key: 'a',
          comment_type: 'suggestion',
          anchor_text: '3.5 %',
          suggestion_metadata: { replacement: '3.0 %', base_version: 1 },
        })
      const [accepted, rejected] = [await suggest(), await suggest()]
      await seeAll()
      await onComment(editor, rejected, 'reject')
      await onComment(editor, accepted, 'accept')
      const { threads, sections } = await since()
      const statuses = threads.resolved.map(({ comment_id, status }: Record<string, string>) => [comment_id, status])
      expect(new Map(statuses)).toEqual(
        new Map([
          [accepted, 'accepted'],
          [rejected, 'rejected'],
        ]),
      )
      expect(sections).toMatchObject([{ section_key: 'a', from_version: 1, to_version: 2, by: ['Priya Nair'] }])
    })

    it('shows nothing of deleted comments and replies in the summary of changes [SINCE-2]', async () => {
      const { owner, commenter } = people()
      const [fresh, old, kept] = [await comment(commenter), await comment(commenter), await comment(commenter)]
      await done(see(1))
      await onComment(owner, old, 'resolve')
      const { replies } = await onComment(owner, kept, 'replies', { content: 'Secret reply' })
      const secret = await comment(commenter, { content: 'Secret comment' })
      for (const id of [secret, old, fresh]) await done(commenter.send('DELETE', at(`comments/${id}`)))
      await done(owner.send('DELETE', at(`comments/${kept}/replies/${replies[0].reply_id}`)))
      const answer = await since()
      expect(idsOf(answer.threads)).toEqual({ ...noThreads, new: [kept] })
      expect(JSON.stringify(answer)).not.toContain('Secret')
      expect(answer.other).toBe(4)
      await done(see(3))
      expect((await since()).threads).toEqual(noThreads)
    })

    it('shows an edited comment with its current text', async () => {
      const { commenter } = people()
      const id = await comment(commenter, { content: 'Before' })
      await done(commenter.send('PUT', at(`comments/${id}`), { content: 'After' }))
      const { threads, other } = await since()
      expect([threads.new[0].snippet, other]).toEqual(['After', 1])
    })
  })

  describe('changed ratings', () => {
    beforeEach(async () => {
      await put('b', 'x')
      await put('a', 'x')
    })

    it('shows the mean before and now, counting each user once', async () => {
      const { owner, editor, commenter } = people()
      await rate(owner, 2)
      await rate(owner, 5)
      await rate(editor, 4)
      await seeAll()
      expect((await since()).ratings).toEqual([])
      await rate(owner, 1)
      await rate(owner, 2)
      await rate(commenter, 3, 'b')
      expect((await since()).ratings).toEqual([
        { section_key: 'b', count: 1, mean_before: null, mean_now: 3 },
        { section_key: 'a', count: 2, mean_before: 4.5, mean_now: 3 },
      ])
    })

    it('leaves out ratings that are unchanged, but reports an additional equal rating', async () => {
      const { owner, editor } = people()
      await rate(owner, 4)
      await seeAll()
      await rate(owner, 2)
      await rate(owner, 4)
      expect((await since()).ratings).toEqual([])
      await rate(editor, 4)
      expect((await since()).ratings).toEqual([{ section_key: 'a', count: 2, mean_before: 4, mean_now: 4 }])
    })

    it("leaves out a user's own ratings, but includes them in the means once another user rates", async () => {
      const { owner, commenter } = people()
      await rate(commenter, 1)
      await seeAll(commenter)
      await rate(commenter, 5)
      expect((await since(commenter)).ratings).toEqual([])
      await rate(owner, 2)
      expect((await since(commenter)).ratings).toEqual([{ section_key: 'a', count: 2, mean_before: 1, mean_now: 3.5 }])
    })

    it('counts only ratings of the same deal', async () => {
      const { owner, commenter } = people()
      const members = { [owner.userId]: 'owner', [commenter.userId]: 'commenter' } as const
      const other = await plantDeal(app, { members })
      await done(owner.send('PUT', at('sections/a', other), { content: 'x' }))
      await done(commenter.send('POST', at('feedback', other), { section_key: 'a', rating: 1 }))
      await rate(owner, 5)
      expect((await since()).ratings).toEqual([{ section_key: 'a', count: 1, mean_before: null, mean_now: 5 }])
    })
  })

  it('lists decisions of others with their author, newest first', async () => {
    const { owner } = people()
    await done(owner.send('POST', at('finalize'), { decision: 'declined', rationale: 'Too dear' }))
    await done(owner.send('POST', at('reopen'), { reason: 'A new price' }))
    expect((await since()).decisions).toEqual([
      { seq: 3, type: 'reopened', decision: null, by: 'Maya Okafor', at: expect.stringMatching(instantForm) },
      { seq: 2, type: 'finalized', decision: 'declined', by: 'Maya Okafor', at: expect.stringMatching(instantForm) },
    ])
    expect(await since(owner)).toMatchObject({ decisions: [], entries: 3, other: 0 })
  })

  it('counts all other events of other users', async () => {
    const { owner, editor, commenter } = people()
    const id = await comment(commenter)
    await seeAll()
    await done(owner.send('PUT', at(`comments/${id}/reactions/${encodeURIComponent('👍')}`)))
    await done(editor.send('POST', at('audit-events'), { kind: 'llm_call', type: 'asked', data: { comment_id: id } }))
    await done(owner.send('PUT', at(`members/${commenter.userId}`), { role: 'editor' }))
    expect(await since()).toMatchObject({ entries: 3, other: 3, threads: noThreads })
    expect((await since(editor, '?seq=1')).other).toBe(2)
  })

  describe('limits of the summary', () => {
    const record = (many: number, write: (changing: ChangingDeal, n: number) => number) =>
      app.service.changes.change(actorOf(people().owner), deal, 'owner', async (changing) => {
        for (let n = 0; n < many; n++) write(changing, n)
      })

    it('lists the newest 100 items of each kind and reports that the summary is truncated', async () => {
      await app.sql(
        `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
          SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'comment', $2, 'Number ' || n, 'open', now(), now(), 'none', '{}', 1, 0
          FROM generate_series(0, 100) n`,
        [deal, people().owner.userId],
      )
      const created = (changing: ChangingDeal, n: number) =>
        changing.record('comment.created', {
          comment_id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
          section_key: null,
          comment_type: 'comment',
        })
      await record(1, created)
      app.advance(1_000)
      await record(99, (changing, n) => created(changing, n + 1))
      const whole = await since()
      expect([whole.threads.new.length, whole.truncated]).toEqual([100, false])
      await record(1, (changing) => created(changing, 100))
      const cut = await since()
      expect([cut.threads.new.length, cut.truncated]).toEqual([100, true])
      const shown = cut.threads.new.map(({ snippet }: { snippet: string }) => snippet)
      expect([shown.includes('Number 0'), shown.includes('Number 100')]).toEqual([false, true])
      await app.sql('DELETE FROM comments WHERE deal_id = $1', [deal])
    })

    it('summarizes the newest 5,000 events and reports that the summary is truncated', async () => {
      await put('a', 'x')
      for (let round = 0; round < 5; round++)
        await record(1_000, (changing) => changing.recordExternal('ext.asked', {}, 'activity'))
      expect(await since()).toMatchObject({ entries: 5_001, sections: [], other: 5_000, truncated: true })
      await done(see(1))
      expect(await since()).toMatchObject({ entries: 5_000, other: 5_000, truncated: false })
      const { described } = createSinceStore(app.service.database)
      expect(await described({ dealId: deal, after: 0, upTo: 5_001 })).toHaveLength(1)
    })
  })
})
