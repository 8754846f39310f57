import { maxEventDataBytes } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attachment, eventData } from './event-data.ts'

const trail = { path: '/api/canvas/d/audit-trail', seq: 7 }
const attachment = (name: Attachment['name'], length: number): Attachment => {
  const thing = { version: 3, text: 'é'.repeat(length) }
  return { name, thing, bytes: Buffer.byteLength(JSON.stringify(thing)), path: `/api/canvas/d/${name}` }
}

describe('event data', () => {
  it('never exceeds 64 KiB of JSON, and includes everything that fits', () => {
    const size = fc.integer({ min: 0, max: 50_000 })
    fc.assert(
      fc.property(size, size, size, (fact, comment, section) => {
        const facts = { comment_id: 'c', note: 'x'.repeat(fact), section: 'of the facts' }
        const attachments = [attachment('comment', comment), attachment('section', section)]
        const { data, bytes } = eventData(facts, attachments, trail)
        expect(bytes).toBe(Buffer.byteLength(JSON.stringify(data)))
        expect(bytes).toBeLessThanOrEqual(maxEventDataBytes)
        const whole = { ...facts, comment: attachments[0]?.thing, section: attachments[1]?.thing }
        if (Buffer.byteLength(JSON.stringify(whole)) <= maxEventDataBytes) expect(data).toEqual(whole)
        else
          expect(data).toEqual({
            comment_id: 'c',
            note: facts.note,
            section: 'of the facts',
            ref: '/api/canvas/d/section',
            version: 3,
          })
      }),
    )
  })

  it('sends a reference to the comment if the event has no section', () => {
    const { data } = eventData({ comment_id: 'c' }, [attachment('comment', 50_000)], trail)
    expect(data).toEqual({ comment_id: 'c', ref: '/api/canvas/d/comment', version: 3 })
  })

  it('sends a reference to the audit trail if the facts alone are too large', () => {
    const { data } = eventData({ note: 'x'.repeat(70_000) }, [attachment('comment', 1)], trail)
    expect(data).toEqual({ ref: trail.path, version: 7 })
  })

  it('sends null for a deleted comment', () => {
    const { data } = eventData({ comment_id: 'c' }, [{ name: 'comment', thing: null, bytes: 4, path: '/' }], trail)
    expect(data).toEqual({ comment_id: 'c', comment: null })
  })
})
