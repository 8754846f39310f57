import { expect, it } from 'vitest'
import { limitsOf } from './role-limits.ts'

it('tells members and admins what their role cannot do, and owners nothing', () => {
  expect(limitsOf('owner')).toBe('')
  expect(limitsOf('admin')).toContain('Only an owner')
  expect(limitsOf('member')).toContain('Only admins and owners')
})
