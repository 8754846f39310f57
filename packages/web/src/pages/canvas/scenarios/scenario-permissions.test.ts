import type { DealRole, Scenario } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { scenarioPermissions } from './scenario-permissions.ts'

const person = (id: string) => ({ user_id: id, display_name: id })

const scenario = (more: Partial<Scenario> = {}) =>
  ({ kind: 'shared', is_presented: false, author: person('a'), proposal: null, ...more }) as Scenario

const proposal = (by: string) => ({ proposed_by: person(by), proposed_at: '2026-01-01T00:00:00Z', reason: null })

const can = (of: Scenario, role: DealRole, userId = 'me', more: { closed?: boolean; needsApproval?: boolean } = {}) => {
  const deal = { role, status: more.closed === true ? ('finalized' as const) : ('open' as const) }
  const permissions = scenarioPermissions(of, { deal, userId, needsApproval: more.needsApproval === true })
  return Object.entries(permissions).flatMap(([name, allowed]) => (allowed ? name : []))
}

describe('what a user can do with a scenario', () => {
  it('is nothing for a viewer and on a finalized deal', () => {
    expect(can(scenario({ proposal: proposal('a') }), 'viewer')).toEqual([])
    expect(can(scenario({ proposal: proposal('a') }), 'owner', 'a', { closed: true })).toEqual([])
  })

  it('lets editors change shared scenarios, and only authors change and share private ones', () => {
    expect(can(scenario(), 'editor')).toEqual(['canEdit', 'canPropose'])
    expect(can(scenario({ kind: 'private' }), 'editor')).toEqual([])
    expect(can(scenario({ kind: 'private' }), 'editor', 'a')).toEqual([
      'canEdit',
      'canShare',
      'canDelete',
      'canPropose',
    ])
    expect(can(scenario({ kind: 'private' }), 'commenter', 'a')).toEqual(['canEdit', 'canDelete', 'canPropose'])
  })

  it('lets only owners change the presented scenario if the organization requires approval', () => {
    const presented = scenario({ is_presented: true })
    expect(can(presented, 'editor')).toEqual(['canEdit'])
    expect(can(presented, 'editor', 'me', { needsApproval: true })).toEqual([])
    expect(can(presented, 'owner', 'me', { needsApproval: true })).toEqual(['canEdit'])
  })

  it('lets owners present Base and shared scenarios, but not private ones and cases of the workbook', () => {
    expect(can(scenario({ kind: 'base', author: null }), 'owner')).toEqual(['canPresent'])
    expect(can(scenario({ kind: 'workbook', author: null }), 'owner')).toEqual([])
    expect(can(scenario(), 'owner')).toContain('canPresent')
    expect(can(scenario({ kind: 'private', proposal: proposal('a') }), 'owner')).not.toContain('canPresent')
  })

  it('lets the person who proposed it withdraw a proposal, and owners adopt or decline it', () => {
    const proposed = scenario({ kind: 'private', proposal: proposal('a') })
    expect(can(proposed, 'commenter', 'a')).toContain('canWithdraw')
    expect(can(proposed, 'owner')).toEqual(['canDelete', 'canDecline', 'canAdopt'])
  })
})
