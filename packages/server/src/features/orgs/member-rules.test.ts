import { atLeast, orgRoles } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { mayAssign, mayRemove } from './member-rules.ts'

const everyPair = orgRoles.flatMap((one) => orgRoles.map((other) => [one, other] as const))

describe('giving a role', () => {
  it.each(everyPair)('from %s to %s: members never, owners always, admins below owner', (from, to) => {
    expect(mayAssign('member', from, to)).toBe(false)
    expect(mayAssign('admin', from, to)).toBe(from !== 'owner' && to !== 'owner')
    expect(mayAssign('owner', from, to)).toBe(true)
  })
})

describe('removing', () => {
  it.each(everyPair)('by %s of %s: admins and owners, and nobody who stands above', (acting, removed) => {
    expect(mayRemove(acting, removed, false)).toBe(acting !== 'member' && atLeast(orgRoles, acting, removed))
    expect(mayRemove(acting, removed, true)).toBe(true)
  })
})
