import { auditEventTypes } from '@deal-canvas/contract'
import { expect, it, vi } from 'vitest'
import { expectDeclaredEvents } from '../../testing/declared-events.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { exportDeal } from '../../testing/exporting.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { plantDeal, plantTeam } from '../../testing/planting.ts'
import { type Answer, onService, type Person } from '../../testing/service.ts'
import { packageOf, upload } from '../../testing/uploading.ts'
import { propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

/**
 * Written by an upgrade, with a model provider, by a completed intake, by a new version of a file and by a new draft;
 * covered by upgrade.test.ts, answers.test.ts, provider-drafts.test.ts, intake.test.ts, document-anchors.test.ts and draft-again.test.ts.
 */
const writtenElsewhere = [
  'audit.baseline',
  'answer.requested',
  'answer.checked',
  'draft.requested',
  'draft.asked',
  'draft.answered',
  'draft.ended',
  'canvas.built',
  'comment.followed',
  'deal.imported',
  'section.redrafted',
]

onService(
  'audit trail events',
  (app) => {
    const done = async (answer: Promise<Answer>) => {
      const { status, body } = await answer
      expect([Math.floor(status / 100), body]).toEqual([2, body])
      return body
    }
    const seen = (version: number) => ({ 'if-match': `"${version}"` })

    const discuss = async (owner: Person, deal: string) => {
      const threads = `/api/canvas/${deal}/comments`
      const { comment_id } = await done(owner.send('POST', threads, { content: 'Which comparables?' }))
      const thread = `${threads}/${comment_id}`
      const reaction = `${thread}/reactions/${encodeURIComponent('👍')}`
      await done(owner.send('PUT', reaction))
      await done(owner.send('DELETE', reaction))
      const { replies } = await done(owner.send('POST', `${thread}/replies`, { content: 'Three of last year' }))
      const reply = `${thread}/replies/${replies[0].reply_id}`
      await done(owner.send('PUT', reply, { content: 'Four of last year' }))
      await done(owner.send('DELETE', reply))
      await done(owner.send('POST', `${thread}/resolve`))
      await done(owner.send('POST', `${thread}/reopen`))
      await done(owner.send('DELETE', thread))
    }

    const dismissUnreadable = async (owner: Person, deal: string) => {
      const at = `/api/canvas/${deal}/documents`
      const room = { fileName: 'room.zip', content: packageOf({ 'empty.txt': '' }) }
      const { documents } = await done(upload(app, owner, at, [room]))
      await done(owner.send('POST', `${at}/${documents[0].id}/problem/dismiss`))
    }

    const administer = async (owner: Person, deal: string) => {
      const [viewer, superadmin] = [await app.signIn('viewer'), await app.signIn('superadmin')]
      const at = (path: string) => `/api/canvas/${deal}/${path}`
      for (const body of [{ name: 'Riverside II' }, { archived: true }, { archived: false }])
        await done(owner.send('PATCH', `/api/deals/${deal}`, body))
      await done(owner.send('PUT', at(`members/${viewer.userId}`), { role: 'commenter' }))
      await done(owner.send('DELETE', at(`members/${viewer.userId}`)))
      await done(owner.send('PUT', at(`members/${viewer.userId}`), { role: 'viewer' }))
      const team = await plantTeam(app, await orgNamed(app, 'Northwind Capital'), [viewer.userId])
      await done(owner.send('PUT', at(`teams/${team}`), { role: 'viewer' }))
      await done(owner.send('DELETE', at(`teams/${team}`)))
      await done(superadmin.send('POST', at('superadmin-token'), { reason: 'A question of the owner' }))
      await done(owner.get(`/api/canvas/${deal}`))
      await done(owner.send('DELETE', `/api/canvas/${deal}`))
      const note = { fileName: 'note.md', content: 'The roofs were replaced in 2021.' }
      const { documents } = await done(upload(app, owner, at('documents'), [note]))
      await done(owner.send('DELETE', at(`documents/${documents[0].id}`)))
      await dismissUnreadable(owner, deal)
      await exportDeal(owner, deal, { format: 'json' })
      const compared = { deals: [deal], metrics: ['purchase_price'], format: 'csv' }
      expect((await owner.send('POST', '/api/portfolio/export', compared)).status).toBe(200)
      await done(owner.send('POST', at('brush'), { section_key: 'executive_summary', text: 'The roofs are new.' }))
      const { seq } = await done(owner.send('POST', at('audit-events'), { kind: 'llm_call', type: 'asked' }))
      const { changes, eraseEvents } = app.service
      expect(await changes.changeAsService(deal, (change) => eraseEvents(change, [seq]))).toBe(1)
    }

    const contradict = async (owner: Person, deal: string) => {
      const at = (path: string) => `/api/canvas/${deal}/${path}`
      const memorandum = { fileName: 'om.md', content: 'The property has 212 units.' }
      await done(upload(app, owner, at('documents'), [memorandum]))
      const { id } = await vi.waitFor(
        async () => {
          const { status, findings } = await done(owner.get(at('reconciliation?status=differs')))
          expect([status, findings.length]).toEqual(['current', 1])
          return findings[0]
        },
        { timeout: 20_000 },
      )
      await done(owner.send('POST', at(`reconciliation/${id}/settle`), { choice: 'model', reason: 'Counted' }))
    }

    const settleFinding = async (owner: Person, deal: string) => {
      const { data_quality_summary: found } = await done(owner.get(`/api/canvas/${deal}/data-quality`))
      const finding = found.findings.find(({ check }: { check: string }) => check !== 'document_contradiction')
      const path = `/api/canvas/${deal}/findings/${finding.id}/settle`
      await done(owner.send('POST', path, { choice: 'accepted', reason: 'Agreed with the lender' }))
      await done(owner.send('DELETE', path, undefined, seen(1)))
    }

    const changeNumbers = async (owner: Person) => {
      const deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      const at = (path: string) => `/api/canvas/${deal}/${path}`
      const Parking = [['Spaces let', 120]]
      const document_id = await uploadWorkbook(app, owner, deal, { ...propertySheets(), Parking })
      await done(owner.send('POST', at('model'), { document_id }))
      await done(owner.send('PUT', at('sections/returns'), { content: 'Sold at [[exit_cap_rate_pct]].' }))
      await done(owner.send('PATCH', at('sections/returns'), { title: 'Returns of the deal' }, seen(1)))
      await done(owner.send('PUT', at('sections/exit'), { content: 'Sold in 2031.' }))
      const [from, section_keys] = [
        ['returns', 'exit'],
        ['exit', 'returns'],
      ]
      await done(owner.send('PUT', at('memo/order'), { from, section_keys }))
      await done(owner.send('DELETE', at('sections/exit'), undefined, seen(1)))
      await done(owner.send('POST', at('sections/exit/restore')))
      const body = { metric_key: 'exit_cap_rate_pct', new_value: 6 }
      const preview = readFrames(await done(owner.send('POST', at('ripple/preview'), body))).at(-1)
      const { preview_token } = preview?.data ?? {}
      await done(owner.send('POST', at('ripple/apply'), { preview_token, reason: 'A weaker market' }))
      await done(owner.send('POST', at('ripple/revert')))
      const spaces = { label: 'Parking spaces', unit: 'count', sheet: 'Parking', cell: 'B1' }
      const { metric_key, version } = await done(owner.send('POST', at('metrics'), spaces))
      const custom = at(`metrics/${metric_key}`)
      const edited = await done(owner.send('PATCH', custom, { label: 'Spaces', unit: 'ratio' }, seen(version)))
      await done(owner.send('DELETE', custom, undefined, seen(edited.version)))
      await done(owner.send('PUT', at('metrics/noi/source'), { sheet: 'Summary', cell: 'B1' }))
      await contradict(owner, deal)
      await settleFinding(owner, deal)
      const covenant = { metric_key: 'dscr', side: 'at_least', value: 1.2, kind: 'covenant' }
      const threshold = await done(owner.send('POST', at('thresholds'), covenant))
      const limit = at(`thresholds/${threshold.id}`)
      const changed = await done(owner.send('PATCH', limit, { value: 1.25 }, seen(threshold.version)))
      await done(owner.send('DELETE', limit, undefined, seen(changed.version)))
      const overrides = [{ metric_key: 'exit_cap_rate_pct', value: 6 }]
      const downside = await done(owner.send('POST', at('scenarios'), { name: 'Downside', overrides }))
      const scenario = at(`scenarios/${downside.id}`)
      await done(owner.send('PATCH', scenario, { note: 'A weaker market' }, seen(downside.version)))
      const uncertainty = { inputs: [{ metric_key: 'exit_cap_rate_pct', distribution: 'pert', below: 1, above: 1 }] }
      await done(owner.send('PUT', `${scenario}/uncertainty`, uncertainty, seen(0)))
      await done(owner.send('POST', `${scenario}/propose`))
      await done(owner.send('DELETE', `${scenario}/propose`))
      await done(owner.send('POST', `${scenario}/propose`))
      await done(owner.send('POST', `${scenario}/adopt`))
      await done(owner.send('POST', at('scenarios/base/present')))
      await done(owner.send('DELETE', scenario, undefined, { 'if-match': '*' }))
      const reading = await done(owner.get(at('reading')))
      await done(owner.send('PUT', at('reading'), { confirm: 'all' }, seen(reading.version)))
      const again = await done(owner.send('POST', at('reading/again')))
      await done(owner.send('PUT', at('reading/again'), undefined, seen(again.version)))
    }

    const decide = async (owner: Person) => {
      const deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      const at = (path: string) => `/api/canvas/${deal}/${path}`
      const { now: voted_on } = await done(owner.send('PATCH', at('committee'), { stage: 'committee' }, seen(1)))
      await done(owner.send('PUT', at(`committee/${owner.userId}`)))
      await done(owner.send('POST', at('votes'), { choice: 'approve', voted_on }))
      await done(owner.send('DELETE', at(`committee/${owner.userId}`)))
      const wanted = { subject: 'tax', assignee_id: owner.userId }
      const signOff = at(`sign-offs/${(await done(owner.send('POST', at('sign-offs'), wanted))).id}`)
      await done(owner.send('PATCH', signOff, { due_on: '2026-12-01' }, seen(1)))
      await done(owner.send('POST', `${signOff}/sign`, { signed_on: voted_on }))
      await done(owner.send('DELETE', `${signOff}/sign`, undefined, seen(3)))
      await done(owner.send('DELETE', signOff, undefined, seen(4)))
      await done(owner.send('POST', at('sign-offs'), wanted))
      const condition = await done(owner.send('POST', at('conditions'), { text: 'A survey' }))
      const path = at(`conditions/${condition.id}`)
      await done(owner.send('PATCH', path, { due_on: '2026-12-01' }, seen(1)))
      await done(owner.send('DELETE', path, undefined, seen(2)))
      const request = await done(owner.send('POST', at('requests'), { title: 'A survey', assignee_id: owner.userId }))
      await done(owner.send('PATCH', at(`requests/${request.id}`), { status: 'done' }, seen(1)))
      await done(owner.send('POST', at('finalize'), { decision: 'approved', rationale: 'Good terms' }))
      await done(owner.send('POST', at('reopen'), { reason: 'New facts' }))
    }

    it('writes every declared event type with data that matches its schema', async () => {
      const owner = await app.signIn('owner')
      await discuss(owner, 'demo-riverside')
      await administer(owner, 'demo-riverside')
      await changeNumbers(owner)
      await decide(owner)
      await done(owner.send('PUT', '/api/canvas/demo-legacy/metrics/purchase_price', { value: 1_000_000 }))
      const types = await expectDeclaredEvents(app)
      expect(auditEventTypes.filter((type) => !types.has(type))).toEqual(writtenElsewhere)
    })
  },
  { demoDeals: true },
)
