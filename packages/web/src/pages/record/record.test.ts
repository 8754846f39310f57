import type { AuditTrailEntry } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byDay } from './by-day.ts'
import { describeEntry } from './describe-entry.ts'
import { formatEvent, type Names } from './format-event.ts'
import { readRecordPlace } from './record-place.ts'
import { areaOf, isWanted, mayHaveMore, noFilters } from './trail-filters.ts'

const names: Names = {
  section: (key) => ({ returns: 'Returns' })[key] ?? key,
  metric: (key) => (key === 'exit_cap_rate_pct' ? { label: 'Exit Cap Rate', unit: 'percentage_points' } : undefined),
  person: (id) => (id === 'p' ? 'Priya Nair' : 'a former member'),
}

const entry = (more: Partial<AuditTrailEntry>): AuditTrailEntry => ({
  seq: 1,
  ts: '2026-03-10T12:00:00.000Z',
  kind: 'activity',
  type: 'comment.created',
  actor_id: 'd',
  actor_name: 'Daniel Reyes',
  actor_email_verified: true,
  data: {},
  hash: 'a'.repeat(64),
  ...more,
})

const words = (more: Partial<AuditTrailEntry>): string => {
  const { actor, act, about } = formatEvent(entry(more), names)
  return [actor, act, about].filter(Boolean).join(' ')
}

describe('event formatting', () => {
  it.each<[string, Partial<AuditTrailEntry>]>([
    ['Daniel Reyes commented blocker, in Returns', { data: { comment_type: 'blocker', section_key: 'returns' } }],
    [
      'Daniel Reyes commented on Exit Cap Rate',
      { data: { comment_type: 'comment', section_key: null, metric_key: 'exit_cap_rate_pct' } },
    ],
    ['Daniel Reyes commented in Returns', { data: { comment_type: 'comment', section_key: 'returns' } }],
    [
      'Daniel Reyes applied a what-if Exit Cap Rate 5.25% \u2192 5.50%',
      { type: 'ripple.applied', data: { metric_key: 'exit_cap_rate_pct', before: 5.25, after: 5.5 } },
    ],
    [
      'Daniel Reyes checked the numbers 1 cell chosen, 2 numbers confirmed, 1 metric not in the workbook, 3 numbers changed',
      {
        type: 'model.reading_updated',
        data: {
          chosen: [{ metric_key: 'noi', sheet: 'Returns', cell: 'B3', scale: 1 }],
          confirmed: ['dscr', 'exit_cap_rate_pct'],
          absent: ['moic'],
          moved_count: 3,
        },
      },
    ],
    [
      'Daniel Reyes reverted a what-if Exit Cap Rate',
      { type: 'ripple.reverted', data: { metric_key: 'exit_cap_rate_pct' } },
    ],
    [
      'Daniel Reyes edited the memo Returns, version 12',
      { type: 'section.updated', data: { section_key: 'returns', version: 12 } },
    ],
    [
      'Daniel Reyes rated a section Returns, 4 of 5',
      { type: 'feedback.given', data: { section_key: 'returns', rating: 4 } },
    ],
    [
      'Daniel Reyes added a member Priya Nair, as editor',
      { type: 'deal.member_added', data: { user_id: 'p', role: 'editor' } },
    ],
    ['Daniel Reyes searched the evidence 2 passages shown', { type: 'evidence.searched', data: { passages: [1, 2] } }],
    [
      'Daniel Reyes read the documents 1 of 2 documents ready',
      { type: 'readiness.taken', data: { documents: [{ state: 'indexed' }, { state: 'failed' }] } },
    ],
    [
      'Daniel Reyes reported: agent objected topic taxes',
      { type: 'ext.agent.objected', data: { topic: 'taxes', more: {} } },
    ],
    [
      'Daniel Reyes changed the scenario in the memo 2 inputs, 7 numbers changed',
      { type: 'scenario.presented', data: { scenario_id: 's', inputs: [1, 2], moved_count: 7 } },
    ],
    [
      'Daniel Reyes changed the scenario in the memo Base, the workbook without overrides',
      { type: 'scenario.presented', data: { scenario_id: null, inputs: [], moved_count: 7 } },
    ],
    ['Daniel Reyes ended a proposal declined', { type: 'scenario.proposal_ended', data: { outcome: 'declined' } }],
    [
      'Daniel Reyes changed what is uncertain in a scenario settings of the deal, 2 uncertain inputs',
      {
        type: 'scenario.uncertainty_changed',
        data: { scenario_id: null, uncertainty_version: 1, varying: ['a', 'b'] },
      },
    ],
    [
      'Daniel Reyes changed what is uncertain in a scenario without inputs of its own',
      { type: 'scenario.uncertainty_changed', data: { scenario_id: 's', uncertainty_version: 2, varying: [] } },
    ],
    [
      'Daniel Reyes added a limit Exit Cap Rate at most 6.00%',
      { type: 'threshold.created', data: { metric_key: 'exit_cap_rate_pct', side: 'at_most', limit: 6 } },
    ],
    [
      'Daniel Reyes settled a contradiction Exit Cap Rate: 6.25% in the document, 5.50% otherwise; the model holds',
      {
        type: 'contradiction.settled',
        data: { metric_key: 'exit_cap_rate_pct', choice: 'model', stated: 6.25, compared_with: 5.5 },
      },
    ],
    [
      'Daniel Reyes placed comments in the new version of a file 1 where it was, 2 moved',
      { type: 'comment.followed', data: { anchored: 1, moved: 2, orphaned: 0 } },
    ],
    [
      'Daniel Reyes compared documents and numbers 2 contradictions found, 1 contradiction gone',
      { type: 'contradiction.updated', data: { found: 2, gone: 1, changed: 0, open: 2 } },
    ],
    [
      'Daniel Reyes removed a limit Exit Cap Rate',
      { type: 'threshold.deleted', data: { metric_key: 'exit_cap_rate_pct' } },
    ],
    ['Daniel Reyes replied details erased', { type: 'comment.replied', data: null }],
    ['Daniel Reyes scenario was chosen', { type: 'scenario.was_chosen', data: { name: 'Base' } }],
  ])('formats an event as: %s', (sentence, more) => {
    expect(words(more)).toBe(sentence)
  })
  it('starts with the action if an event has no actor', () => {
    expect(words({ actor_name: null, type: 'canvas.built', data: { section_keys: ['a'] } })).toBe(
      'Built the canvas 1 section',
    )
  })
  it('formats events of any type and data without failing', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (type, data) => {
        const type_ = `model.${type}`
        expect(formatEvent(entry({ type: type_, data: { ...data } }), names).act).not.toBe('')
        expect(() => formatEvent(entry({ type, data: { ...data } }), names)).not.toThrow()
      }),
    )
  })
})

describe('full description of an event', () => {
  const described = (more: Partial<AuditTrailEntry>) => describeEntry(entry(more), names)

  it('describes in sentences what an applied what-if changed', () => {
    const { sentences, references } = described({
      type: 'ripple.applied',
      data: {
        metric_key: 'exit_cap_rate_pct',
        before: 5.25,
        after: 5.5,
        version: 3,
        moved: [{ metric_key: 'moic', before: 2, after: 1.9 }],
        moved_count: 4,
      },
    })
    expect(sentences).toEqual([
      'Daniel Reyes applied a what-if: Exit Cap Rate 5.25% \u2192 5.50%.',
      'Exit Cap Rate changed from 5.25% to 5.50%.',
      'moic changed from 2.00 to 1.90.',
      '2 more numbers changed.',
      'Version: 3.',
    ])
    expect(references).toEqual([])
  })

  it('names sections and members, and lists ids and digests separately', () => {
    const { sentences, references } = described({
      type: 'section.updated',
      data: { section_key: 'returns', version: 2, user_id: 'p', digest: 'abc', comment_id: 'c1' },
    })
    expect(sentences.slice(1)).toEqual(['Section: Returns.', 'Version: 2.', 'User: Priya Nair.'])
    expect(references).toEqual(['Digest: abc', 'Comment id: c1'])
  })

  it('truncates long lists in the description of an event', () => {
    const data = { section_keys: ['returns', 'risks'], passages: Array.from({ length: 1_000 }, (_, n) => `p${n}`) }
    const [, sections, passages] = described({ type: 'ext.agent.read', data }).sentences
    expect(sections).toBe('Sections: Returns; risks.')
    expect(passages).toMatch(/p19 and 980 more\.$/)
  })

  it('states that the details of an erased event are gone', () => {
    expect(described({ type: 'comment.replied', data: null }).sentences[1]).toMatch(/were erased/)
  })

  it('never shows JSON, whatever data an external system wrote', () => {
    const facts = fc.object({
      key: fc.stringMatching(/^[a-z_]{1,8}$/),
      values: [fc.stringMatching(/^[a-z ]{0,10}$/), fc.integer(), fc.boolean(), fc.constant(null)],
      maxDepth: 6,
    })
    fc.assert(
      fc.property(facts, (data) => {
        const { sentences, references } = described({ type: 'ext.x.y', data: JSON.parse(JSON.stringify(data)) })
        expect([...sentences, ...references].join(' ')).not.toMatch(/[{}[\]"]/)
      }),
    )
  })
})

describe('history of a metric', () => {
  it('includes every event that set, moved or cited the metric, and no other', () => {
    const history = { ...noFilters, metricKey: 'moic' }
    const wanted = (data: AuditTrailEntry['data']) =>
      isWanted(entry({ data }), history, new Date('2026-03-10T13:00:00Z'))
    expect(wanted({ metric_key: 'moic', before: 1, after: 2 })).toBe(true)
    expect(wanted({ metric_keys: ['noi', 'moic'] })).toBe(true)
    expect(wanted({ version: 2, moved: [{ metric_key: 'moic', before: 1, after: 2 }] })).toBe(true)
    expect(wanted({ metric_key: 'noi', moved: [{ metric_key: 'irr', before: 1, after: 2 }] })).toBe(false)
    expect(wanted({ section_key: 'moic' })).toBe(false)
    expect(wanted(null)).toBe(false)
  })

  it('shows what an event that moved many metrics did to this one', () => {
    const replaced = entry({
      type: 'model.replaced',
      data: { version: 2, moved_count: 9, moved: [{ metric_key: 'exit_cap_rate_pct', before: 5, after: 5.5 }] },
    })
    expect(formatEvent(replaced, names).about).toBe('model 2, 9 numbers changed')
    const many = Array.from({ length: 50 }, (_, n) => ({ metric_key: `m${n}`, before: 1, after: 2 }))
    const wide = entry({
      type: 'model.replaced',
      data: { moved: [...many, { metric_key: 'exit_cap_rate_pct', before: 5, after: 5.5 }] },
    })
    expect(describeEntry(wide, names, 'exit_cap_rate_pct').sentences[1]).toBe(
      'Exit Cap Rate changed from 5.00% to 5.50%.',
    )
    expect(formatEvent(replaced, names, 'exit_cap_rate_pct').about).toBe('Exit Cap Rate 5.00% \u2192 5.50%')
  })

  it('accepts only valid metric keys in the address of a metric history', () => {
    expect(readRecordPlace({ metric: 'moic' })).toEqual({ metric: 'moic' })
    expect(readRecordPlace({ metric: 'No such!' })).toEqual({ metric: undefined })
    expect(readRecordPlace({ metric: ['moic'] })).toEqual({ metric: undefined })
  })
})

describe('grouping by day', () => {
  const now = new Date(2026, 2, 10, 15)
  const at = (day: number, hour: number) => ({ ts: new Date(2026, 2, day, hour).toISOString() })
  it('names days relative to today and keeps the order of the events', () => {
    const days = byDay([at(10, 14), at(10, 1), at(9, 23), at(2, 5)], now)
    expect(days.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['March 2', 1],
    ])
  })
})

describe('audit trail filters', () => {
  const now = new Date('2026-03-10T15:00:00.000Z')
  it('keeps only the events that match the filters', () => {
    expect(isWanted(entry({}), noFilters, now)).toBe(true)
    expect(isWanted(entry({}), { ...noFilters, actorId: 'd', area: 'comment', days: 1 }, now)).toBe(true)
    expect(isWanted(entry({}), { ...noFilters, actorId: 'x' }, now)).toBe(false)
    expect(isWanted(entry({}), { ...noFilters, area: 'section' }, now)).toBe(false)
    expect(isWanted(entry({ ts: '2026-03-08T12:00:00.000Z' }), { ...noFilters, days: 1 }, now)).toBe(false)
  })
  it('finds the area of an event, including external and unknown types', () => {
    expect(['ripple.applied', 'ext.ripple.applied', 'scenario.chosen'].map(areaOf)).toEqual(['ripple', 'ext', 'other'])
  })
  it('stops loading older events once they are before the selected time span', () => {
    expect(mayHaveMore(undefined, { ...noFilters, days: 1 }, now)).toBe(true)
    expect(mayHaveMore(entry({ ts: '2026-03-01T12:00:00.000Z' }), { ...noFilters, days: 1 }, now)).toBe(false)
    expect(mayHaveMore(entry({ ts: '2020-03-01T12:00:00.000Z' }), noFilters, now)).toBe(true)
  })
})
