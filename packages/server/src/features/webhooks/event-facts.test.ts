import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeMessage } from './event-facts.ts'

const place = { orgId: '0192f0c1-7a5b-7cc2-8d5e-2f6a9d3b1c4e', dealId: 'demo-riverside' }
const event = (data: unknown, type = 'comment.created') => ({
  seq: 7,
  ts: new Date('2026-11-19T10:00:00.000Z'),
  type,
  actorId: null,
  data: JSON.stringify(data),
})
const dataOf = (body: string): Record<string, unknown> => JSON.parse(body).data

describe('the message of an event', () => {
  it('contains ids and words of fixed lists, and nothing that could be text [HOOK-11]', () => {
    const sent = dataOf(
      writeMessage(
        place,
        event({
          comment_id: 'c1',
          section_keys: ['thesis', 'returns'],
          version: 3,
          status: 'open',
          role: 'A sentence that somebody wrote',
          section_key: 'two words',
          metric_keys: ['irr', 'a name'],
          reason: 'planted',
          rating: 2,
          before: 1.5,
          memo_version: 1.5,
          votes: [{ choice: 'approve' }],
        }),
      ),
    )
    expect(sent).toEqual({
      comment_id: 'c1',
      section_keys: ['thesis', 'returns'],
      version: 3,
      status: 'open',
      org_id: place.orgId,
      deal_id: place.dealId,
      seq: 7,
      event_type: 'comment.created',
      actor_id: null,
    })
  })

  it('has at most 16 KiB, always says which event it is, and holds no text with blanks, whatever the event holds [HOOK-11]', () => {
    const names = fc.oneof(
      fc.constantFrom('comment_id', 'section_keys', 'version', 'deal_id', 'seq', 'type', '__proto__'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (data) => {
        const body = writeMessage(place, event({ ...data, section_keys: Array(500).fill('k'.repeat(100)) }))
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(16 * 1024)
        expect(dataOf(body)).toMatchObject({ deal_id: place.dealId, seq: 7, event_type: 'comment.created' })
        for (const value of Object.values(dataOf(body)).flat()) expect(String(value)).not.toMatch(/\s/)
      }),
    )
  })

  it('contains no data of an external pipeline and none of an erased event [HOOK-11]', () => {
    const bare = { org_id: place.orgId, deal_id: place.dealId, seq: 7, actor_id: null }
    expect(dataOf(writeMessage(place, event({ comment_id: 'c1' }, 'ext.scored')))).toEqual({
      ...bare,
      event_type: 'ext.scored',
    })
    expect(dataOf(writeMessage(place, { ...event({}), data: null }))).toEqual({
      ...bare,
      event_type: 'comment.created',
    })
  })
})
