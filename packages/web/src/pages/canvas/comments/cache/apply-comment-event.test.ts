import type { Canvas, Comment, DealEvent } from '@deal-canvas/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CommentFilter,
  type CommentPages,
  listsKey,
  openFilter,
} from '../../../../features/comments/cache/comment-lists.ts'
import { commentNo, idsOf, pagesOf } from '../../../../features/comments/testing.ts'
import { applyCommentEvent } from './apply-comment-event.ts'

const canvasKey = ['deal', 'deal', 'canvas']
const content = 'Rents grow by 3 % a year.'

describe('applyCommentEvent', () => {
  let queries: QueryClient
  let seq = 10
  const has = (filter: CommentFilter, ...comments: Comment[]) =>
    queries.setQueryData([...listsKey('deal'), filter], pagesOf([comments]))
  const listed = (filter: CommentFilter) => {
    const data = queries.getQueryData<CommentPages>([...listsKey('deal'), filter])
    return data && idsOf(data)
  }
  const counts = () => queries.getQueryData<Canvas>(canvasKey)?.counts
  const isAskedAnew = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated
  const tell = (type: string, data: DealEvent['data'], at = ++seq) =>
    applyCommentEvent(queries, 'deal', { seq: at, ts: '', kind: 'activity', type, actor_id: null, data })
  const about = (comment: Comment) => ({ comment_id: comment.comment_id, comment })

  beforeEach(() => {
    queries = new QueryClient()
    queries.setQueryData(canvasKey, { counts: { comments: 5, open_comments: 3, open_blockers: 1 }, last_seq: 10 })
  })

  it('updates every list that a changed comment affects', () => {
    has(openFilter, commentNo(1))
    has({ status: 'resolved' })
    const resolved = commentNo(1, { status: 'resolved' })
    tell('comment.resolved', about(resolved))
    expect([listed(openFilter), listed({ status: 'resolved' })]).toEqual([[], ['Number 1']])
  })

  it('removes a deleted comment from all lists', () => {
    has(openFilter, commentNo(2), commentNo(1))
    has({}, commentNo(2), commentNo(1))
    tell('comment.deleted', { comment_id: commentNo(2).comment_id, comment: null })
    expect([listed(openFilter), listed({})]).toEqual([['Number 1'], ['Number 1']])
    expect(counts()).toEqual({ comments: 4, open_comments: 2, open_blockers: 1 })
  })

  it('changes nothing if the comment comes with a later event', () => {
    has(openFilter, commentNo(1))
    tell('comment.edited', { comment_id: commentNo(1).comment_id })
    expect(listed(openFilter)).toEqual(['Number 1'])
  })

  it('updates the counts when a comment is created, resolved or reopened', () => {
    has(openFilter)
    const blocker = commentNo(1, { comment_type: 'blocker' })
    tell('comment.created', about(blocker))
    expect(counts()).toEqual({ comments: 6, open_comments: 4, open_blockers: 2 })
    tell('comment.resolved', about({ ...blocker, status: 'resolved' }))
    expect(counts()).toEqual({ comments: 6, open_comments: 3, open_blockers: 1 })
    tell('comment.reopened', about(blocker))
    tell('comment.replied', about(blocker))
    expect(counts()).toEqual({ comments: 6, open_comments: 4, open_blockers: 2 })
  })

  it('does not count an event that the loaded canvas already includes', () => {
    tell('comment.created', about(commentNo(1)), 10)
    expect(counts()).toEqual({ comments: 5, open_comments: 3, open_blockers: 1 })
  })

  it('refetches the canvas if the new count cannot be derived', () => {
    tell('comment.deleted', { comment_id: 'unknown', comment: null })
    expect(isAskedAnew(canvasKey)).toBe(true)
  })

  it('refetches anchors only after an edit has changed an anchored passage', () => {
    const place = { start: 0, prefix: '', suffix: ' by 3 % a year.' }
    has(openFilter, commentNo(1, { anchor_text: 'Rents grow', anchor_status: 'anchored', anchor_place: place }))
    const key = [...listsKey('deal'), openFilter]
    const section = { section_key: 'returns', content: `Before. ${content}` }
    tell('section.updated', { section_key: 'returns', section })
    tell('section.updated', { section_key: 'risks', section: { section_key: 'risks', content: 'Other' } })
    expect(isAskedAnew(key)).toBe(false)
    tell('section.updated', { section_key: 'returns', section: { ...section, content: 'Rents rise.' } })
    expect(isAskedAnew(key)).toBe(true)
  })
})
