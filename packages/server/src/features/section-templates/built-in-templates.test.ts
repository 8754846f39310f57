import { fencedBlocks } from '@deal-canvas/memo'
import { describe, expect, it } from 'vitest'
import { sectionKindsFor } from '../memo/index.ts'
import { contentOfBuiltIn } from './built-in-templates.ts'

const kinds = sectionKindsFor(null)

describe('built-in section templates', () => {
  it.each(kinds.map((kind) => [kind.label, kind] as const))('outline the section %s', (_, kind) => {
    const content = contentOfBuiltIn(kind, new Set())
    expect(content).toMatch(/^(# .+|\| .+ \|)/)
    expect(fencedBlocks(content)).toEqual([])
  })

  it('show at most six key figures, and only those that the deal has', () => {
    for (const kind of kinds) {
      const [block] = fencedBlocks(contentOfBuiltIn(kind, new Set(kind.metrics)))
      if (kind.metrics.length === 0) expect(block).toBeUndefined()
      else expect(block).toEqual({ block: 'kpis', metrics: kind.metrics.slice(0, 6) })
    }
  })

  it('are those for the type of deal', () => {
    const labels = (dealType: string) => sectionKindsFor(dealType).map(({ label }) => label)
    expect(labels('cre_office')).toContain('Tenancy & Lease Analysis')
    expect(labels('pe_lbo')).not.toContain('Tenancy & Lease Analysis')
    expect(labels('pe_lbo')).toContain('Quality of Earnings')
  })
})
