import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../../testing/databases.ts'
import { auditTrailOf } from '../../../testing/deal-audit-trail.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { onService, type Person } from '../../../testing/service.ts'
import { digestHistory } from './compare-rows.ts'
import { createDealDigests } from './deal-digests.ts'
import { digestParts, digestPartsSql } from './digests.ts'

const logged: string[] = []

onService(
  'proof of a decision',
  (app) => {
    let owner: Person
    let editor: Person
    let deal: string
    beforeAll(async () => {
      owner = await app.signIn('owner')
      editor = await app.signIn('editor')
    })
    beforeEach(async () => {
      await forgetLimits(app)
      deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
    })

    const at = (path: string, id = deal) => `/api/canvas/${id}/${path}`
    const write = (content: string, key = 'thesis', id = deal) =>
      editor.send('PUT', at(`sections/${key}`, id), { content })
    const setMetric = (value: number) => editor.send('PUT', at('metrics/purchase_price'), { value })
    const finalize = (id = deal) =>
      owner.send('POST', at('finalize', id), { decision: 'declined', rationale: 'Too risky' })
    const add = (n: number, id = deal) =>
      editor.send('POST', at('audit-events', id), { kind: 'llm_call', type: 'asked', data: { n } })
    const verify = async (query = '', id = deal) => (await owner.get(at(`audit-trail/verify${query}`, id))).body
    const codes = async (query = ''): Promise<string[]> =>
      (await verify(query)).problems.map(({ code }: { code: string }) => code)
    const finalization = async () => (await owner.get(at('audit-trail'))).body.finalization
    const decide = async () => {
      await write('The price is fair.')
      await write('The price is high.')
      await setMetric(1_000_000)
      expect((await finalize()).status).toBe(200)
      expect(await verify()).toMatchObject({ valid: true, problems: [] })
    }
    const headOf = async () =>
      (await app.sql<{ seq: string; hash: string }>('SELECT * FROM audit_heads WHERE deal_id = $1', [deal]))[0]
    /** Truncates the trail consistently, like an attacker who knows the tables. */
    const cutTo = async (seq: number) => {
      await app.sql('DELETE FROM journal WHERE deal_id = $1 AND seq > $2', [deal, seq])
      await app.sql(
        `UPDATE journal_heads SET seq = $2, hash = (SELECT hash FROM journal WHERE deal_id = $1 AND seq = $2)
         WHERE deal_id = $1`,
        [deal, seq],
      )
    }

    describe('signed decision event', () => {
      it('stores digests of memo, numbers, documents and rationale in the decision event [DECISION-4]', async () => {
        await decide()
        const { data } = (await auditTrailOf(app, deal)).find(({ type }) => type === 'deal.finalized') ?? { data: {} }
        const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
        expect(data.digests).toEqual({
          memo: digest,
          numbers: digest,
          scenario: null,
          documents: digest,
          votes: null,
          rationale: digest,
        })
        expect(JSON.stringify(data)).not.toContain('risky')
      })

      it('reads the finalization from the signed decision event', async () => {
        await decide()
        expect(await finalization()).toEqual({
          status: 'finalized',
          decision: 'declined',
          rationale: 'Too risky',
          decided_by: owner.userId,
          decided_at: expect.stringMatching(/Z$/),
          blockers_open: 0,
        })
        await owner.send('POST', at('reopen'), { reason: 'New facts' })
        expect(await finalization()).toMatchObject({ status: 'open', decision: 'declined', rationale: 'Too risky' })
        expect(await verify()).toMatchObject({ valid: true, problems: [] })
      })
    })

    describe('tampered decision row', () => {
      it.each([
        ["decision = 'approved'", { decision: 'declined', rationale: 'Too risky' }],
        ["rationale = 'A bargain'", { decision: 'declined', rationale: null }],
        ["rationale = 'A bargain', rationale_salt = 'x'", { decision: 'declined', rationale: null }],
        ['rationale_salt = NULL', { decision: 'declined', rationale: null }],
        ["status = 'open'", { status: 'finalized', decision: 'declined' }],
        ['decided_by = NULL', { decision: 'declined' }],
        ["decided_at = decided_at - interval '1 day'", { decision: 'declined' }],
        ["status = 'open', decision = NULL, rationale = NULL", { status: 'finalized', decision: 'declined' }],
      ])('never shows a decision that was changed in the database: %s [DECISION-5]', async (change, shown) => {
        await decide()
        await app.sql(`UPDATE deals SET ${change} WHERE id = $1`, [deal])
        expect(await finalization()).toMatchObject({ ...shown, tampered: true })
        expect(await codes()).toContain('decision_changed')
        expect(await verify()).toMatchObject({ valid: false })
      })

      it('finds a decision row for a deal that was never decided', async () => {
        await add(1)
        await app.sql("UPDATE deals SET status = 'finalized', decision = 'approved' WHERE id = $1", [deal])
        expect(await finalization()).toMatchObject({ status: 'open', decision: null, tampered: true })
        expect(await codes()).toContain('decision_changed')
      })

      it('finds a decision row that was changed together with its event', async () => {
        await decide()
        await app.sql(
          `UPDATE journal SET data = replace(data, 'declined', 'approved') WHERE deal_id = $1 AND type = 'deal.finalized'`,
          [deal],
        )
        await app.sql("UPDATE deals SET decision = 'approved' WHERE id = $1", [deal])
        expect(await finalization()).toMatchObject({ decision: null, rationale: null, tampered: true })
        expect(await codes()).toContain('event_changed')
      })
    })

    describe('tampered memo', () => {
      it('finds a section text that was changed in the database after a decision [AUDIT-11]', async () => {
        await decide()
        await app.sql("UPDATE sections SET content = 'The price is low.' WHERE deal_id = $1", [deal])
        expect(await codes()).toEqual(expect.arrayContaining(['memo_changed', 'section_changed']))
      })

      it('finds a section text that was changed together with its stored version', async () => {
        await decide()
        for (const table of ['sections', 'section_versions'])
          await app.sql(`UPDATE ${table} SET content = 'The price is low.' WHERE deal_id = $1 AND version = 2`, [deal])
        expect(await codes()).toEqual(expect.arrayContaining(['memo_changed', 'section_changed']))
      })

      it.each([
        [
          'an old version was changed',
          "UPDATE section_versions SET content = 'Other' WHERE deal_id = $1 AND version = 1",
        ],
        ['a title was changed', "UPDATE section_versions SET title = 'Other' WHERE deal_id = $1 AND version = 1"],
        ['a salt was changed', "UPDATE section_versions SET salt = 'Other' WHERE deal_id = $1 AND version = 1"],
        ['a version was removed', 'DELETE FROM section_versions WHERE deal_id = $1 AND version = 1'],
        [
          'a version was inserted',
          `INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_at)
           VALUES ($1, 'thesis', 3, 'Thesis', 'Other', now())`,
        ],
        [
          'a section was inserted',
          `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
           VALUES ($1, 'risks', 'Risks', 'None', 1, 9, '{}', false, 0, now())`,
        ],
        ['a section was removed', 'DELETE FROM sections WHERE deal_id = $1'],
      ])('finds tampering with the memo of an undecided deal: %s', async (_, change) => {
        await write('The price is fair.')
        await write('The price is high.')
        expect(await codes()).toEqual([])
        await app.sql(change, [deal])
        expect((await codes()).filter((code) => !code.startsWith('section_'))).toEqual([])
        expect(await verify()).toMatchObject({ valid: false })
      })
    })

    it.each([
      ['a metric', 'UPDATE deal_metrics SET value = 1 WHERE deal_id = $1'],
      ['a removed metric', 'DELETE FROM deal_metrics WHERE deal_id = $1'],
      ['the model', 'UPDATE deal_models SET version = version + 1 WHERE deal_id = $1'],
    ])('finds numbers that were changed in the database: %s [AUDIT-12]', async (_, change) => {
      await setMetric(1_000_000)
      await setMetric(2_000_000)
      expect(await codes()).toEqual([])
      await app.sql(change, [deal])
      expect(await codes()).toEqual(['numbers_changed'])
    })

    it('finds a document that was inserted into the database without an event', async () => {
      await add(1)
      await app.sql(
        `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'x.txt', 'txt', 1, 'aa', 'stored', $2, now(), now())`,
        [deal, owner.userId],
      )
      expect(await codes()).toEqual(['documents_changed'])
    })

    describe('truncated trail', () => {
      it('finds a truncated trail from the database alone, even if its counter was reset', async () => {
        await decide()
        await cutTo(3)
        const verdict = await verify()
        expect(verdict).toMatchObject({ valid: false, first_bad_seq: 4 })
        expect(verdict.problems.map(({ code }: { code: string }) => code)).toContain('head_changed')
      })

      it('finds a truncated trail even if more events were written after the cut', async () => {
        for (let n = 1; n <= 4; n++) await add(n)
        await cutTo(2)
        for (let n = 5; n <= 8; n++) await add(n)
        expect(await verify()).toMatchObject({ valid: false, entries: 6, first_bad_seq: 4 })
        expect(await codes()).toEqual(['head_changed'])
      })

      it('finds a trail that was deleted completely and started again', async () => {
        for (let n = 1; n <= 2; n++) await add(n)
        await app.sql('DELETE FROM journal WHERE deal_id = $1', [deal])
        await app.sql("UPDATE journal_heads SET seq = 0, hash = repeat('0', 64) WHERE deal_id = $1", [deal])
        expect(await codes()).toEqual(['head_changed'])
        for (let n = 3; n <= 5; n++) await add(n)
        expect(await codes()).toEqual(['head_changed'])
      })

      it('finds a truncated trail whose signed head was deleted or rewritten', async () => {
        for (let n = 1; n <= 3; n++) await add(n)
        await cutTo(2)
        await app.sql(
          `UPDATE audit_heads a SET seq = 2, hash = j.hash, at = j.ts, signature = j.signature FROM journal j
           WHERE j.deal_id = a.deal_id AND j.seq = 2 AND a.deal_id = $1`,
          [deal],
        )
        expect(await codes()).toEqual(['head_forged'])
        await app.sql('DELETE FROM audit_heads WHERE deal_id = $1', [deal])
        expect(await codes()).toEqual(['head_missing'])
        await add(4)
        expect(await codes()).toEqual(['head_missing'])
      })

      it('finds by an externally kept head a truncated trail whose signed head was rolled back', async () => {
        for (let n = 1; n <= 2; n++) await add(n)
        const [old] = await app.sql<Record<string, unknown>>('SELECT * FROM audit_heads WHERE deal_id = $1', [deal])
        for (let n = 3; n <= 4; n++) await add(n)
        const kept = await headOf()
        const replay = () =>
          app.sql('UPDATE audit_heads SET seq = $2, hash = $3, at = $4, signature = $5 WHERE deal_id = $1', [
            deal,
            ...['seq', 'hash', 'at', 'signature'].map((name) => old?.[name]),
          ])
        await replay()
        // Nothing is lost yet: verification follows the trail to its real end, and the next event moves the head there.
        expect(await verify()).toMatchObject({ valid: true, entries: 4 })
        await cutTo(2)
        expect(await codes(`?seq=${kept?.seq}&hash=${kept?.hash}`)).toEqual(['known_event_missing'])
        await add(3)
        expect(await codes(`?seq=3&hash=${'0'.repeat(64)}`)).toEqual(['known_event_missing'])
      })
    })

    describe('forged conditions for a baseline', () => {
      /** Deletes the last event with its rows and the signed data about the memo, and rewrites memo and numbers. */
      const rewrite = async () => {
        await write('Rent is 100.')
        await write('Rent is 120. The roof leaks.')
        await setMetric(1_000)
        await add(1)
        await write('Asbestos was found.', 'risks')
        expect(await codes()).toEqual([])
        await cutTo(4)
        for (const table of ['sections', 'section_versions'])
          await app.sql(`DELETE FROM ${table} WHERE deal_id = $1 AND section_key = 'risks'`, [deal])
        await app.sql("UPDATE journal SET data = NULL, salt = NULL WHERE deal_id = $1 AND type LIKE 'section.%'", [
          deal,
        ])
        for (const table of ['sections', 'section_versions'])
          await app.sql(`UPDATE ${table} SET content = 'Rent is 900.' WHERE deal_id = $1`, [deal])
        await app.sql('UPDATE deal_metrics SET value = 9999 WHERE deal_id = $1', [deal])
      }
      const types = async () =>
        (await app.sql<{ type: string }>('SELECT type FROM journal WHERE deal_id = $1', [deal])).map(({ type }) => type)

      it('finds a trail that was cut, erased and contradicted by its rows without needing a baseline', async () => {
        await rewrite()
        expect(await codes()).toEqual(expect.arrayContaining(['data_missing', 'numbers_changed', 'head_changed']))
      })

      it('never signs a baseline for a tampered trail and keeps reporting its problems', async () => {
        await rewrite()
        await app.sql('DELETE FROM audit_heads WHERE deal_id = $1', [deal])
        await app.sql('INSERT INTO audit_baselines_due (deal_id) VALUES ($1) ON CONFLICT DO NOTHING', [deal])
        const found = expect.arrayContaining(['data_missing', 'numbers_changed', 'head_missing'])
        expect(await codes()).toEqual(found)
        await app.service.writeBaselines()
        await add(2)
        await app.service.writeBaselines()
        expect(await types()).not.toContain('audit.baseline')
        expect(await codes()).toEqual(found)
      })

      it('signs neither a baseline nor a first head for a trail that was deleted with its head', async () => {
        await write('Rent is 100.')
        for (const table of ['journal', 'audit_heads', 'sections', 'section_versions'])
          await app.sql(`DELETE FROM ${table} WHERE deal_id = $1`, [deal])
        await app.sql("UPDATE journal_heads SET seq = 0, hash = repeat('0', 64) WHERE deal_id = $1", [deal])
        await app.service.writeBaselines()
        expect(await codes()).toEqual(['head_missing'])
        await add(1)
        expect(await codes()).toEqual(['head_missing'])
      })

      it('reports a baseline that follows events of this version or another baseline', async () => {
        const digests = createDealDigests(app.service.database)
        const sections = [['thesis', 1]] as const
        const sign = () =>
          app.service.changes.changeAsService(deal, async (change) =>
            change.record('audit.baseline', {
              digests: {
                sections: await digestHistory(digests, deal, new Map(sections)),
                numbers: await digests.numbers(deal),
                decision: null,
              },
              sections,
              erased: [],
            }),
          )
        await write('Rent is 100.')
        await sign()
        expect(await codes()).toEqual(['baseline_misplaced'])
        await sign()
        expect(await codes()).toEqual(['baseline_misplaced', 'baseline_misplaced'])
      })
    })

    describe('missing event data', () => {
      it('reports missing event data as tampering when no signed event lists it as erased [AUDIT-13]', async () => {
        for (let n = 1; n <= 3; n++) await add(n)
        await app.sql('UPDATE journal SET data = NULL, salt = NULL WHERE deal_id = $1 AND seq = 2', [deal])
        expect(await verify()).toMatchObject({ valid: false, first_bad_seq: 2, entries: 3, erased: 1 })
        expect(await codes()).toEqual(['data_missing'])
        expect((await owner.get(at('audit-trail'))).body.timeline[1].data).toBeNull()
      })

      it('reports erased data of the decision event as tampering and shows no decision', async () => {
        await decide()
        await app.sql("UPDATE journal SET data = NULL, salt = NULL WHERE deal_id = $1 AND type = 'deal.finalized'", [
          deal,
        ])
        expect(await finalization()).toMatchObject({ decision: null, rationale: null, tampered: true })
        expect(await codes()).toEqual(expect.arrayContaining(['data_missing', 'decision_changed']))
      })

      it('accepts missing event data that a signed erasure event names [AUDIT-13]', async () => {
        for (let n = 1; n <= 4; n++) await add(n)
        await write('The price is fair.')
        const { changes, eraseEvents } = app.service
        const erased = await changes.changeAsService(deal, (change) => eraseEvents(change, [1, 2, 4, 5, 99]))
        expect(erased).toBe(3)
        expect(await verify()).toMatchObject({ valid: true, entries: 6, erased: 3, problems: [] })
        const [last] = await app.sql<{ type: string; data: string }>(
          'SELECT type, data FROM journal WHERE deal_id = $1 ORDER BY seq DESC LIMIT 1',
          [deal],
        )
        expect(last).toEqual({ type: 'audit.erased', data: '{"count":3,"seqs":[[1,2],[4,4]]}' })
        expect(await changes.changeAsService(deal, (change) => eraseEvents(change, [5, 6]))).toBe(0)
        await app.sql('UPDATE journal SET data = NULL, salt = NULL WHERE deal_id = $1 AND seq = 6', [deal])
        expect((await codes()).filter((code) => code !== 'data_missing')).toEqual([])
        expect(await verify()).toMatchObject({ valid: false, first_bad_seq: 1 })
      })
    })

    it('finds events that were swapped between deals, reordered, or inserted with a copied signature', async () => {
      const other = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
      for (let n = 1; n <= 3; n++) {
        await add(n)
        await add(n, other)
      }
      const columns = 'ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature'
      const keep = await app.sql<Record<string, unknown>>('SELECT * FROM journal WHERE deal_id = $1 ORDER BY seq', [
        deal,
      ])
      const restore = async () => {
        await app.sql('DELETE FROM journal WHERE deal_id = $1', [deal])
        for (const row of keep)
          await app.sql(
            `INSERT INTO journal (deal_id, seq, ${columns}) VALUES (${Array.from({ length: 13 }, (_, place) => `$${place + 1}`).join(', ')})`,
            ['deal_id', 'seq', ...columns.split(', ')].map((name) => row[name]),
          )
        expect(await codes()).toEqual([])
      }
      await app.sql('DELETE FROM journal WHERE deal_id = $1 AND seq = 2', [deal])
      await app.sql(
        `INSERT INTO journal (deal_id, seq, ${columns}) SELECT $1, seq, ${columns} FROM journal WHERE deal_id = $2 AND seq = 2`,
        [deal, other],
      )
      expect(await codes()).toContain('event_changed')
      await restore()
      await app.sql('UPDATE journal SET seq = seq + 10 WHERE deal_id = $1', [deal])
      await app.sql('UPDATE journal SET seq = CASE seq WHEN 11 THEN 2 WHEN 12 THEN 1 ELSE 3 END WHERE deal_id = $1', [
        deal,
      ])
      expect(await verify()).toMatchObject({ valid: false, first_bad_seq: 1 })
      await restore()
      await app.sql(
        `INSERT INTO journal (deal_id, seq, ${columns}) SELECT deal_id, 4, ${columns} FROM journal WHERE deal_id = $1 AND seq = 3`,
        [deal],
      )
      await app.sql('UPDATE journal_heads SET seq = 4 WHERE deal_id = $1', [deal])
      expect(await verify()).toMatchObject({ valid: false, first_bad_seq: 4 })
    })

    it('verifies a trail as valid while members write to it', async () => {
      await write('First')
      const writing = Array.from({ length: 12 }, (_, n) => write(`Text ${n}`))
      const verdicts = await Promise.all([verify(), verify(), verify()])
      await Promise.all(writing)
      expect(verdicts.flatMap(({ problems }) => problems)).toEqual([])
    })

    it("writes the signed head of a decision to the operator's log and mails it to the owners", async () => {
      logged.length = 0
      await decide()
      const kept = await headOf()
      const lines = logged.flatMap((line) => (line.includes('audit_head') ? [JSON.parse(line)] : []))
      expect(lines.map(({ audit_head }) => audit_head)).toEqual([
        expect.objectContaining({ deal_id: deal, seq: Number(kept?.seq), hash: kept?.hash }),
      ])
      const mail = await vi.waitFor(async () => {
        const found = (await mailsTo(app, 'owner@example.com')).find(({ text }) => text.includes(String(kept?.hash)))
        expect(found).toBeDefined()
        return found
      })
      expect(mail?.subject).toBe('A deal: declined')
      expect(mail?.text).not.toContain('Too risky')
      expect(await codes(`?seq=${kept?.seq}&hash=${kept?.hash}`)).toEqual([])
    })
  },
  { onLog: (line) => void logged.push(line) },
)

onEachDatabase('text digests', (kind) => {
  it('computes the same digest in the service and in the database, and distinguishes where each part ends', async () => {
    const opened: TestDatabase = await kind.open()
    const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((value) => !/[\0\ud800-\udfff]/.test(value))
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const { rows } = await opened.database.query<{ digest: string }>({
          text: `SELECT ${digestPartsSql('$1::text', '$2::text')} AS digest`,
          values: [a, b],
        })
        expect(rows[0]?.digest).toBe(digestParts(a, b))
        if (a !== '') expect(digestParts(a.slice(0, -1), a.slice(-1) + b)).not.toBe(digestParts(a, b))
      }),
      { numRuns: 50 },
    )
    await opened.close()
  })
})
