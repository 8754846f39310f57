import { commentStatuses, commentTypes, entryKinds } from '@deal-canvas/contract'
import { evaluateMetricFormula, kindOf, parseCell, readMetricFormula } from '@deal-canvas/engine'
import { citedMetrics, fencedBlocks } from '@deal-canvas/memo'
import { beforeAll, expect, it, vi } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { miscounted, signInAll } from '../../testing/noticing.ts'
import { onService, type Person } from '../../testing/service.ts'

const idsAndTiers = [
  ['demo-riverside', 'full'],
  ['demo-helios', 'full'],
  ['demo-harbor', 'values_only'],
  ['demo-legacy', 'legacy'],
]
const dealIds = idsAndTiers.map(([id]) => id ?? '')
const fromWorkbooks = ['demo-riverside', 'demo-helios', 'demo-harbor']
const workbookOf = (deal: string) => `${deal.replace('demo-', '')}.xlsx`

interface Metric {
  metric_key: string
  value: number
  source: { file: string; sheet: string; cell: string } | null
}
interface Planted {
  file: string
  check: string
  sheet: string | null
  cell: string | null
}

onService(
  'demo deals',
  (app) => {
    const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'superadmin', 'outsider')
    const get = async (path: string, person: Person = people().viewer) => {
      const { status, body } = await person.get(path)
      expect([path, status]).toEqual([path, 200])
      return body
    }
    const metricsOf = async (deal: string) => {
      const { metrics } = await get(`/api/canvas/${deal}/metrics`)
      return new Map<string, number>(
        metrics.map((metric: { metric_key: string; value: number }) => [metric.metric_key, metric.value]),
      )
    }
    const commentsOf = async (deal: string) => (await get(`/api/canvas/${deal}/comments?limit=100`)).comments
    const allComments = async () => (await Promise.all(dealIds.map(commentsOf))).flat()
    const notificationsOf = (person: Person) => get('/api/canvas/notifications?limit=100', person)

    let planted: readonly Planted[]
    beforeAll(async () => {
      // A computed URL, because the service itself must not depend on scripts.
      const list = new URL('../../../../../scripts/demo-workbooks/planted.mjs', import.meta.url)
      ;({ planted } = await import(/* @vite-ignore */ list.href))
    })

    it.each(['owner', 'editor', 'commenter', 'viewer'] as const)(
      'shows all four demo deals to %s with the role of that name',
      async (name) => {
        const { deals } = await get('/api/deals', people()[name])
        expect(deals.map((deal: Record<string, unknown>) => [deal['deal_id'], deal['tier']])).toEqual(idsAndTiers)
        for (const deal of deals) expect(deal).toMatchObject({ role: name, status: 'open' })
        expect((await get('/api/auth/me', people()[name])).has_deals).toBe(true)
      },
    )

    it.each(['superadmin', 'outsider'] as const)('hides the demo deals from %s', async (name) => {
      expect((await get('/api/deals', people()[name])).deals).toEqual([])
      for (const deal of dealIds) expect((await people()[name].get(`/api/canvas/${deal}`)).status).toBe(404)
    })

    it.each(dealIds)('cites only metrics that have a value in the memo of %s', async (deal) => {
      const { sections } = await get(`/api/canvas/${deal}`)
      const values = await metricsOf(deal)
      expect(sections.map((section: { section_key: string }) => section.section_key)).toContain('executive_summary')
      for (const { content } of sections) {
        const cited = citedMetrics(content)
        expect(cited.filter((key) => !Number.isFinite(values.get(key)))).toEqual([])
      }
    })

    it.each([
      ['demo-riverside', ['chart', 'fact', 'kpis', 'model_table', 'risk', 'sensitivity']],
      ['demo-helios', ['chart', 'fact', 'kpis', 'model_table', 'risk', 'scenarios', 'sensitivity']],
      ['demo-harbor', ['chart', 'fact', 'kpis', 'model_table', 'risk']],
    ])('shows every block in the memo of %s with all its values and sources', async (deal, kinds) => {
      const { sections } = await get(`/api/canvas/${deal}`)
      const documentIds = new Set((await documentsOf(deal)).map(({ id }) => id))
      const found: string[] = []
      for (const { section_key, content } of sections) {
        const written = fencedBlocks(content)
        const { blocks } = await get(`/api/canvas/${deal}/sections/${section_key}/blocks`)
        expect([section_key, blocks.length]).toEqual([section_key, content.split('```dc-block').length - 1])
        expect(written).toHaveLength(blocks.length)
        for (const view of blocks)
          expect([section_key, view]).not.toEqual([section_key, expect.objectContaining({ view: 'unavailable' })])
        expect(JSON.stringify(blocks)).not.toMatch(/not found|not available/i)
        for (const block of written) {
          found.push(block.block)
          const cited = block.block === 'fact' ? [block] : block.block === 'risk' ? (block.evidence ?? []) : []
          for (const one of cited) if ('document' in one) expect(documentIds).toContain(one.document)
        }
      }
      expect([...new Set(found)].toSorted()).toEqual(kinds)
    })

    it('has hand-entered numbers that satisfy every catalogue formula', async () => {
      const deal = 'demo-legacy'
      const values = await metricsOf(deal)
      let formulas = 0
      for (const [key, value] of values) {
        const kind = kindOf(key)
        for (const text of [kind?.formula ?? [], kind?.alternatives ?? []].flat()) {
          const absent = (metricKey: string) => (kind?.zeroIfMissing.includes(metricKey) ? 0 : undefined)
          const result = evaluateMetricFormula(
            readMetricFormula(text),
            (metricKey) => values.get(metricKey) ?? absent(metricKey),
          )
          if (result === undefined) continue
          formulas += 1
          expect([deal, key, text, Math.abs(value - result) <= 1e-9 * Math.max(1, Math.abs(result))]).toEqual([
            deal,
            key,
            text,
            true,
          ])
        }
        const [lowest, highest] = kind?.range ?? [-Infinity, Infinity]
        expect([key, value, value >= lowest && value <= highest]).toEqual([key, value, true])
      }
      expect(formulas).toBeGreaterThan(15)
    })

    it('has demo metrics that match values computed by hand', async () => {
      const near = async (deal: string, expected: Record<string, number>) => {
        const values = await metricsOf(deal)
        for (const [key, value] of Object.entries(expected))
          expect([key, values.get(key)?.toFixed(2)]).toEqual([key, value.toFixed(2)])
      }
      await near('demo-riverside', {
        noi: 2_550_250.36,
        going_in_cap_rate_pct: 5.26,
        ltv_pct: 62,
        equity_invested: 21_478_000,
        unlevered_irr_pct: 10.29,
        levered_irr_pct: 15.73,
        equity_multiple: 1.96,
        cash_on_cash_pct: 4.01,
      })
      await near('demo-helios', {
        enterprise_value: 239_400_000,
        total_leverage: 5,
        sponsor_equity: 106_750_000,
        moic: 2.61,
        gross_irr_pct: 21.16,
        interest_coverage: 2.36,
      })
      await near('demo-harbor', {
        noi: 4_897_000,
        going_in_cap_rate_pct: 7.42,
        price_per_sf: 275,
        levered_irr_pct: 11.98,
        equity_multiple: 2.03,
      })
      await near('demo-legacy', { arr: 12_600_000, net_new_arr: 4_400_000, post_money_valuation: 90_000_000 })
      const buyout = await metricsOf('demo-helios')
      expect(buyout.get('total_sources')).toBe(buyout.get('total_uses'))
    })

    const documentsOf = async (deal: string): Promise<{ id: string; file_name: string; state: string }[]> =>
      (await get(`/api/canvas/${deal}/documents`)).documents

    it.each([
      ['demo-riverside', ['riverside.xlsx', 'riverside-offering-memo.pdf', 'riverside-site-visit.md']],
      ['demo-helios', ['helios.xlsx', 'helios-management-presentation.docx', 'helios-lender-call.md']],
      ['demo-harbor', ['harbor.xlsx', 'harbor-lease-abstracts.md']],
      ['demo-legacy', []],
    ])('has indexed all documents of %s', async (deal, files) => {
      const found = await documentsOf(deal)
      expect(found.map(({ file_name, state }) => [file_name, state])).toEqual(files.map((file) => [file, 'indexed']))
    })

    it.each(fromWorkbooks)('links every metric of %s to the cell that holds its value', async (deal) => {
      const metrics: Metric[] = (await get(`/api/canvas/${deal}/metrics`)).metrics
      const workbook = (await documentsOf(deal)).find(({ file_name }) => file_name === workbookOf(deal))
      expect(metrics.length).toBeGreaterThan(50)
      for (const sheet of new Set(metrics.map(({ source }) => source?.sheet ?? ''))) {
        const ofSheet = metrics.filter(({ source }) => source?.sheet === sheet)
        const rows = ofSheet.map(({ source }) => (parseCell(source?.cell ?? '')?.row ?? 0) + 1)
        const query = new URLSearchParams({ sheet, range: `A1:J${Math.max(...rows)}` })
        const { cells } = await get(`/api/canvas/${deal}/documents/${workbook?.id}/cells?${query}`)
        const held = new Map<string, number>(
          cells.map((cell: { cell: string; value: number }) => [cell.cell, cell.value]),
        )
        for (const { metric_key, value, source } of ofSheet) {
          // Unchanged, years as months, a fraction as a percentage, or thousands.
          const here = held.get(source?.cell ?? '') ?? Number.NaN
          const fits = [1, 12, 100, 1_000].some((scale) => Math.abs(here * scale - value) <= 1e-9 * Math.abs(value))
          expect([metric_key, source?.file, here, value, fits]).toEqual([
            metric_key,
            workbookOf(deal),
            here,
            value,
            true,
          ])
        }
      }
    })

    it.each(fromWorkbooks)('has a score and exactly the planted findings for %s', async (deal) => {
      const { status, model_integrity_score, data_quality_summary } = await get(`/api/canvas/${deal}/data-quality`)
      const locationOf = ({ check, sheet, cell }: Omit<Planted, 'file'>) => `${check} ${sheet}!${cell}`
      // What documents state differently is found in the background, at any time during these tests.
      const inWorkbook = data_quality_summary.findings.filter(
        ({ check }: Pick<Planted, 'check'>) => check !== 'document_contradiction',
      )
      expect(inWorkbook.map(locationOf).toSorted()).toEqual(
        planted
          .filter(({ file }) => file === workbookOf(deal))
          .map(locationOf)
          .toSorted(),
      )
      expect([status, model_integrity_score > 40, model_integrity_score < 90]).toEqual(['assessed', true, true])
    })

    it('finds what a document says in the evidence of its own deal only', async () => {
      const ask = async (deal: string) =>
        (await get(`/api/canvas/${deal}/evidence?q=${encodeURIComponent('When does the seller expect to close?')}`))
          .passages
      const [best] = await ask('demo-riverside')
      expect(best).toMatchObject({ file_name: 'riverside-offering-memo.pdf', page: 2 })
      expect(best.text).toContain('The seller expects to close by 31 December 2026')
      for (const { file_name } of await ask('demo-helios')) expect(file_name).toMatch(/^helios/)
    })

    it.each([
      ['demo-riverside', 'workbook', 'exit_cap_rate_pct', 6, 'levered_irr_pct'],
      ['demo-helios', 'workbook', 'exit_multiple', 8.5, 'moic'],
      ['demo-harbor', 'catalogue', 'exit_cap_rate_pct', 8, 'gross_exit_value'],
      ['demo-legacy', 'catalogue', 'round_size', 20_000_000, 'post_money_valuation'],
    ])('previews a what-if change of %s computed by the %s', async (deal, method, metric, value, reached) => {
      const before = (await metricsOf(deal)).get(reached)
      const asked = { metric_key: metric, new_value: value }
      const { status, body } = await people().viewer.send('POST', `/api/canvas/${deal}/ripple/preview`, asked)
      const last = readFrames(body).at(-1)
      expect([status, last?.event]).toEqual([200, 'ripple_preview'])
      expect(last?.data).toMatchObject({ method, metric: { key: metric, after: value } })
      const impact = last?.data.impacts.find((item: { metric_key: string }) => item.metric_key === reached)
      expect([impact?.before, impact?.after === before]).toEqual([before, false])
    })

    it.each([
      ['demo-riverside', 84, 'gross_exit_value', 1],
      ['demo-helios', 72, 'exit_enterprise_value', 12],
    ])(
      'simulates hold periods in whole model periods, so that no exit falls between two: %s',
      async (deal, months, exit, step) => {
        const asked = { metric_key: 'hold_period_months', new_value: months, probabilistic: true }
        const { body } = await people().viewer.send('POST', `/api/canvas/${deal}/ripple/preview`, asked)
        const frames = readFrames(body)
        const view = frames.find(({ event }) => event === 'probabilistic_view')?.data
        expect(view.distribution.parameters).toMatchObject({ mode: months, step })
        const { p5, p50, p95 } = view.uncertain.hold_period_months
        expect([p5 % step, p50, p95 % step]).toEqual([0, months, 0])
        const impacts: { metric_key: string; after: number }[] = frames.at(-1)?.data.impacts
        const after = impacts.find(({ metric_key }) => metric_key === exit)?.after ?? 0
        const simulated = view.metrics[exit]
        expect(simulated.p5).toBeGreaterThan(0.8 * after)
        expect(simulated.p50).toBeCloseTo(after, 2)
        expect(view.invalid_draws[exit].total).toBe(0)
      },
    )

    it('has an intake conversation of the owner with files and a deal name to confirm', async () => {
      const { conversation_state, files } = await get('/api/intake/demo-intake', people().owner)
      expect(files).toHaveLength(2)
      expect(conversation_state).toMatchObject({
        status: 'collecting',
        file_count: 2,
        has_deal_name: false,
        next_action: 'confirm_deal_name',
        suggested_deal_name: 'Helios Field Services',
      })
      expect((await people().editor.get('/api/intake/demo-intake')).status).toBe(404)
    })

    it('spreads demo events over weeks, in order and none in the future', async () => {
      for (const deal of dealIds) {
        const { timeline } = await get(`/api/canvas/${deal}/audit-trail?limit=200`)
        const times = timeline.map(({ ts }: { ts: string }) => Date.parse(ts))
        expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
        const days = new Set(timeline.map(({ ts }: { ts: string }) => ts.slice(0, 10)))
        expect([deal, days.size >= 5]).toEqual([deal, true])
        expect(times.at(-1) - times[0]).toBeGreaterThan(14 * 86_400_000)
        expect(times.at(-1)).toBeLessThan(Date.now())
      }
    })

    it('has one model with an integrity score in the eighties and a flawed one below 70', async () => {
      const score = async (deal: string): Promise<number> =>
        (await get(`/api/canvas/${deal}/data-quality`)).model_integrity_score
      const helios = await score('demo-helios')
      expect([helios, helios >= 80 && helios < 90]).toEqual([helios, true])
      expect(await score('demo-riverside')).toBeLessThan(70)
    })

    it('has comments on metrics and a table of key figures in a memo', async () => {
      const comments = await allComments()
      const keys = comments.flatMap(({ metric_key }) => (metric_key === null ? [] : [metric_key]))
      expect(keys.toSorted()).toEqual(['exit_cap_rate_pct', 'gross_irr_pct'])
      const { content } = await get('/api/canvas/demo-helios/sections/recommendation')
      expect(content).toContain('| [[enterprise_value]] | [[entry_multiple]] |')
    })

    it('has threads with replies by several people and one open blocker on each of two deals', async () => {
      const comments = await allComments()
      const lively = comments.filter(
        ({ author_id, replies }) =>
          new Set([author_id, ...replies.map((reply: { author_id: string }) => reply.author_id)]).size === 3,
      )
      expect(lively.length).toBeGreaterThanOrEqual(3)
      const blockers = comments.filter(({ comment_type, status }) => comment_type === 'blocker' && status === 'open')
      expect(blockers.map(({ deal_id }) => deal_id).toSorted()).toEqual(['demo-helios', 'demo-riverside'])
    })

    it('has a member with an unverified email address who sees no deals', async () => {
      const [org] = (await get('/api/orgs', people().owner)).orgs
      const { members } = await get(`/api/orgs/${org.org_id}/members`, people().owner)
      const unverified = members.filter(({ email_verified }: { email_verified: boolean }) => !email_verified)
      expect(unverified.map(({ display_name }: { display_name: string }) => display_name)).toEqual(['Owen Clarke'])
      const newcomer = await app.signIn('newcomer')
      expect((await newcomer.get('/api/deals')).body.deals).toEqual([])
    })

    it('has demo comments of every type and status', async () => {
      const comments = await allComments()
      const seen = (field: string) => new Set(comments.map((comment) => comment[field]))
      expect(seen('comment_type')).toEqual(new Set(commentTypes))
      expect(seen('status')).toEqual(new Set(commentStatuses))
      expect(seen('anchor_status')).toEqual(new Set(['anchored', 'moved', 'orphaned', 'none']))
      expect(seen('author_id').size).toBe(3)
    })

    it('has replies, reactions, mentions, and an edited comment with its revision', async () => {
      const comments = await allComments()
      expect(comments.filter(({ replies }) => replies.length > 1).length).toBeGreaterThan(0)
      expect(comments.filter(({ reactions }) => Object.keys(reactions).length > 0).length).toBeGreaterThan(1)
      expect(comments.filter(({ mentioned_user_ids }) => mentioned_user_ids.length > 0).length).toBeGreaterThan(2)
      const edited = comments.filter(({ edited_at }) => edited_at !== null)
      expect(edited).toHaveLength(1)
      const [{ deal_id, comment_id, content }] = edited
      const { revisions } = await get(`/api/canvas/${deal_id}/comments/${comment_id}/history`)
      expect(revisions).toHaveLength(1)
      expect(revisions[0].content).not.toBe(content)
    })

    it('has accepted suggestions that were applied to their sections', async () => {
      const { content, version } = await get('/api/canvas/demo-riverside/sections/executive_summary')
      expect([content.includes('ten minutes by bus from the hospital district'), version]).toEqual([true, 2])
    })

    it.each(dealIds)('has an audit trail that verifies for %s', async (deal) => {
      const { valid, entries, erased } = await get(`/api/canvas/${deal}/audit-trail/verify`, people().owner)
      const { summary } = await get(`/api/canvas/${deal}/audit-trail`)
      expect({ valid, erased }).toEqual({ valid: true, erased: 0 })
      expect(entries).toBe(summary.total_events)
      expect(entries).toBeGreaterThan(10)
    })

    it('has audit trail events of every kind', async () => {
      const trails = await Promise.all(dealIds.map((deal) => get(`/api/canvas/${deal}/audit-trail`)))
      const kinds = trails.flatMap(({ timeline }) => timeline.map(({ kind }: { kind: string }) => kind))
      expect(new Set(kinds)).toEqual(new Set(entryKinds))
      expect(new Set(trails[0].timeline.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(entryKinds))
    })

    it('has one deal that was finalized and reopened, with a stale section after a changed number', async () => {
      const { finalization } = await get('/api/canvas/demo-legacy/audit-trail')
      expect(finalization).toMatchObject({ status: 'open', decision: 'deferred', decided_by: people().owner.userId })
      const { sections } = await get('/api/canvas/demo-legacy')
      const stale = sections.filter((section: { stale: boolean }) => section.stale)
      expect(stale.map((section: { section_key: string }) => section.section_key)).toEqual(['risks_mitigants'])
      for (const deal of dealIds.slice(0, 3)) {
        const canvas = await get(`/api/canvas/${deal}`)
        expect(canvas.sections.filter((section: { stale: boolean }) => section.stale)).toEqual([])
      }
    })

    it('has notifications for every member, some of them read', async () => {
      // Documents are compared in the background, which notifies too.
      await vi.waitFor(
        async () => expect((await get('/api/canvas/demo-helios/reconciliation')).status).toBe('current'),
        { timeout: 60_000, interval: 200 },
      )
      expect(await miscounted(app)).toEqual([])
      const types = new Set<string>()
      for (const name of ['owner', 'editor', 'commenter', 'viewer'] as const) {
        const { notifications, unread_count } = await notificationsOf(people()[name])
        const unread = notifications.filter(({ is_read }: { is_read: boolean }) => !is_read)
        expect([name, unread.length]).toEqual([name, unread_count])
        expect([name, unread_count > 0, notifications.length > 0]).toEqual([name, true, true])
        expect([name, unread_count < notifications.length]).toEqual([name, name !== 'owner'])
        for (const { type } of notifications) types.add(type)
      }
      const expected = [
        'request_assigned',
        'sign_off_requested',
        'mention',
        'reply',
        'comment',
        'resolved',
        'reopened',
        'reaction',
        'decision',
        'deal_shared',
      ]
      expect(types).toEqual(new Set([...expected, 'suggestion_accepted', 'suggestion_rejected', 'contradiction']))
      expect((await notificationsOf(people().outsider)).notifications).toEqual([])
    })

    it('has sent no mails, and leaves mention mails turned on for every member', async () => {
      expect(await app.mails()).toEqual([])
      for (const name of ['owner', 'editor', 'commenter', 'viewer'] as const) {
        expect((await get('/api/auth/me', people()[name])).mail_preferences).toEqual({ mentions: true })
      }
    })

    it.each(dealIds)('has section ratings for %s', async (deal) => {
      const { sections } = await get(`/api/canvas/${deal}/feedback`)
      expect(sections.some(({ count }: { count: number }) => count > 0)).toBe(true)
    })

    it('has requests: one that waits for a person with a due date, one that nobody has yet, and one that is done', async () => {
      const { requests } = (await people().viewer.get('/api/canvas/demo-riverside/requests')).body
      expect(requests).toMatchObject([
        { status: 'open', source: { kind: 'comment' }, source_gone: false, assignee: { on_deal: true } },
        { status: 'open', source: null, assignee: null, due_date: expect.any(String) },
        { status: 'done', assignee: { on_deal: true }, due_date: null },
      ])
    })

    it('has ratings by several people, of which the latest of each counts', async () => {
      const [row] = await app.sql(
        'SELECT count(*)::int AS all, count(DISTINCT user_id)::int AS people, count(*) FILTER (WHERE NOT counts)::int AS former FROM feedback',
      )
      expect(row).toMatchObject({ people: 3, former: 1 })
      const { sections } = await get('/api/canvas/demo-riverside/feedback')
      expect(
        sections.find(({ section_key }: { section_key: string }) => section_key === 'executive_summary'),
      ).toMatchObject({
        count: 2,
        mean: 4.5,
      })
    })
  },
  { demoDeals: true },
)
