import { describe, expect, it } from 'vitest'
import { assignableRoles, limitsOf, mayRemove } from './may.ts'

describe('what a role may do in an organization', () => {
  it('owners give every role, admins those below owner, members none', () => {
    expect(assignableRoles('owner', 'member')).toEqual(['member', 'admin', 'owner'])
    expect(assignableRoles('admin', 'member')).toEqual(['member', 'admin'])
    expect(assignableRoles('admin', 'owner')).toEqual(['owner'])
    expect(assignableRoles('member', 'admin')).toEqual(['admin'])
  })

  it('everybody may leave, admins remove all but owners', () => {
    expect(mayRemove('member', 'member', true)).toBe(true)
    expect(mayRemove('member', 'member', false)).toBe(false)
    expect(mayRemove('admin', 'admin', false)).toBe(true)
    expect(mayRemove('admin', 'owner', false)).toBe(false)
    expect(mayRemove('owner', 'owner', false)).toBe(true)
  })

  it('only owners have nothing to be told', () => {
    expect(limitsOf('owner')).toBe('')
    expect(limitsOf('admin')).toContain('Only an owner')
    expect(limitsOf('member')).toContain('Only admins and owners')
  })
})
