import { describe, expect, it } from 'vitest'
import { actWords, differences } from './act-words.ts'

describe('an act of the admin log', () => {
  it('is told in words, one of a newer service by its name', () => {
    expect(actWords('user.created')).toBe('created a user')
    expect(actWords('seat_plan.changed')).toBe('seat plan changed')
  })

  it('shows only what it changed', () => {
    const before = { status: 'active', is_superadmin: false }
    expect(differences({ before, after: { ...before, status: 'suspended' } })).toEqual([
      { field: 'status', before: 'active', after: 'suspended' },
    ])
  })

  it('shows all of what was made or removed', () => {
    expect(differences({ before: null, after: { name: 'Fund', slug: null } })).toEqual([
      { field: 'name', before: undefined, after: 'Fund' },
      { field: 'slug', before: undefined, after: 'none' },
    ])
    expect(differences({ before: null, after: null })).toEqual([])
  })
})
