import { kindOf } from '@deal-canvas/engine'
import { citedMetrics } from '@deal-canvas/memo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../sections/catalogue.ts'
import { draftSection } from './draft-section.ts'
import { sentences } from './sentences.ts'

const sectionOf = (key: string) => {
  const section = catalogue.find((item) => item.key === key)
  if (section === undefined) throw new Error(`no section ${key}`)
  return section
}
const known = (...keys: string[]) => new Map(keys.map((key) => [key, kindOf(key)?.label ?? key]))
const given = (...keys: string[]) => ({ known: known(...keys) })

describe('drafted section', () => {
  it('drafts sentences from known metrics and lists the remaining ones', () => {
    const draft = draftSection(
      sectionOf('financing_structure'),
      given('loan_amount', 'interest_rate_pct', 'dscr', 'ltc_pct'),
    )
    expect(draft).toBe(
      'The loan is [[loan_amount]] at [[interest_rate_pct]]. DSCR is [[dscr]].\n\n- **Loan to Cost**: [[ltc_pct]]',
    )
  })

  it('drafts nothing for a section without known metrics', () => {
    expect(draftSection(sectionOf('financing_structure'), given())).toBeUndefined()
    expect(draftSection(sectionOf('legal_regulatory'), given('noi'))).toBeUndefined()
  })

  it('names unconfirmed metrics without stating their values', () => {
    const section = sectionOf('financing_structure')
    expect(
      draftSection(section, {
        known: known('loan_amount', 'interest_rate_pct'),
        unconfirmed: known('dscr', 'ltc_pct'),
      }),
    ).toBe(
      'The loan is [[loan_amount]] at [[interest_rate_pct]].\n\n*To confirm in the workbook: Loan to Cost, Debt Service Coverage Ratio.*',
    )
    expect(draftSection(section, { known: known(), unconfirmed: known('dscr') })).toBe(
      '*To confirm in the workbook: Debt Service Coverage Ratio.*',
    )
  })

  it('names missing metrics only if the section has other content', () => {
    const section = sectionOf('financing_structure')
    expect(draftSection(section, { known: known('loan_amount', 'interest_rate_pct'), missing: known('dscr') })).toBe(
      'The loan is [[loan_amount]] at [[interest_rate_pct]].\n\n*Not found in the workbook: Debt Service Coverage Ratio.*',
    )
    expect(draftSection(section, { known: known(), missing: known('dscr') })).toBeUndefined()
  })

  it('drafts a human-written section as a prompt with the available metrics', () => {
    expect(draftSection(sectionOf('risks_mitigants'), given('dscr'))).toBe(
      '*To be written: likelihood, severity, mitigant, residual.*\n\n- **Debt Service Coverage Ratio**: [[dscr]]',
    )
  })

  it('drafts a section that cites only known metrics and states no number of its own [SECTION-7]', () => {
    const metrics = [...new Set(catalogue.flatMap((section) => section.metrics))]
    fc.assert(
      fc.property(fc.subarray(metrics), fc.constantFrom(...catalogue), (keys, section) => {
        const draft = draftSection(section, given(...keys)) ?? ''
        const cited = [...draft.matchAll(/\[\[([a-z0-9_]+)\]\]/g)].map(([, key = '']) => key)
        const isOwn = section.authoring === 'human' || !/\d/.test(draft.replaceAll(/\[\[[^\]]*\]\]|\*\*[^*]*\*\*/g, ''))
        return cited.every((key) => keys.includes(key)) && new Set(cited).size === cited.length && isOwn
      }),
      { numRuns: 300 },
    )
  })

  it('uses only sections and metrics from the catalogs in its sentences', () => {
    for (const [key, ways] of Object.entries(sentences)) {
      expect(catalogue.map((section) => section.key)).toContain(key)
      for (const way of ways.flat())
        for (const metric of citedMetrics(way)) expect(kindOf(metric), metric).toBeDefined()
    }
  })
})
