import { describe, expect, it } from 'vitest'
import { tierLabel } from './tier-label.ts'

const withFrozen = (...metrics: string[]) => ({ frozen: { cells: [], cell_count: metrics.length, metrics } })

describe('tier label', () => {
  it('shows "Values only" only for a workbook without formulas behind its values', () => {
    expect(tierLabel('values_only', withFrozen())[0]).toBe('Values only')
    expect(tierLabel('values_only', undefined)[0]).toBe('Not recalculated')
    expect(tierLabel('values_only', withFrozen('noi'))).toEqual([
      'Not recalculated',
      '1 metric depends on formulas that cannot be recalculated, listed on the Quality page',
    ])
  })

  it('keeps "Full model" with frozen metrics and counts them in the description', () => {
    expect(tierLabel('full', withFrozen())).toEqual(['Full model', 'The workbook is recalculated here'])
    expect(tierLabel('full', withFrozen('noi', 'dscr'))[1]).toContain('2 metrics depend on frozen cells')
  })
})
