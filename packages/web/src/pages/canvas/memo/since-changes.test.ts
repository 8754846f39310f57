import type { SinceLastLook } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { changesOf, chipsOf } from './since-changes.ts'

const thread = (id: string) => ({
  comment_id: id,
  section_key: 'returns',
  comment_type: 'comment' as const,
  status: 'open' as const,
  snippet: 'Why?',
  author_name: 'Daniel Reyes',
  by: 'Daniel Reyes',
  at: '2026-01-01T00:00:00Z',
})

const since: SinceLastLook = {
  from_seq: 1,
  to_seq: 9,
  seen_at: '2026-01-01T00:00:00Z',
  never_seen: false,
  entries: 8,
  sections: [
    {
      section_key: 'returns',
      title: 'Returns',
      change: 'updated',
      from_version: 1,
      to_version: 3,
      by: ['Priya Nair'],
      stale: false,
    },
  ],
  threads: { new: [thread('a'), thread('b')], replied: [thread('c')], resolved: [thread('d')], reopened: [] },
  ratings: [],
  decisions: [],
  scenarios: [],
  other: 0,
  contradictions: { found: 0, settled: 0 },
  truncated: false,
}

describe('changes since the last visit', () => {
  it('steps through every change once', () => {
    const changes = changesOf(since)
    expect(changes.map(({ id }) => id)).toEqual(['section-returns', 'new-a', 'new-b', 'replied-c', 'resolved-d'])
    expect(changes[0]?.words).toBe('Returns edited to version 3 by Priya Nair')
  })

  it('links a chip to the first of the changes it counts', () => {
    expect(chipsOf(since)).toEqual([
      { words: '1 section edited', first: 0 },
      { words: '3 comments', first: 1 },
      { words: '1 resolved', first: 4 },
    ])
  })

  it('says what happened to scenarios, after the memo and its threads', () => {
    const none = { new: [], replied: [], resolved: [], reopened: [] }
    const at = '2026-01-01T00:00:00Z'
    const scenarios = [
      { scenario_id: 'a', name: 'Downside', change: 'proposed' as const, by: 'Priya Nair', at },
      { scenario_id: 'base', name: 'Base', change: 'presented' as const, by: null, at },
    ]
    const news = { ...since, threads: none, scenarios }
    expect(changesOf(news).map(({ words }) => words)).toEqual([
      'Returns edited to version 3 by Priya Nair',
      'Priya Nair proposed the scenario Downside',
      'Someone presented Base',
    ])
    expect(chipsOf(news)).toEqual([
      { words: '1 section edited', first: 0 },
      { words: '2 scenarios', first: 1 },
    ])
  })

  it('never shows more than three chips', () => {
    const decisions = [
      { seq: 8, type: 'finalized' as const, decision: 'approved' as const, by: null, at: '2026-01-01T00:00:00Z' },
    ]
    expect(chipsOf({ ...since, decisions }).map(({ words }) => words)).toEqual([
      'Approved',
      '1 section edited',
      '3 comments',
    ])
  })
})
