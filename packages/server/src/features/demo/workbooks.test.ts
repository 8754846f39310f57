import { readFileSync } from 'node:fs'
import * as engine from '@deal-canvas/engine'
import { citedMetrics } from '@deal-canvas/memo'
import { strFromU8, unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfidence } from '../metrics/provenance.ts'
import { chooseCells } from '../models/chosen-cells.ts'
import type { ChosenCell } from '../models/model-state.ts'
import { ownName } from '../models/own-name.ts'
import type { CheckedNumbers } from './demo-deal.ts'
import { harbor } from './harbor.ts'
import { helios } from './helios.ts'
import { riverside } from './riverside.ts'

interface Planted {
  file: string
  check: string
  sheet: string | null
  cell: string | null
}
interface Claim {
  file: string
  metric: string
  words: string
  value: number
  differs?: true
}
interface Generator {
  demoFiles(from: typeof engine): Record<string, Uint8Array>
  planted: readonly Planted[]
  claims: readonly Claim[]
}
interface Truth {
  file: string
  expected: readonly { key: string; values: readonly (number | string)[] }[]
}
type Reference = (given?: Record<string, number>) => Record<string, number>

const scripts = new URL('../../../../../scripts/demo-workbooks/', import.meta.url)
const committed = (file: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../demo/${file}`, import.meta.url)))

const workbooks = ['riverside.xlsx', 'helios.xlsx', 'harbor.xlsx'] as const
type DemoFile = (typeof workbooks)[number]
const dealOf = { 'riverside.xlsx': riverside, 'helios.xlsx': helios, 'harbor.xlsx': harbor }

const truths: readonly Truth[] = JSON.parse(
  readFileSync(new URL('../../../../../bench/model-reading/more-truth.json', import.meta.url), 'utf8'),
)
/** Returns the expected values of every metric in the workbook, determined by hand. */
const truthOf = (name: DemoFile): Truth['expected'] => {
  const truth = truths.find(({ file }) => file === `demo/${name}`)
  if (truth === undefined) throw new Error(`Nobody has read ${name}`)
  return truth.expected
}

/** The editor's choices and confirmations for the workbook. */
const checkedIn = (file: DemoFile): CheckedNumbers => {
  const { from } = dealOf[file]
  return 'files' in from ? from.checked : {}
}

/** The cells that the editor of the deal chose, in the form the engine expects. */
const chosenIn = (file: DemoFile): ChosenCell[] =>
  (checkedIn(file).choices ?? []).flatMap(({ metric_key: metricKey, cell }) =>
    cell === undefined ? [] : [{ metricKey, ...ownName(metricKey, undefined), ...cell, scale: cell.scale }],
  )

const open = (file: DemoFile) => {
  const workbook = engine.readWorkbook(committed(file))
  const calculator = engine.openCalculator(workbook)
  const map = engine.mapMetrics(workbook, calculator.model)
  const { matches } = chooseCells(calculator, map, chosenIn(file))
  return { workbook, calculator, dealType: map.dealType, map, matches }
}
type Opened = ReturnType<typeof open>

const sheetOf = ({ workbook }: Opened, name: string): number =>
  workbook.sheets.findIndex((sheet) => sheet.name === name)

const assessed = ({ calculator, matches }: Opened) =>
  engine.assess(calculator, engine.metricsForChecks(calculator.model, matches))

/** Returns the current value of a metric's cell, in the unit of the metric. */
const metricOf = (opened: Opened, key: string): number => {
  const match = opened.matches.find(({ metricKey }) => metricKey === key)
  if (match === undefined) throw new Error(`${key} was not found`)
  const { grid } = opened.calculator.model
  return Number(grid.get(grid.idOf(sheetOf(opened, match.sheet), match.row, match.column))) * match.scale
}

const setMetric = (opened: Opened, key: string, raw: number): void => {
  const match = opened.matches.find(({ metricKey }) => metricKey === key)
  if (match === undefined) throw new Error(`${key} was not found`)
  const id = opened.calculator.model.grid.idOf(sheetOf(opened, match.sheet), match.row, match.column)
  opened.calculator.set([{ id, value: raw }])
}

const expectAll = (opened: Opened, reference: Record<string, number>): void => {
  for (const [key, expected] of Object.entries(reference)) {
    const difference = Math.abs(metricOf(opened, key) / expected - 1)
    expect(difference, `${key}: ${metricOf(opened, key)}, reference ${expected}`).toBeLessThan(1e-7)
  }
}

const textOf: Record<string, (bytes: Uint8Array) => Promise<string>> = {
  md: async (bytes) => strFromU8(bytes),
  docx: async (bytes) =>
    strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()).replaceAll(/<[^>]+>/g, ' '),
  pdf: async (bytes) => {
    const document = await getDocument({ data: bytes, verbosity: 0 }).promise
    const pages = await Promise.all(
      Array.from({ length: document.numPages }, async (_, n) => {
        const { items } = await (await document.getPage(n + 1)).getTextContent()
        return items.map((item) => ('str' in item ? item.str : '')).join(' ')
      }),
    )
    await document.destroy()
    return pages.join(' ')
  },
}
const plainText = async (file: string): Promise<string> => {
  const read = textOf[file.slice(file.lastIndexOf('.') + 1)]
  if (read === undefined) throw new Error(`${file} is no document`)
  return (await read(committed(file))).replaceAll(/\s+/g, ' ')
}

let generator: Generator
let riversideReference: Reference
let heliosReference: Reference
let opened: Record<DemoFile, Opened>

beforeAll(async () => {
  // A computed URL, because the service itself must not depend on scripts.
  const load = (path: string) => import(/* @vite-ignore */ new URL(path, scripts).href)
  generator = await load('demo-files.mjs')
  ;({ riversideReference } = await load('reference/riverside.mjs'))
  ;({ heliosReference } = await load('reference/helios.mjs'))
  opened = {
    'riverside.xlsx': open('riverside.xlsx'),
    'helios.xlsx': open('helios.xlsx'),
    'harbor.xlsx': open('harbor.xlsx'),
  }
})

describe('demo files', () => {
  it('ships demo files that match the generator’s output byte for byte', () => {
    const made = generator.demoFiles(engine)
    const different = Object.entries(made).filter(([file, bytes]) => Buffer.compare(bytes, committed(file)) !== 0)
    expect(different.map(([file]) => file)).toEqual([])
  })

  it.each(workbooks)('has cached values in %s that all agree with their formulas', (file) => {
    const { formulas, agreeing, frozen, disagreeing } = opened[file].calculator.check
    expect({ agreeing, frozen: frozen.size, disagreeing }).toEqual({ agreeing: formulas, frozen: 0, disagreeing: [] })
  })

  it('ships demo workbooks of both tiers and three deal types', () => {
    const judged = workbooks.map((file) => {
      const { calculator, matches, dealType } = opened[file]
      return [engine.tierOf(calculator, matches), dealType.domain]
    })
    expect(judged).toEqual([
      ['full', 'cre_multifamily'],
      ['full', 'pe_lbo'],
      ['values_only', 'cre_office'],
    ])
  })

  it.each(workbooks)('finds every headline metric of the deal type in %s', (file) => {
    const { map } = opened[file]
    const found = new Set(map.matches.map(({ metricKey }) => metricKey))
    const wanted = engine.metricCatalogue.filter(
      ({ core, domains }) => core && map.dealType.domain !== undefined && domains.includes(map.dealType.domain),
    )
    expect(wanted.length).toBeGreaterThan(10)
    expect(wanted.filter(({ key }) => !found.has(key)).map(({ key }) => key)).toEqual([])
  })

  it.each(workbooks)('reads %s as a person would, except for the cells that its editor chose', (file) => {
    const { map } = opened[file]
    const chosen = new Set(chosenIn(file).map(({ metricKey }) => metricKey))
    const isRight = (value: number | string | undefined, expected: readonly (number | string)[]): boolean =>
      expected.some((item) =>
        typeof item === 'number' && typeof value === 'number'
          ? Math.abs(value - item) <= 1e-6 * Math.max(1, Math.abs(item))
          : value === item,
      )
    const wrong = truthOf(file).flatMap(({ key, values }) => {
      const value = map.matches.find(({ metricKey }) => metricKey === key)?.value
      return chosen.has(key) || isRight(value, values) ? [] : [[key, value]]
    })
    expect(wrong).toEqual([])
  })

  it.each(workbooks)('leaves no headline metric and no number of the memo unconfirmed in %s', (file) => {
    const checked = new Set([...chosenIn(file).map(({ metricKey }) => metricKey), ...(checkedIn(file).confirm ?? [])])
    const cited = new Set(dealOf[file].sections.flatMap(({ content }) => citedMetrics(content)))
    const unconfirmed = opened[file].matches.filter(
      ({ metricKey, confidence }) =>
        confidence < readConfidence &&
        !checked.has(metricKey) &&
        (cited.has(metricKey) || engine.kindOf(metricKey)?.core === true),
    )
    expect(unconfirmed.map(({ metricKey, confidence }) => [metricKey, confidence])).toEqual([])
  })

  it('has thousands of live formulas in Riverside and none in Harbor', () => {
    expect(opened['riverside.xlsx'].calculator.check.formulas).toBeGreaterThan(5_000)
    expect(opened['harbor.xlsx'].calculator.check.formulas).toBe(0)
  })

  it('keeps the hidden sheet, the defined names and the circular interest of Helios', () => {
    const { workbook } = opened['helios.xlsx']
    expect(workbook.sheets.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['QoE'])
    expect(workbook.names.map(({ name }) => name)).toContain('ExitMultiple')
    expect(workbook.iteration).toBeDefined()
  })
})

describe('demo workbook numbers', () => {
  it('computes the Riverside metrics like an independent reference calculation', () => {
    expectAll(opened['riverside.xlsx'], riversideReference())
  })

  it('matches the reference calculation when Riverside inputs change', () => {
    const changed = open('riverside.xlsx')
    setMetric(changed, 'exit_cap_rate_pct', 0.06)
    setMetric(changed, 'rent_growth_pct', 0.02)
    setMetric(changed, 'hold_period_months', 84)
    expectAll(changed, riversideReference({ exitCap: 0.06, rentGrowth: 0.02, hold: 84 }))
  })

  it('computes the Helios metrics like an independent reference calculation', () => {
    expectAll(opened['helios.xlsx'], heliosReference())
  })

  it('matches the reference calculation when Helios inputs change', () => {
    const changed = open('helios.xlsx')
    setMetric(changed, 'revenue_growth_pct', 0.05)
    setMetric(changed, 'exit_multiple', 8)
    setMetric(changed, 'interest_rate_pct', 0.11)
    expectAll(changed, heliosReference({ growth: 0.05, exitMultiple: 8, rate: 0.11 }))
  })
})

describe('planted errors', () => {
  it.each(workbooks)('finds exactly the planted errors in %s', (file) => {
    const locationOf = ({ check, sheet, cell }: Omit<Planted, 'file'>) => `${check} ${sheet}!${cell}`
    const { findings, counts } = assessed(opened[file])
    const expected = generator.planted.filter((item) => item.file === file)
    expect(findings.map(locationOf).toSorted()).toEqual(expected.map(locationOf).toSorted())
    expect(counts.critical).toBe(0)
  })

  it('has documents whose claims agree with the model except for the planted differences', async () => {
    const files = [...new Set(generator.claims.map(({ file }) => file))]
    const texts = new Map(await Promise.all(files.map(async (file) => [file, await plainText(file)] as const)))
    for (const { file, metric, words, value, differs = false } of generator.claims) {
      expect(texts.get(file)).toContain(words)
      const workbook = workbooks.find((item) => file.startsWith(item.replace('.xlsx', '-')))
      const own = workbook === undefined ? Number.NaN : metricOf(opened[workbook], metric)
      expect([metric, Math.abs(own / value - 1) > 0.001]).toEqual([metric, differs])
    }
  })
})
