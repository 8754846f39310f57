import { describe, expect, it } from 'vitest'
import { codeState } from './code-state.ts'

const now = new Date('2026-11-15T12:00:00Z')
const code = { id: '1', code: 'A', created_by: '2', uses_count: 3, role: 'member', is_active: true } as const

describe('state of an invite code', () => {
  it.each([
    ['open', {}],
    ['open', { max_uses: 4, expires_at: '2026-11-16T00:00:00Z' }],
    ['used_up', { max_uses: 3 }],
    ['expired', { expires_at: '2026-11-15T12:00:00Z' }],
    ['closed', { is_active: false, max_uses: 3, expires_at: '2020-01-01T00:00:00Z' }],
  ])('returns the state %s for the code %j', (state, fields) => {
    expect(codeState({ ...code, ...fields }, now)).toBe(state)
  })
})
