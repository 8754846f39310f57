import { ApiError } from '@deal-canvas/client'
import { expect, it } from 'vitest'
import { blockersIn } from './open-blockers.ts'

const blocker = {
  comment_id: '00000000-0000-7000-8000-000000000001',
  author_id: 'daniel',
  author_name: 'Daniel Reyes',
  author_email_verified: true,
  section_key: 'returns',
  excerpt: 'The tax bill is not in the model',
  created_at: '2026-03-10T12:00:00.000Z',
}
const refusal = (code: string, fields: Record<string, unknown>) =>
  new ApiError({ status: 409, code, detail: 'A blocker is open', fields })

it('reads the open blockers from a rejected decision', () => {
  expect(blockersIn(refusal('blockers_open', { blockers_open: 1, blockers: [blocker] }))).toEqual([blocker])
})

it('reads no blockers from other errors, an older service or an unknown format', () => {
  expect(blockersIn(refusal('deal_finalized', { blockers: [blocker] }))).toEqual([])
  expect(blockersIn(refusal('blockers_open', { blockers_open: 1 }))).toEqual([])
  expect(blockersIn(refusal('blockers_open', { blockers: [{ comment_id: 7 }, null] }))).toEqual([])
  expect(blockersIn(new Error('offline'))).toEqual([])
})
