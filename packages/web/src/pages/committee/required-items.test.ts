import type { Committee } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { requiredItems } from './required-items.ts'

type Rules = Pick<Committee, 'rule' | 'quorum' | 'strict_readiness' | 'tally'>
const rules = (more: Partial<Rules> = {}): Rules => ({
  rule: 'owner',
  quorum: 0,
  strict_readiness: false,
  tally: { outcome: 'owner_decides', cast: 0, missing: 0 },
  ...more,
})
const checks = [
  { key: 'open_blockers', count: 1 },
  { key: 'contradictions', count: 0 },
  { key: 'high_findings', count: null },
] as const

it('asks for a reason for open blockers only, where the organization requires no readiness', () => {
  expect(
    requiredItems(rules({ tally: { outcome: 'owner_decides', cast: 0, missing: 2 } }), checks, 'approved'),
  ).toEqual(['open_blockers'])
})

it('asks for a reason for everything that is open or not known, where readiness is strict', () => {
  const tally = { outcome: 'owner_decides', cast: 0, missing: 1 } as const
  expect(requiredItems(rules({ strict_readiness: true, tally }), checks, 'deferred')).toEqual([
    'open_blockers',
    'high_findings',
    'votes_missing',
  ])
})

it('asks for a reason for missing, contrary and hidden votes, where votes decide', () => {
  const required = (outcome: Committee['tally']['outcome'], missing: number, decision: 'approved' | 'deferred') =>
    requiredItems(rules({ rule: 'majority', tally: { outcome, cast: 1, missing } }), [], decision)
  expect(required('pending', 1, 'approved')).toEqual(['votes_missing'])
  expect(required('declined', 0, 'approved')).toEqual(['votes_outcome'])
  expect(required('approved', 1, 'approved')).toEqual([])
  expect(required(null, 1, 'approved')).toEqual(['votes_missing', 'votes_outcome'])
  expect(required(null, 1, 'deferred')).toEqual([])
})
