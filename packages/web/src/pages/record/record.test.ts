import type { JournalEntry } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byDay } from './by-day.ts'
import { entryInWords, type Names } from './entry-in-words.ts'
import { isWanted, mayHaveMore, noFilters } from './trail-filters.ts'

const names: Names = {
  section: (key) => ({ returns: 'Returns' })[key] ?? key,
  metric: (key) => (key === 'exit_cap_rate_pct' ? { label: 'Exit Cap Rate', unit: 'percentage_points' } : undefined),
  person: (id) => (id === 'p' ? 'Priya Nair' : 'a former member'),
}

const entry = (more: Partial<JournalEntry>): JournalEntry => ({
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

const words = (more: Partial<JournalEntry>): string => {
  const { actor, act, about } = entryInWords(entry(more), names)
  return [actor, act, about].filter(Boolean).join(' ')
}

describe('an entry in words', () => {
  it.each<[string, Partial<JournalEntry>]>([
    ['Daniel Reyes commented blocker, in Returns', { data: { comment_type: 'blocker', section_key: 'returns' } }],
    ['Daniel Reyes commented in Returns', { data: { comment_type: 'comment', section_key: 'returns' } }],
    [
      'Daniel Reyes applied a what-if Exit Cap Rate 5.25% \u2192 5.50%',
      { type: 'ripple.applied', data: { metric_key: 'exit_cap_rate_pct', before: 5.25, after: 5.5 } },
    ],
    [
      'Daniel Reyes took a what-if back Exit Cap Rate',
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
      'Daniel Reyes added a person Priya Nair, as editor',
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
    ['Daniel Reyes replied erased', { type: 'comment.replied', data: null }],
  ])('says: %s', (sentence, more) => {
    expect(words(more)).toBe(sentence)
  })
  it('of nobody in particular begins with what happened', () => {
    expect(words({ actor_name: null, type: 'canvas.built', data: { section_keys: ['a'] } })).toBe(
      'Built the canvas 1 section',
    )
  })
  it('of any type and any facts has an act and never fails', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (type, data) => {
        const type_ = `model.${type}`
        expect(entryInWords(entry({ type: type_, data: { ...data } }), names).act).not.toBe('')
        expect(() => entryInWords(entry({ type, data: { ...data } }), names)).not.toThrow()
      }),
    )
  })
})

describe('days', () => {
  const now = new Date(2026, 2, 10, 15)
  const at = (day: number, hour: number) => ({ ts: new Date(2026, 2, day, hour).toISOString() })
  it('are named as people name them, in the order given', () => {
    const days = byDay([at(10, 14), at(10, 1), at(9, 23), at(2, 5)], now)
    expect(days.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['2 March', 1],
    ])
  })
})

describe('filters', () => {
  const now = new Date('2026-03-10T15:00:00.000Z')
  it('keep what they name and nothing else', () => {
    expect(isWanted(entry({}), noFilters, now)).toBe(true)
    expect(isWanted(entry({}), { ...noFilters, actorId: 'd', area: 'comment', days: 1 }, now)).toBe(true)
    expect(isWanted(entry({}), { ...noFilters, actorId: 'x' }, now)).toBe(false)
    expect(isWanted(entry({}), { ...noFilters, area: 'section' }, now)).toBe(false)
    expect(isWanted(entry({ ts: '2026-03-08T12:00:00.000Z' }), { ...noFilters, days: 1 }, now)).toBe(false)
  })
  it('end the search where everything older is too old', () => {
    expect(mayHaveMore(undefined, { ...noFilters, days: 1 }, now)).toBe(true)
    expect(mayHaveMore(entry({ ts: '2026-03-01T12:00:00.000Z' }), { ...noFilters, days: 1 }, now)).toBe(false)
    expect(mayHaveMore(entry({ ts: '2020-03-01T12:00:00.000Z' }), noFilters, now)).toBe(true)
  })
})
