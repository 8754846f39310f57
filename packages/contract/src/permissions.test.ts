import { describe, expect, it } from 'vitest'
import { atLeast, dealRoles, orgRoles } from './access.ts'
import { dealStatuses } from './deals.ts'
import {
  assignableRoles,
  canAssignRole,
  canComment,
  canDeleteComment,
  canEditComment,
  canEditDeal,
  canManageDeal,
  canManageOrg,
  canRemoveMember,
} from './permissions.ts'

const everyPair = orgRoles.flatMap((one) => orgRoles.map((other) => [one, other] as const))

describe('organization permissions', () => {
  it.each(everyPair)(
    'lets owners change a role from %s to %s, admins only below owner, and members never',
    (from, to) => {
      expect(canAssignRole('member', from, to)).toBe(false)
      expect(canAssignRole('admin', from, to)).toBe(from !== 'owner' && to !== 'owner')
      expect(canAssignRole('owner', from, to)).toBe(true)
    },
  )

  it('offers owners every role, admins the roles below owner, and members only the current one', () => {
    expect(assignableRoles('owner', 'member')).toEqual(['member', 'admin', 'owner'])
    expect(assignableRoles('admin', 'member')).toEqual(['member', 'admin'])
    expect(assignableRoles('admin', 'owner')).toEqual(['owner'])
    expect(assignableRoles('member', 'admin')).toEqual(['admin'])
  })

  it.each(everyPair)(
    'lets a %s remove a %s only as an admin or owner of the same or a higher rank',
    (acting, removed) => {
      expect(canRemoveMember(acting, removed, false)).toBe(acting !== 'member' && atLeast(orgRoles, acting, removed))
      expect(canRemoveMember(acting, removed, true)).toBe(true)
    },
  )

  it('lets admins and owners manage an organization', () => {
    expect(orgRoles.filter(canManageOrg)).toEqual(['admin', 'owner'])
  })
})

describe('deal permissions', () => {
  it('lets commenters comment and editors edit while the deal is open', () => {
    const rolesThat = (can: typeof canComment) =>
      dealStatuses.map((status) => dealRoles.filter((role) => can({ role, status })))
    expect(rolesThat(canComment)).toEqual([['commenter', 'editor', 'owner'], [], []])
    expect(rolesThat(canEditDeal)).toEqual([['editor', 'owner'], [], []])
  })

  it('lets only owners manage a deal', () => {
    expect(dealRoles.filter(canManageDeal)).toEqual(['owner'])
  })

  it('lets authors edit their comments, and authors and owners delete them', () => {
    const [mine, other] = [
      { userId: 'ada', authorId: 'ada' },
      { userId: 'ada', authorId: 'bob' },
    ]
    expect([mine, other].map(canEditComment)).toEqual([true, false])
    expect([canDeleteComment('commenter', mine), canDeleteComment('editor', other)]).toEqual([true, false])
    expect(canDeleteComment('owner', other)).toBe(true)
    expect([canDeleteComment(undefined, mine), canDeleteComment(undefined, other)]).toEqual([true, false])
  })
})
