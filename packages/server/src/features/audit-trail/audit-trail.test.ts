import { createHash, createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantSection } from '../../testing/commenting.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'
import { canonicalJson } from './verification/canonical-json.ts'

onEachService('audit trail', (app) => {
  let owner: Person
  let editor: Person
  let viewer: Person
  let commenter: Person
  let outsider: Person
  let superadmin: Person
  let deal: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    commenter = await app.signIn('commenter')
    viewer = await app.signIn('viewer')
    outsider = await app.signIn('outsider')
    superadmin = await app.signIn('superadmin')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, {
      members: {
        [owner.userId]: 'owner',
        [editor.userId]: 'editor',
        [commenter.userId]: 'commenter',
        [viewer.userId]: 'viewer',
      },
    })
  })

  const at = (path: string, id = deal) => `/api/canvas/${id}/${path}`
  const add = (body: object, by = editor) =>
    by.send('POST', at('audit-events'), { kind: 'llm_call', type: 'asked', ...body })
  const trail = async (query = '') => (await viewer.get(at(`audit-trail${query}`))).body
  const verdict = async (query = '') => (await viewer.get(at(`audit-trail/verify${query}`))).body
  const blocker = async (id = deal) => {
    const [row] = await app.sql<{ id: string }>(
      `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
       VALUES (gen_random_uuid(), $1, 'blocker', $2, 'No', 'open', now(), now(), 'none', '{}', 1, 0) RETURNING id`,
      [id, commenter.userId],
    )
    return row?.id ?? ''
  }

  describe('reading', () => {
    it('returns an empty audit trail for an untouched deal [AUDIT-1]', async () => {
      const { status, body } = await viewer.get(at('audit-trail'))
      expect(status).toBe(200)
      expect(body).toEqual({
        deal_id: deal,
        finalization: null,
        summary: {
          total_events: 0,
          retrievals: 0,
          agent_discourse_entries: 0,
          user_actions: 0,
          readiness_snapshots: 0,
          llm_calls: 0,
        },
        timeline: [],
        next_cursor: null,
        has_more: false,
      })
      expect(await verdict()).toEqual({ valid: true, entries: 0, erased: 0, head_hash: null, problems: [] })
    })

    it('counts each kind of event and lists them in order with actor and time [AUDIT-2]', async () => {
      for (const kind of ['retrieval', 'discourse', 'discourse', 'readiness', 'llm_call']) await add({ kind })
      const body = await trail()
      expect(body.summary).toEqual({
        total_events: 5,
        retrievals: 1,
        agent_discourse_entries: 2,
        user_actions: 0,
        readiness_snapshots: 1,
        llm_calls: 1,
      })
      expect(body.timeline.map(({ seq, kind }: { seq: number; kind: string }) => [seq, kind])).toEqual([
        [1, 'retrieval'],
        [2, 'discourse'],
        [3, 'discourse'],
        [4, 'readiness'],
        [5, 'llm_call'],
      ])
      expect(body.timeline[4]).toEqual({
        seq: 5,
        ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        kind: 'llm_call',
        type: 'ext.asked',
        actor_id: editor.userId,
        actor_name: 'Priya Nair',
        actor_email_verified: true,
        data: {},
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(body.finalization).toMatchObject({ status: 'open', decision: null, blockers_open: 0 })
    })

    it('returns the newest events in ascending order and pages back [AUDIT-3]', async () => {
      for (let index = 0; index < 7; index++) await add({ data: { index } })
      const seqs = (body: { timeline: { seq: number }[] }) => body.timeline.map(({ seq }) => seq)
      const first = await trail('?limit=3')
      expect(seqs(first)).toEqual([5, 6, 7])
      const second = await trail(`?limit=3&cursor=${first.next_cursor}`)
      expect(seqs(second)).toEqual([2, 3, 4])
      const third = await trail(`?limit=3&cursor=${second.next_cursor}`)
      expect([seqs(third), third.has_more, third.next_cursor]).toEqual([[1], false, null])
      expect(seqs(await trail('?kind=retrieval'))).toEqual([])
      for (const query of ['?limit=0', '?limit=5001', '?cursor=x', '?kind=y']) {
        expect([query, (await viewer.get(at(`audit-trail${query}`))).status]).toEqual([query, 422])
      }
    })
  })

  describe('outside events', () => {
    it("adds an outside event with the server's actor and time [AUDIT-4]", async () => {
      const { status, body } = await add({ type: 'agent.answered', data: { b: 1, a: [null, 'x'] } })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        seq: 1,
        type: 'ext.agent.answered',
        actor_id: editor.userId,
        data: { a: [null, 'x'], b: 1 },
      })
    })

    it('rejects an outside event of kind activity, of a wrong type or with too much data [AUDIT-4]', async () => {
      expect((await add({ kind: 'activity' })).body.detail[0]).toMatchObject({
        type: 'literal_error',
        loc: ['body', 'kind'],
      })
      expect((await add({ type: 'A B' })).body.detail[0].loc).toEqual(['body', 'type'])
      expect((await add({ data: [] })).body.detail[0].loc).toEqual(['body', 'data'])
      const large = { text: 'x'.repeat(8 * 1024 - 11) }
      expect(Buffer.byteLength(canonicalJson(large))).toBe(8 * 1024)
      expect((await add({ data: large })).status).toBe(201)
      expect((await add({ data: { text: `${large.text}x` } })).body.detail[0].loc).toEqual(['body', 'data'])
      expect((await trail()).summary.total_events).toBe(1)
    })

    it('lets only editors and owners add outside events', async () => {
      expectRefusal(await add({}, commenter), 403, 'role_too_low')
      expectRefusal(await add({}, outsider), 404, 'deal_not_found')
      expectRefusal(await add({}, superadmin), 404, 'deal_not_found')
      expect((await add({}, owner)).status).toBe(201)
    })
  })

  describe('verification', () => {
    it('verifies a trail that several members wrote in parallel', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => add({ data: { index } }, index % 2 ? owner : editor)),
      )
      expect(new Set(answers.map(({ body }) => body.seq)).size).toBe(20)
      expect(await verdict()).toMatchObject({ valid: true, entries: 20, erased: 0 })
      const { timeline } = await trail()
      expect(timeline.map(({ seq }: { seq: number }) => seq)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      )
    })

    it.each([
      ["type = 'ext.other'", 2],
      ['data = \'{"n":9}\'', 2],
      ["ts = ts + interval '1 second'", 2],
      ["kind = 'retrieval'", 2],
      ['actor_id = NULL', 2],
      ['by_superadmin = true', 2],
      ["salt = 'other'", 2],
      ['data = NULL', 2],
      ["prev_hash = repeat('0', 64)", 2],
      ["hash = repeat('a', 64)", 2],
      ["signature = 'AAAA'", 2],
      ["data_digest = repeat('b', 64)", 2],
    ])('finds an event that was changed in the database: %s [AUDIT-5]', async (change, seq) => {
      for (let n = 1; n <= 3; n++) await add({ data: { n } })
      await app.sql(`UPDATE journal SET ${change} WHERE deal_id = $1 AND seq = $2`, [deal, seq])
      expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: seq })
    })

    it('finds an event that was removed or cut off at the end [AUDIT-6]', async () => {
      for (let n = 1; n <= 4; n++) await add({ data: { n } })
      await app.sql('DELETE FROM journal WHERE deal_id = $1 AND seq = 4', [deal])
      expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: 4 })
      await app.sql('DELETE FROM journal WHERE deal_id = $1 AND seq = 2', [deal])
      expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: 2 })
    })

    it('finds a hash chain that was rewritten without the signing key [AUDIT-7]', async () => {
      for (let n = 1; n <= 2; n++) await add({ data: { n } })
      const [second] = await app.sql<Record<string, unknown>>('SELECT * FROM journal WHERE deal_id = $1 AND seq = 2', [
        deal,
      ])
      const facts = {
        actor_id: second?.['actor_id'],
        by_superadmin: second?.['by_superadmin'],
        data: second?.['data_digest'],
        deal_id: deal,
        kind: second?.['kind'],
        seq: 2,
        ts: new Date(String(second?.['ts'])).toISOString(),
        type: 'ext.forged',
      }
      const hash = createHash('sha256').update(String(second?.['prev_hash'])).update(canonicalJson(facts)).digest('hex')
      await app.sql("UPDATE journal SET type = 'ext.forged', hash = $2 WHERE deal_id = $1 AND seq = 2", [deal, hash])
      await app.sql('UPDATE journal_heads SET hash = $2 WHERE deal_id = $1', [deal, hash])
      expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: 2 })
    })

    it('verifies whether an event with a known number and hash is unchanged', async () => {
      const { body } = await add({})
      await add({})
      expect(await verdict(`?seq=1&hash=${body.hash}`)).toMatchObject({ valid: true, entries: 2 })
      expect(await verdict(`?seq=1&hash=${'0'.repeat(64)}`)).toMatchObject({ valid: false, first_bad_seq: 1 })
      expect(await verdict(`?seq=9&hash=${body.hash}`)).toMatchObject({ valid: false, first_bad_seq: 3 })
      expect((await viewer.get(at('audit-trail/verify?seq=1'))).status).toBe(422)
      expect((await viewer.get(at(`audit-trail/verify?hash=${body.hash}`))).status).toBe(422)
    })

    it('rejects the seventh verification within a minute with 429 [AUDIT-8]', async () => {
      for (let round = 0; round < 6; round++) expect((await viewer.get(at('audit-trail/verify'))).status).toBe(200)
      const seventh = await viewer.get(at('audit-trail/verify'))
      expectRefusal(seventh, 429, 'rate_limited')
      expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(0)
    })
  })

  describe('export', () => {
    it('exports an audit trail that anyone can verify line by line [AUDIT-9]', async () => {
      for (let n = 1; n <= 3; n++) await add({ data: { n } })
      const answer = await viewer.get(at('audit-trail/export'))
      expect(String(answer.headers['content-type'])).toBe('application/x-ndjson; charset=utf-8')
      const lines = String(answer.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const [about, ...entries] = lines.slice(0, -1)
      const { head } = lines.at(-1)
      expect(about).toMatchObject({ deal_id: deal, entries: 3 })
      const key = createPublicKey(about.public_key)
      let prev = '0'.repeat(64)
      for (const entry of entries) {
        const digest = createHash('sha256').update(entry.salt).update(entry.data).digest('hex')
        const { actor_id, by_superadmin, kind, seq, ts, type } = entry
        const facts = { actor_id, by_superadmin, data: digest, deal_id: deal, kind, seq, ts, type }
        const hash = createHash('sha256').update(prev).update(canonicalJson(facts)).digest('hex')
        expect([entry.prev_hash, entry.hash]).toEqual([prev, hash])
        expect(verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(entry.signature, 'base64url'))).toBe(true)
        prev = hash
      }
      expect(prev).toBe(about.head_hash)
      const { signature, ...counted } = head
      expect(counted).toEqual({ deal_id: deal, seq: 3, hash: prev, at: entries[2].ts })
      const signed = createHash('sha256')
        .update(`deal-canvas audit head\n${canonicalJson(counted)}`)
        .digest()
      expect(verify(null, signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
    })

    it('exports a trail longer than one page completely and ends with the signed head', async () => {
      await add({})
      await app.sql('DELETE FROM journal WHERE deal_id = $1', [deal])
      await app.sql(
        `INSERT INTO journal (deal_id, seq, ts, kind, type, by_superadmin, data_digest, prev_hash, hash, signature)
         SELECT $1, n, now(), 'activity', 'x.y', false, '', '', '', '' FROM generate_series(1, 2500) n`,
        [deal],
      )
      await app.sql('UPDATE journal_heads SET seq = 2500 WHERE deal_id = $1', [deal])
      const lines = String((await viewer.get(at('audit-trail/export'))).body)
        .trim()
        .split('\n')
      expect(lines).toHaveLength(2502)
      expect(JSON.parse(lines[2501] ?? '{}').head).toMatchObject({ deal_id: deal, seq: 1 })
      expect(JSON.parse(lines[2500] ?? '{}').seq).toBe(2500)
    })

    it('returns 404 for the trail, its verification or its export of a deal that the caller cannot see', async () => {
      expectRefusal(await outsider.get(at('audit-trail/export')), 404, 'deal_not_found')
      for (const path of ['audit-trail', 'audit-trail/verify']) {
        expectRefusal(await outsider.get(at(path)), 404, 'deal_not_found')
        expectRefusal(await superadmin.get(at(path)), 404, 'deal_not_found')
      }
    })
  })

  describe('decision', () => {
    const finalize = (body: object, by = owner) =>
      by.send('POST', at('finalize'), { decision: 'approved', rationale: 'Good terms', ...body })

    it('closes a finalized deal to every change until an owner reopens it with a reason [DECISION-2]', async () => {
      const { status, body } = await finalize({ rationale: '  Good terms ' })
      expect(status).toBe(200)
      expect(body).toEqual({
        status: 'finalized',
        decision: 'approved',
        rationale: 'Good terms',
        decided_by: owner.userId,
        decided_at: expect.stringMatching(/Z$/),
        blockers_open: 0,
      })
      expect((await trail()).finalization).toEqual(body)
      expectRefusal(await add({}), 409, 'deal_finalized')
      expectRefusal(await finalize({ decision: 'declined' }), 409, 'deal_finalized')
      const reopened = await owner.send('POST', at('reopen'), { reason: 'New facts' })
      expect(reopened.body).toMatchObject({ status: 'open', decision: 'approved' })
      expect((await add({})).status).toBe(201)
      expectRefusal(await owner.send('POST', at('reopen'), { reason: 'Again' }), 409, 'deal_not_finalized')
      const { timeline, summary } = await trail()
      expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
        'readiness.at_decision',
        'deal.finalized',
        'deal.reopened',
        'ext.asked',
      ])
      expect(timeline[2].data).toEqual({ reason: 'New facts' })
      expect(summary).toMatchObject({ user_actions: 2, readiness_snapshots: 1 })
      expect(await verdict()).toMatchObject({ valid: true, entries: 4 })
    })

    it('refuses a decision while a blocker is open unless it is overridden with a reason [DECISION-3]', async () => {
      const id = await blocker()
      const refused = await finalize({})
      expectRefusal(refused, 409, 'blockers_open')
      expect(refused.body.blockers_open).toBe(1)
      expect(refused.body.blockers).toMatchObject([{ comment_id: id, author_name: expect.any(String) }])
      expect((await finalize({ override_reason: '   ' })).status).toBe(422)
      expect((await finalize({ override_reason: 'Known and accepted' })).body).toMatchObject({ blockers_open: 1 })
      expect((await trail()).timeline.at(-1).data).toMatchObject({
        decision: 'approved',
        blockers_open: 1,
        override_reason: 'Known and accepted',
      })
      expect(id).not.toBe('')
    })

    it('lists at most 20 open blockers in the 409, oldest first, each with an excerpt', async () => {
      await plantSection(app, deal, 'returns', 'Rents grow.')
      const written: string[] = []
      for (let number = 1; number <= 21; number++) {
        const content = `Blocker ${number} ${'of many words '.repeat(20)}`
        const comment = { content, comment_type: 'blocker', section_key: number === 1 ? 'returns' : null }
        written.push((await owner.send('POST', at('comments'), comment)).body.comment_id)
      }
      const { body } = await finalize({})
      expect(body).toMatchObject({ code: 'blockers_open', blockers_open: 21 })
      const named: { comment_id: string; excerpt: string }[] = body.blockers
      expect(named.map(({ comment_id }) => comment_id)).toEqual(written.slice(0, 20))
      expect(named[0]).toEqual({
        comment_id: written[0],
        author_id: owner.userId,
        author_name: expect.any(String),
        author_email_verified: true,
        section_key: 'returns',
        excerpt: `Blocker 1 ${'of many words '.repeat(20)}`.slice(0, 140).trimEnd(),
        created_at: expect.stringMatching(/Z$/),
      })
    })

    it('finalizes a deal despite resolved or deleted blockers and those of other deals', async () => {
      const resolved = await blocker()
      const deleted = await blocker()
      await app.sql("UPDATE comments SET status = 'resolved' WHERE id = $1", [resolved])
      await app.sql('UPDATE comments SET deleted_at = now() WHERE id = $1', [deleted])
      await blocker(await plantDeal(app))
      expect((await finalize({})).status).toBe(200)
    })

    it('refuses to let anybody but owners finalize or reopen a deal, and rejects a malformed decision [DECISION-1]', async () => {
      for (const person of [editor, commenter, viewer]) {
        expectRefusal(await finalize({}, person), 403, 'role_too_low')
        expectRefusal(await person.send('POST', at('reopen'), { reason: 'x' }), 403, 'role_too_low')
      }
      expectRefusal(await finalize({}, outsider), 404, 'deal_not_found')
      for (const [body, field] of [
        [{ decision: 'maybe' }, 'decision'],
        [{ rationale: '' }, 'rationale'],
        [{ rationale: ' ' }, 'rationale'],
        [{ rationale: 'x'.repeat(5001) }, 'rationale'],
      ] as const) {
        const answer = await finalize(body)
        expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]])
      }
      expect((await trail()).summary.total_events).toBe(0)
    })

    it('finalizes a deal once when several requests arrive in parallel', async () => {
      const answers = await Promise.all([finalize({}), finalize({ decision: 'declined' }), finalize({})])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    })
  })
})

describe('canonical JSON', () => {
  it('serializes equal values identically and round-trips them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
    expect(canonicalJson({ b: 1, a: { d: [], c: undefined } })).toBe('{"a":{"d":[]},"b":1}')
  })
})
