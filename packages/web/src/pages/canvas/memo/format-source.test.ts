import { describe, expect, it } from 'vitest'
import { formatComputed, formatPrecise, formatSource, whyNoValue } from './format-source.ts'
import { someMetric as metric } from './testing.ts'

describe('source of a number', () => {
  it('explains why a metric has no value', () => {
    expect(whyNoValue('noi', undefined, 'here')).toBe('This deal has no metric called noi. It may have been removed.')
    expect(whyNoValue('noi', { ...metric, value: null }, 'here')).toBe('No value has been entered yet.')
    expect(whyNoValue('noi', { ...metric, value: null, kind: 'derived' }, 'here')).toBe(
      'A number that this metric is calculated from is missing.',
    )
    const source = { file: 'a.xlsx', sheet: 'S', cell: 'B2' }
    expect(whyNoValue('noi', { ...metric, value: null, source }, 'here')).toBe('The cell does not contain a number.')
    expect(whyNoValue('noi', { ...metric, value: 0 }, 'here')).toBeUndefined()
  })

  it('does not call a metric unknown while the metrics are loading or failed to load', () => {
    expect(formatSource(undefined, 'loading')).toBe('Loading source')
    expect(whyNoValue('noi', undefined, 'loading')).toBeUndefined()
    expect(formatSource(undefined, 'failed')).toBe('Source not loaded')
    expect(whyNoValue('noi', undefined, 'failed')).toMatch(/could not be loaded/)
    expect(formatSource(undefined, 'here')).toBe('Unknown metric')
  })

  it('names the cell of a number, or that there is none', () => {
    expect(formatSource({ ...metric, source: { file: 'a.xlsx', sheet: 'S', cell: 'B2' } }, 'here')).toBe('S!B2')
    expect(formatSource(metric, 'here')).toBe('Entered by hand')
  })

  it('never claims a full recalculation when a part was not recalculated', () => {
    const computed = { ...metric, provenance: { ...metric.provenance, origin: 'computed' as const } }
    expect(formatComputed({ ...computed, computed_share: 1 })).toBe('Recalculated in full')
    expect(formatComputed({ ...computed, computed_share: 0.999 })).toBe('99% recalculated')
    expect(formatComputed({ ...computed, computed_share: null })).toBeUndefined()
  })

  it.each(['overridden', 'input', 'frozen', 'manual'] as const)(
    'does not say that a number was recalculated when it is %s',
    (origin) => {
      const provenance = { ...metric.provenance, origin }
      expect(formatComputed({ ...metric, computed_share: 1, provenance })).toBeUndefined()
    },
  )

  it('shows the digits that the memo rounds away', () => {
    expect(formatPrecise(18.1634)).toBe('18.1634')
    expect(formatPrecise(-3_240_112.5)).toBe('\u22123,240,112.5')
  })
})
