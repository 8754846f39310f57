import { ApiError } from '@deal-canvas/client'
import { describe, expect, it } from 'vitest'
import { readConflicts } from './read-conflicts.ts'

const conflict = { metric_key: 'exit_cap_rate_pct', label: 'Exit Cap Rate', base: null, current: 5.75, proposed: 6 }
const refusal = (code: string, fields: Record<string, unknown>) =>
  new ApiError({ status: 409, code, detail: 'Refused', fields })

describe('conflicts of a proposal', () => {
  it('are those that the service names', () => {
    expect(readConflicts(refusal('scenario_conflict', { conflicts: [conflict] }))).toEqual([conflict])
  })

  it('are empty if the service names none, and undefined for any other error', () => {
    expect(readConflicts(refusal('scenario_conflict', {}))).toEqual([])
    expect(readConflicts(refusal('scenario_conflict', { conflicts: ['x', null] }))).toEqual([])
    expect(readConflicts(refusal('deal_finalized', { conflicts: [conflict] }))).toBeUndefined()
    expect(readConflicts(new Error('offline'))).toBeUndefined()
    expect(readConflicts(null)).toBeUndefined()
  })
})
