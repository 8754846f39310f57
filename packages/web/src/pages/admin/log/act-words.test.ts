import { describe, expect, it } from 'vitest'
import { actWords, differences } from './act-words.ts'

describe('admin log', () => {
  it('describes an action in words, and an unknown one by its name', () => {
    expect(actWords('user.created')).toBe('created a user')
    expect(actWords('seat_plan.changed')).toBe('seat plan changed')
  })

  it('shows only the fields that an action changed', () => {
    const before = { status: 'active', is_superadmin: false }
    expect(differences({ before, after: { ...before, status: 'suspended' } })).toEqual([
      { field: 'status', before: 'active', after: 'suspended' },
    ])
  })

  it('shows all fields of something that was created or removed', () => {
    expect(differences({ before: null, after: { name: 'Fund', slug: null } })).toEqual([
      { field: 'name', before: undefined, after: 'Fund' },
      { field: 'slug', before: undefined, after: 'none' },
    ])
    expect(differences({ before: null, after: null })).toEqual([])
  })
})
