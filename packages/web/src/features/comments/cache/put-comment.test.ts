import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentNo, idsOf, pagesOf } from '../testing.ts'
import { openFilter } from './comment-lists.ts'
import { withComment } from './put-comment.ts'

const me = 'me'
const put = (data: Parameters<typeof withComment>[0], comment: ReturnType<typeof commentNo>, filter = openFilter) =>
  withComment(data, comment, filter, me)

describe('withComment', () => {
  it('adds a new comment at the top of a list, and only once if it is applied again', () => {
    const list = put(pagesOf([[commentNo(2), commentNo(1)]]), commentNo(3))
    expect(idsOf(list)).toEqual(['Number 3', 'Number 2', 'Number 1'])
    expect(idsOf(put(list, commentNo(3)))).toEqual(idsOf(list))
  })

  it('inserts a reopened comment at its position by age', () => {
    const list = pagesOf([
      [commentNo(9), commentNo(7)],
      [commentNo(5), commentNo(1)],
    ])
    expect(idsOf(put(list, commentNo(6)))).toEqual(['Number 9', 'Number 7', 'Number 6', 'Number 5', 'Number 1'])
  })

  it('leaves a comment older than all loaded ones to a later page', () => {
    expect(idsOf(put(pagesOf([[commentNo(9)]], true), commentNo(1)))).toEqual(['Number 9'])
    expect(idsOf(put(pagesOf([[commentNo(9)]]), commentNo(1)))).toEqual(['Number 9', 'Number 1'])
  })

  it('removes a comment that no longer matches the filter of a list', () => {
    const list = pagesOf([[commentNo(2), commentNo(1)]])
    expect(idsOf(put(list, commentNo(2, { status: 'resolved' })))).toEqual(['Number 1'])
    expect(idsOf(put(list, commentNo(3), { section_key: 'risks' }))).toEqual(['Number 2', 'Number 1'])
    expect(idsOf(put(list, commentNo(3), { metric_key: 'noi' }))).toEqual(['Number 2', 'Number 1'])
    expect(idsOf(put(list, commentNo(3), { document_id: 'model' }))).toEqual(['Number 2', 'Number 1'])
  })

  it('adds a thread to the list of mentions as soon as a reply mentions the user', () => {
    const reply = {
      author_id: 'x',
      author_name: 'X',
      author_email_verified: true,
      author_avatar_url: null,
      content: '@Me',
      created_at: '',
      edited_at: null,
    }
    const named = commentNo(1, { replies: [{ ...reply, reply_id: 'r', mentioned_user_ids: [me] }] })
    expect(idsOf(put(pagesOf([[]]), named, { mentions_me: true }))).toEqual(['Number 1'])
    expect(idsOf(put(pagesOf([[]]), commentNo(1), { mentions_me: true }))).toEqual([])
    const long = { ...commentNo(1), older_replies_cursor: 'cursor' }
    expect(idsOf(put(pagesOf([[commentNo(1)]]), long, { mentions_me: true }))).toEqual(['Number 1'])
  })

  it('keeps the service’s search results and does not add comments to them', () => {
    const found = pagesOf([[commentNo(1)]])
    expect(idsOf(put(found, commentNo(2), { q: 'number' }))).toEqual(['Number 1'])
    expect(idsOf(put(found, commentNo(1, { content: 'Changed' }), { q: 'number' }))).toEqual(['Changed'])
  })

  it('does not replace a comment with an older state', () => {
    const now = commentNo(1, { content: 'Later', updated_at: '2027-01-01T00:00:00.000Z' })
    expect(idsOf(put(pagesOf([[now]]), commentNo(1)))).toEqual(['Later'])
  })

  it('keeps each comment once and newest first, in whatever order they arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 })), (numbers) => {
        const list = numbers.reduce((data, number) => put(data, commentNo(number)), pagesOf([[]]))
        const wanted = [...new Set(numbers)].sort((a, b) => b - a)
        expect(idsOf(list)).toEqual(wanted.map((number) => `Number ${number}`))
      }),
    )
  })
})
