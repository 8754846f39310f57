import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedMetrics } from './cited-metrics.ts'

const key = fc.stringMatching(/^[a-z0-9_]{1,80}$/)
const between = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[[\]]/g, ''))

describe('cited metrics', () => {
  it('returns the metrics between double brackets, each once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(between, key)), between, (parts, end) => {
        const text = parts.map(([before, cited]) => `${before}[[${cited}]]`).join('') + end
        expect(citedMetrics(text)).toEqual([...new Set(parts.map(([, cited]) => cited))])
      }),
    )
  })

  it('returns only keys that occur in the text, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', 'a', '_', 'A', ' ', '\n') }), (text) => {
        for (const cited of citedMetrics(text)) expect(text).toContain(`[[${cited}]]`)
      }),
    )
  })

  it.each([
    ['[[noi]]', ['noi']],
    ['[[[noi]]]', ['noi']],
    ['[[a]][[b]][[a]]', ['a', 'b']],
    [`[[${'x'.repeat(80)}]]`, ['x'.repeat(80)]],
    [`[[${'x'.repeat(81)}]]`, []],
    ['[[]] [noi] [[NOI]] [[n oi]] [[noi]', []],
  ])('reads %s as citing %j', (text, cited) => {
    expect(citedMetrics(text)).toEqual(cited)
  })

  it('reads 100,000 opening brackets without slowing down', () => {
    expect(citedMetrics('['.repeat(100_000))).toEqual([])
  })

  it('returns the metrics of blocks too, however their JSON is laid out', () => {
    const block = { block: 'kpis', metrics: ['dscr', 'noi'] }
    for (const json of [JSON.stringify(block), JSON.stringify(block, null, 2)])
      expect(citedMetrics(`[[noi]]\n\n\`\`\`dc-block\n${json}\n\`\`\`\n\n[[moic]]`)).toEqual(['noi', 'moic', 'dscr'])
    expect(citedMetrics('```dc-block\n{"block": "kpis"\n```')).toEqual([])
  })
})
