import { readFileSync } from 'node:fs'
import * as engine from '@deal-canvas/engine'
import { strFromU8, unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, it } from 'vitest'

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
type Reference = (given?: Record<string, number>) => Record<string, number>

const scripts = new URL('../../../../../scripts/demo-workbooks/', import.meta.url)
const committed = (file: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../demo/${file}`, import.meta.url)))

const open = (file: string) => {
  const workbook = engine.readWorkbook(committed(file))
  const calculator = engine.openCalculator(workbook)
  const { dealType, matches } = engine.mapMetrics(workbook, calculator.model)
  return { workbook, calculator, dealType, matches }
}
type Opened = ReturnType<typeof open>

const sheetOf = ({ workbook }: Opened, name: string): number => workbook.sheets.findIndex((one) => one.name === name)

const assessed = (opened: Opened) =>
  engine.assess(
    opened.calculator,
    opened.matches.flatMap(({ metricKey, alternatives, ...match }) =>
      [match, ...alternatives].map(({ sheet, row, column, confidence, value, period }) => ({
        metricKey,
        value: typeof value === 'number' ? value : null,
        sheet: sheetOf(opened, sheet),
        ...{ row, column, confidence },
        period: period?.label ?? null,
      })),
    ),
  )

/** A metric as its cell has it now, in the unit of the metric. */
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

const workbooks = ['riverside.xlsx', 'helios.xlsx', 'harbor.xlsx'] as const

let generator: Generator
let riversideReference: Reference
let heliosReference: Reference
let opened: Record<(typeof workbooks)[number], Opened>

beforeAll(async () => {
  // By a computed address: the service itself must not depend on scripts.
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

describe('the files of the demo deals', () => {
  it('are byte for byte what the generator makes', () => {
    const made = generator.demoFiles(engine)
    const different = Object.entries(made).filter(([file, bytes]) => Buffer.compare(bytes, committed(file)) !== 0)
    expect(different.map(([file]) => file)).toEqual([])
  })

  it.each(workbooks)('%s has no value that its formula does not give', (file) => {
    const { formulas, agreeing, frozen, disagreeing } = opened[file].calculator.check
    expect({ agreeing, frozen: frozen.size, disagreeing }).toEqual({ agreeing: formulas, frozen: 0, disagreeing: [] })
  })

  it('come in both tiers and three kinds of deal', () => {
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

  it.each(workbooks)('%s has every headline metric of its kind of deal, found without much doubt', (file) => {
    const { matches, dealType } = opened[file]
    const sure = new Set(matches.filter(({ confidence }) => confidence >= 0.7).map(({ metricKey }) => metricKey))
    const wanted = engine.metricCatalogue.filter(
      ({ core, domains }) => core && dealType.domain !== undefined && domains.includes(dealType.domain),
    )
    expect(wanted.filter(({ key }) => !sure.has(key)).map(({ key }) => key)).toEqual([])
  })

  it('Riverside has thousands of live formulas, Harbor none', () => {
    expect(opened['riverside.xlsx'].calculator.check.formulas).toBeGreaterThan(5_000)
    expect(opened['harbor.xlsx'].calculator.check.formulas).toBe(0)
  })

  it('Helios keeps its hidden sheet, its names and its circular interest', () => {
    const { workbook } = opened['helios.xlsx']
    expect(workbook.sheets.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['QoE'])
    expect(workbook.names.map(({ name }) => name)).toContain('ExitMultiple')
    expect(workbook.iteration).toBeDefined()
  })
})

describe('the numbers of the demo workbooks', () => {
  it('Riverside gives what a plain reckoning gives', () => {
    expectAll(opened['riverside.xlsx'], riversideReference())
  })

  it('Riverside moves as the reckoning does', () => {
    const changed = open('riverside.xlsx')
    setMetric(changed, 'exit_cap_rate_pct', 0.06)
    setMetric(changed, 'rent_growth_pct', 0.02)
    setMetric(changed, 'hold_period_months', 84)
    expectAll(changed, riversideReference({ exitCap: 0.06, rentGrowth: 0.02, hold: 84 }))
  })

  it('Helios gives what a plain reckoning gives', () => {
    expectAll(opened['helios.xlsx'], heliosReference())
  })

  it('Helios moves as the reckoning does', () => {
    const changed = open('helios.xlsx')
    setMetric(changed, 'revenue_growth_pct', 0.05)
    setMetric(changed, 'exit_multiple', 8)
    setMetric(changed, 'interest_rate_pct', 0.11)
    expectAll(changed, heliosReference({ growth: 0.05, exitMultiple: 8, rate: 0.11 }))
  })
})

describe('what is wrong on purpose', () => {
  it.each(workbooks)('in %s is found where it was planted, and nothing else', (file) => {
    const told = ({ check, sheet, cell }: Omit<Planted, 'file'>) => `${check} ${sheet}!${cell}`
    const { findings, counts } = assessed(opened[file])
    const expected = generator.planted.filter((one) => one.file === file)
    expect(findings.map(told).toSorted()).toEqual(expected.map(told).toSorted())
    expect(counts.critical).toBe(0)
  })

  it('in documents stands beside numbers that agree with the model', async () => {
    const files = [...new Set(generator.claims.map(({ file }) => file))]
    const texts = new Map(await Promise.all(files.map(async (file) => [file, await plainText(file)] as const)))
    for (const { file, metric, words, value, differs = false } of generator.claims) {
      expect(texts.get(file)).toContain(words)
      const workbook = workbooks.find((one) => file.startsWith(one.replace('.xlsx', '-')))
      const own = workbook === undefined ? Number.NaN : metricOf(opened[workbook], metric)
      expect([metric, Math.abs(own / value - 1) > 0.001]).toEqual([metric, differs])
    }
  })
})
