import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { plantModel, propertySheets, type TestSheets } from '../../testing/workbooks.ts'

onService('settled findings', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'outsider')
  let deal: string
  /** A tab that states another NOI than the model. */
  const withMemo = (noi: number): TestSheets => ({
    ...propertySheets(),
    Memo: [['Net Operating Income', { is: noi, look: 'money' }]],
  })
  const plant = async () => {
    const { owner, editor, commenter } = people()
    const members = { [owner.userId]: 'owner', [editor.userId]: 'editor', [commenter.userId]: 'commenter' } as const
    return plantDeal(app, { members })
  }
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plant()
    await plantModel(app, people().editor, deal, withMemo(3_100_000))
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const seen = (version: number) => ({ 'if-match': `"${version}"` })
  const quality = async () => (await people().commenter.get(at('data-quality'))).body
  const mismatch = async () =>
    (await quality()).data_quality_summary.findings.find(
      ({ check }: { check: string }) => check === 'cross_tab_mismatch',
    )
  const settle = (id: string, body: object = {}, headers = {}, person: Person = people().editor) =>
    person.send('POST', at(`findings/${id}/settle`), { choice: 'accepted', reason: 'Rounded', ...body }, headers)
  const reopen = (id: string, version: number, person: Person = people().editor) =>
    person.send('DELETE', at(`findings/${id}/settle`), undefined, seen(version))
  const serious = async () =>
    (await people().owner.get(at('readiness'))).body.items.find(({ key }: { key: string }) => key === 'high_findings')

  describe('by people', () => {
    it('keep place and score, and no longer count as open in the readiness [QUALITY-7, READINESS-1]', async () => {
      const before = await quality()
      const found = await mismatch()
      expect(found).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), settlement: null, version: 0 })
      expect(['critical', 'high']).toContain(found.severity)
      const { count } = await serious()
      expect(count).toBeGreaterThan(0)
      const { status, body } = await settle(found.id, { choice: 'dismissed', reason: '  Another year  ' })
      const settlement = { choice: 'dismissed', reason: 'Another year', by: 'Priya Nair', at: expect.any(String) }
      expect([status, body]).toEqual([200, { ...found, settlement, version: 1 }])
      const after = await quality()
      const unsettled = after.data_quality_summary.findings.map((finding: { id: string }) =>
        finding.id === found.id ? { ...finding, settlement: null, version: 0 } : finding,
      )
      expect(after).toEqual({
        ...before,
        data_quality_summary: { ...after.data_quality_summary, findings: expect.anything() },
      })
      expect(unsettled).toEqual(before.data_quality_summary.findings)
      expect((await serious()).count).toBe(count - 1)
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
        type: 'finding.settled',
        actorId: people().editor.userId,
        data: { finding_id: found.id, check: 'cross_tab_mismatch', choice: 'dismissed', version: 1 },
      })
      expect(JSON.stringify(await auditTrailOf(app, deal))).not.toContain('Another year')
    })

    it('open again when the settlement is undone, which needs the version that was read [QUALITY-8]', async () => {
      const { id } = await mismatch()
      expectRefusal(await reopen(id, 1), 404, 'finding_not_found')
      await settle(id)
      expectRefusal(await reopen(id, 7), 409, 'stale_version')
      const path = at(`findings/${id}/settle`)
      expectRefusal(await people().editor.send('DELETE', path), 428, 'if_match_required')
      expect((await reopen(id, 1)).status).toBe(204)
      expect(await mismatch()).toMatchObject({ settlement: null, version: 2 })
      expect((await reopen(id, 2)).status).toBe(204)
      expectRefusal(await settle(id, {}, seen(1)), 409, 'stale_version')
      expect((await settle(id, {}, seen(2))).body).toMatchObject({ settlement: { choice: 'accepted' }, version: 3 })
      const types = (await happenedTo(app, deal)).filter((type) => type.startsWith('finding.'))
      expect(types).toEqual(['finding.settled', 'finding.reopened', 'finding.settled'])
    })

    it('let one of two concurrent settlements of the same version win [QUALITY-8]', async () => {
      const { id } = await mismatch()
      const answers = await Promise.all([
        settle(id, { choice: 'accepted' }, seen(0)),
        settle(id, { choice: 'dismissed' }, seen(0), people().owner),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await mismatch()).version).toBe(1)
    })

    it('need an editor, a reason, and a finding of the present model [QUALITY-7]', async () => {
      const { id } = await mismatch()
      expectRefusal(await settle(id, {}, {}, people().commenter), 403, 'role_too_low')
      expectRefusal(await settle(id, {}, {}, people().outsider), 404, 'deal_not_found')
      for (const reason of ['', '   ', 'x'.repeat(1_001)]) expect((await settle(id, { reason })).status).toBe(422)
      expect((await settle(id, { choice: 'ignored' })).status).toBe(422)
      expectRefusal(await settle('0'.repeat(32)), 404, 'finding_not_found')
      deal = await plant()
      expectRefusal(await settle(id), 404, 'finding_not_found')
    })

    it('stay as they are after the deal was finalized [QUALITY-7]', async () => {
      const { owner } = people()
      const { id } = await mismatch()
      await settle(id)
      const decision = { decision: 'approved', rationale: 'The price is right.' }
      expect((await owner.send('POST', at('finalize'), decision)).status).toBe(200)
      expectRefusal(await settle(id), 409, 'deal_finalized')
      expectRefusal(await reopen(id, 1), 409, 'deal_finalized')
      expect((await mismatch()).settlement).not.toBe(null)
    })
  })

  describe('of a new model', () => {
    it('open again where the finding says something else, and only there [QUALITY-8]', async () => {
      const { editor } = people()
      const before = (await quality()).data_quality_summary.findings
      for (const { id } of before) expect((await settle(id)).status).toBe(200)
      await plantModel(app, editor, deal, withMemo(3_200_000))
      const after = (await quality()).data_quality_summary.findings
      expect(after.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }: { id: string }) => id))
      const opened = after.filter(({ settlement }: { settlement: object | null }) => settlement === null)
      expect(opened).toMatchObject([{ check: 'cross_tab_mismatch', version: 1 }])
      // The same workbook again says the same again.
      await plantModel(app, editor, deal, withMemo(3_100_000))
      expect((await mismatch()).settlement).toMatchObject({ choice: 'accepted' })
    })

    it('are refused with 409 model_changed when the model moves on while they wait for the deal [QUALITY-8]', async () => {
      const { id } = await mismatch()
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const model = app.service.changes.change(actorOf(people().editor), deal, 'service', async () => {
        await released
        await app.sql('UPDATE deal_models SET version = version + 1 WHERE deal_id = $1', [deal])
      })
      const settling = settle(id)
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await vi.waitUntil(async () => (await app.sql(waiting)).length > 0, { timeout: 30_000, interval: 20 })
      release()
      await model
      expectRefusal(await settling, 409, 'model_changed')
    })
  })
})
