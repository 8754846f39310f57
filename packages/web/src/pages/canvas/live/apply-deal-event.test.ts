import type { Canvas, DealEvent, Section } from '@deal-canvas/contract'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { applyDealEvent, applyReferred } from './apply-deal-event.ts'

const section = (section_key: string, version = 1, content = ''): Section => ({
  section_key,
  title: section_key,
  content,
  version,
  stale: false,
  updated_by: null,
  updated_by_name: null,
  updated_by_email_verified: null,
  updated_at: '2026-01-01T00:00:00Z',
})

const canvas: Canvas = {
  session: { session_id: 's', epoch: 'e', created_at: '2026-01-01T00:00:00Z' },
  deal: {
    deal_id: 'd',
    name: 'Riverside',
    tier: 'full',
    status: 'open',
    org_id: null,
    role: 'owner',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    last_activity_at: null,
  } as Canvas['deal'],
  sections: [section('summary', 2, 'Before'), section('returns')],
  metrics: [],
  currency: 'USD',
  participants: [],
  counts: { open_comments: 0, open_blockers: 0, comments: 0 },
  last_seq: 1,
}

const event = (type: string, data: DealEvent['data']): DealEvent => ({
  seq: 2,
  ts: '2026-01-01T00:00:00Z',
  kind: 'activity',
  type,
  actor_id: null,
  data,
})

const given = () => {
  const queries = new QueryClient()
  for (const part of [
    'canvas',
    'metrics',
    'quality',
    'ratings',
    'scenarios',
    'thresholds',
    'uncertainty',
    'simulation',
  ])
    queries.setQueryData(['deal', 'd', part], canvas)
  const sections = () => queries.getQueryData<Canvas>(['deal', 'd', 'canvas'])?.sections ?? []
  const isStale = (part: string) => queries.getQueryState(['deal', 'd', part])?.isInvalidated
  const apply = (type: string, data: DealEvent['data']) => applyDealEvent(queries, 'd', event(type, data))
  return { queries, sections, isStale, apply }
}

describe('applyDealEvent', () => {
  it('replaces an updated section and keeps the other sections identical', () => {
    const { sections, apply } = given()
    const untouched = sections()[1]
    apply('section.updated', { section_key: 'summary', section: section('summary', 3, 'After') })
    expect(sections().map(({ content }) => content)).toEqual(['After', ''])
    expect(sections()[1]).toBe(untouched)
  })

  it('never replaces a newer version of a section with an older one', () => {
    const { sections, apply } = given()
    apply('section.updated', { section_key: 'summary', section: section('summary', 1, 'Old') })
    expect(sections()[0]?.content).toBe('Before')
  })

  it('adds a new section at the end and removes a deleted one', () => {
    const { sections, apply } = given()
    apply('section.created', { section_key: 'risks', section: section('risks') })
    apply('section.deleted', { section_key: 'summary', section: null })
    expect(sections().map(({ section_key }) => section_key)).toEqual(['returns', 'risks'])
  })

  it('applies a section that was too large for its event', () => {
    const { queries, sections, apply } = given()
    const data = { section_key: 'summary', version: 3, ref: '/api/canvas/d/sections/summary' }
    apply('section.updated', data)
    expect(sections()[0]?.content).toBe('Before')
    applyReferred(queries, 'd', { type: 'section.updated', data }, { section: section('summary', 3, 'A long text') })
    expect(sections()[0]?.content).toBe('A long text')
    applyReferred(queries, 'd', { type: 'section.updated', data }, { section: null })
    expect(sections().map(({ section_key }) => section_key)).toEqual(['returns'])
  })

  it('marks the sections that cite a changed metric as stale', () => {
    const { sections, apply } = given()
    apply('section.marked_stale', { section_keys: ['returns'], metric_keys: ['noi'] })
    expect(sections().map(({ stale }) => stale)).toEqual([false, true])
  })

  it.each(['metric.updated', 'metric.remapped', 'ripple.applied', 'ripple.reverted', 'model.replaced'])(
    '%s invalidates the metrics and their quality, but not the memo',
    (type) => {
      const { isStale, apply } = given()
      apply(type, {})
      expect([isStale('metrics'), isStale('quality'), isStale('canvas')]).toEqual([true, true, false])
    },
  )

  it.each(['scenario.created', 'scenario.changed', 'scenario.proposed', 'scenario.deleted'])(
    '%s invalidates the scenarios and the limits, but no number of the memo',
    (type) => {
      const { isStale, apply } = given()
      apply(type, {})
      expect([isStale('scenarios'), isStale('thresholds'), isStale('metrics')]).toEqual([true, true, false])
    },
  )

  it.each(['scenario.presented', 'scenario.adopted', 'ripple.applied', 'ripple.reverted'])(
    '%s invalidates the metrics, their quality, the scenarios and the limits',
    (type) => {
      const { isStale, apply } = given()
      apply(type, {})
      expect(['metrics', 'quality', 'scenarios', 'thresholds'].map(isStale)).toEqual([true, true, true, true])
    },
  )

  it('invalidates what is uncertain, and simulations that use it, when the uncertainty settings change', () => {
    const { isStale, apply } = given()
    apply('scenario.uncertainty_changed', { scenario_id: null, uncertainty_version: 1, varying: [] })
    expect(['uncertainty', 'simulation'].map(isStale)).toEqual([true, true])
    expect(['scenarios', 'thresholds', 'metrics'].map(isStale)).toEqual([false, false, false])
  })

  it('invalidates the limits, the comparison and the findings when a limit changes', () => {
    const { isStale, apply } = given()
    apply('threshold.changed', {})
    expect(['thresholds', 'scenarios', 'quality', 'metrics'].map(isStale)).toEqual([true, true, true, false])
  })

  it('invalidates the canvas too when a metric changes before the metrics are loaded', () => {
    const { queries, isStale, apply } = given()
    queries.removeQueries({ queryKey: ['deal', 'd', 'metrics'] })
    apply('metric.updated', {})
    expect(isStale('canvas')).toBe(true)
  })

  it('invalidates everything after an unknown event, and only the audit trail after an external one', () => {
    const { isStale, apply } = given()
    apply('ext.agent.answered', {})
    expect([isStale('canvas'), isStale('metrics'), isStale('ratings')]).toEqual([false, false, false])
    apply('scenario.chosen', {})
    expect([isStale('canvas'), isStale('metrics'), isStale('ratings')]).toEqual([true, true, true])
  })

  it('invalidates the deal when it is finalized, and the ratings when one is given', () => {
    const { isStale, apply } = given()
    apply('deal.finalized', {})
    apply('feedback.given', {})
    expect([isStale('canvas'), isStale('ratings'), isStale('metrics')]).toEqual([true, true, false])
  })
})
