import { describe, expect, it } from 'vitest'
import { type Entry, whatHappened } from './what-happened.ts'

const me = 'me'
const at = (seq: number) => new Date(seq * 1000)

/** Events in order: who did what. */
const entries = (...acts: [actorId: string, type: string, data: object | null][]): Entry[] =>
  acts.map(([actorId, type, data], place) => ({
    seq: place + 1,
    at: at(place + 1),
    type,
    actorId,
    actorName: actorId.toUpperCase(),
    data: data === null ? null : JSON.stringify(data),
  }))

const happened = (...acts: Parameters<typeof entries>) => whatHappened(entries(...acts), me)

describe('whatHappened', () => {
  it('reports the first version of a section that another user wrote, and names each author once', () => {
    const { sections } = happened(
      [me, 'section.created', { section_key: 'a', version: 1 }],
      ['ann', 'section.updated', { section_key: 'a', version: 2 }],
      ['bob', 'section.updated', { section_key: 'a', version: 3 }],
      ['ann', 'section.updated', { section_key: 'a', version: 4 }],
      ['ann', 'section.created', { section_key: 'b', version: 1 }],
      [me, 'section.updated', { section_key: 'c', version: 9 }],
    )
    expect(sections).toEqual([
      { sectionKey: 'a', change: 'updated', version: 2, at: at(2), by: ['ANN', 'BOB'] },
      { sectionKey: 'b', change: 'created', version: 1, at: at(5), by: ['ANN'] },
    ])
  })

  it("reports the last action on a thread, and nothing if it was the user's own", () => {
    const { resolved, reopened } = happened(
      ['ann', 'comment.resolved', { comment_id: 'one' }],
      ['bob', 'comment.reopened', { comment_id: 'one' }],
      ['ann', 'comment.reopened', { comment_id: 'two' }],
      ['bob', 'comment.resolved', { comment_id: 'two' }],
      ['ann', 'comment.resolved', { comment_id: 'three' }],
      [me, 'comment.reopened', { comment_id: 'three' }],
      ['ann', 'suggestion.accepted', { comment_id: 'four', section_key: 'a', version: 2 }],
      ['ann', 'suggestion.rejected', { comment_id: 'five' }],
    )
    expect([...reopened]).toEqual([['one', { by: 'BOB', at: at(2) }]])
    expect([...resolved]).toEqual([
      ['two', { by: 'BOB', at: at(4) }],
      ['four', { by: 'ANN', at: at(7) }],
      ['five', { by: 'ANN', at: at(8) }],
    ])
  })

  it("leaves out the user's own actions, but returns their ratings so that earlier means can be computed", () => {
    const { created, replies, decisions, ratedSections, ratingIds } = happened(
      [me, 'comment.created', { comment_id: 'one' }],
      [me, 'comment.replied', { comment_id: 'one', reply_id: 'r' }],
      [me, 'deal.finalized', { decision: 'approved' }],
      [me, 'feedback.given', { section_key: 'a', feedback_id: 'f1' }],
      ['ann', 'feedback.given', { section_key: 'b', feedback_id: 'f2' }],
    )
    expect([created.size, replies, decisions]).toEqual([0, [], []])
    expect([[...ratedSections], ratingIds]).toEqual([['b'], ['f1', 'f2']])
  })

  it('skips events whose data was erased, but keeps that a deal was finalized', () => {
    const summary = happened(
      ['ann', 'section.updated', null],
      ['ann', 'comment.created', null],
      ['ann', 'comment.resolved', null],
      ['ann', 'comment.replied', null],
      ['ann', 'feedback.given', null],
      ['ann', 'deal.finalized', null],
    )
    expect(summary).toEqual({
      sections: [],
      created: new Map(),
      resolved: new Map(),
      reopened: new Map(),
      replies: [],
      ratedSections: new Set(),
      ratingIds: [],
      decisions: [{ seq: 6, type: 'finalized', decision: null, by: 'ANN', at: at(6) }],
      scenarios: new Map(),
      contradictions: { found: 0, settled: 0 },
    })
  })
})
