import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as engine from '../packages/engine/src/index.ts'
import { readArguments } from '../scripts/workbook/arguments.mjs'
import { runWorkbook } from '../scripts/workbook/run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A zip file with uncompressed entries. */
const zipOf = (parts: Readonly<Record<string, string>>): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [label, data] = [Buffer.from(name), Buffer.from(text)]
    const sums = Buffer.alloc(12)
    sums.writeUInt32LE(crc32(data), 0)
    sums.writeUInt32LE(data.length, 4)
    sums.writeUInt32LE(data.length, 8)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    sums.copy(local, 14)
    local.writeUInt16LE(label.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    sums.copy(central, 16)
    central.writeUInt16LE(label.length, 28)
    central.writeUInt32LE(at, 42)
    files.push(local, label, data)
    directory.push(central, label)
    at += local.length + label.length + data.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}

/** Label, value, formula, style: 1 is dollars, 2 a percentage, 3 a multiple, 4 euros. */
const rows: readonly (readonly [string, number, string, number])[] = [
  ['Purchase Price', 20_000_000, '', 1],
  ['Net Operating Income', 1_200_000, '', 1],
  ['Exit Cap Rate', 0.06, '', 2],
  ['Exit Value', 20_000_000, 'B2/B3', 1],
  ['Going-in Cap Rate', 0.06, 'B2/B1', 2],
  ['Net Sale Proceeds', 19_600_000, 'B4*0.98', 1],
  ['Annual Debt Service', 1_000_000, '', 1],
  ['DSCR', 1.2, 'B2/B7', 3],
]

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

interface Variant {
  wrong?: boolean
  formulas?: boolean
  /** Replaces the default rows of the sheet. */
  sheet?: string
}

const cellsOf = ({ wrong = false, formulas = true }: Variant): string =>
  rows
    .map(([label, value, formula, style], n) => {
      const held = wrong && formula === 'B2/B7' ? value + 1 : value
      const computed = formula === '' || !formulas ? '' : `<f>${formula}</f>`
      return `<row r="${n + 1}"><c r="A${n + 1}" t="inlineStr"><is><t>${label}</t></is></c><c r="B${n + 1}" s="${style}">${computed}<v>${held}</v></c></row>`
    })
    .join('')

/** A one-sheet workbook; `wrong` adds a cached value that does not match, `formulas: false` has values only. */
const workbook = (variant: Variant = {}): Buffer =>
  zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Deal" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0"/><numFmt numFmtId="165" formatCode="0.00&quot;x&quot;"/><numFmt numFmtId="166" formatCode="[$€-407]#,##0.0"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${variant.sheet ?? cellsOf(variant)}</sheetData></worksheet>`,
  })

describe('workbook command', () => {
  let folder: string
  let good: string
  let wrong: string
  let broken: string
  let plain: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'workbook-command-'))
    good = join(folder, 'good.xlsx')
    wrong = join(folder, 'wrong.xlsx')
    broken = join(folder, 'broken.xlsx')
    writeFileSync(good, workbook())
    writeFileSync(wrong, workbook({ wrong: true }))
    mkdirSync(join(folder, 'values'))
    plain = join(folder, 'values', 'plain.xlsx')
    writeFileSync(plain, workbook({ formulas: false }))
    writeFileSync(broken, 'not a workbook')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (...argv: string[]) => {
    const [printed, complaints]: [string[], string[]] = [[], []]
    const request = readArguments(argv)
    if (request.objection !== undefined) return { code: 1, lines: printed, complaints: [request.objection] }
    const code = runWorkbook(request, {
      engine,
      root,
      print: (text) => printed.push(text),
      complain: (text) => complaints.push(text),
    })
    return { code, lines: printed, complaints }
  }

  it('checks each workbook file, prints one JSON line per file, and continues after an unreadable one', () => {
    const missing = join(folder, 'missing.xlsx')
    const { code, lines } = run('check', good, broken, missing, wrong, '--json')
    expect(code).toBe(0)
    const [first, second, third, last, ...more] = lines.map((line) => JSON.parse(line))
    expect(more).toEqual([])
    expect(first).toMatchObject({
      file: good,
      sheets: 1,
      formulas: 4,
      computed: 4,
      agreeing: 4,
      disagreeing: [],
      unsupported: {},
      tier: 'full',
      deal_type: first.deal_type_legacy,
      deal_type_confidence: expect.any(Number),
      units: { scale: 1, name: 'units' },
      currency: 'USD',
      boundary: { last_actual_year: null },
      scenario: null,
      unsure: expect.any(Object),
      integrity: { score: expect.any(Number), counts: { critical: 0 }, findings: expect.any(Array) },
      ms: expect.any(Number),
    })
    expect(first.metrics.exit_cap_rate_pct).toEqual({
      value: 6,
      unit: 'percentage_points',
      sheet: 'Deal',
      cell: 'B3',
      confidence: expect.any(Number),
      period: null,
      alternatives: [],
    })
    expect(second).toEqual({ file: broken, error: expect.any(String) })
    expect(third).toEqual({ file: missing, error: 'There is no such file' })
    expect(last).toMatchObject({
      agreeing: 3,
      disagreeing: [{ sheet: 'Deal', cell: 'B8', formula: 'B2/B7', expected: 2.2, got: 1.2 }],
      tier: 'full',
    })
  })

  it('prints how many formulas agree, the tier, the integrity score and the headline metrics of a workbook', () => {
    const [text] = run('check', wrong).lines
    expect(text).toContain('4 formulas, 4 computed, 3 agree (75.00 %)')
    expect(text).toContain('Deal!B8 =B2/B7: 2.2 expected, 1.2 computed')
    expect(text).toMatch(/tier full, integrity \d+/)
    expect(text).toMatch(/Exit Cap Rate +6\.00 % +Deal!B3/)
    expect(text).toMatch(/Exit Cap Rate +6\.00 % +Deal!B3 +\d+ %/)
    expect(text).toMatch(/deal type +\w+ \(\d+ %\)/)
    expect(text).toMatch(
      /units +units\n +currency +USD\n +last actual year +unknown\n +live scenario +no selector found/,
    )
  })

  describe('reading of a whole workbook', () => {
    const cells = ([label, value]: readonly [string, number | string], n: number): string =>
      typeof value === 'number'
        ? `<row r="${n + 1}">${text(`A${n + 1}`, label)}<c r="B${n + 1}" s="4"><v>${value}</v></c></row>`
        : `<row r="${n + 1}">${text(`A${n + 1}`, label)}<c r="B${n + 1}" s="4"><f>${value}</f><v>0</v></c></row>`
    const text = (cell: string, said: string): string => `<c r="${cell}" t="inlineStr"><is><t>${said}</t></is></c>`
    let inEuros: string
    beforeAll(() => {
      inEuros = join(folder, 'values', 'in-euros.xlsx')
      writeFileSync(
        inEuros,
        workbook({
          sheet: [
            ['Scenario', 2],
            ['EUR in millions', 0],
            ['Enterprise Value', 120],
            ['LTM EBITDA', 12],
            ['LTM Revenue', 'CHOOSE(B1,50,60,70)'],
            ['Entry EV / EBITDA', 'B3/B4'],
            ['Total Debt', 55],
            ['Total Debt', 70],
            ['Debt', 80],
          ]
            .map((row, n) => cells(row as [string, number | string], n))
            .join(''),
        }),
      )
    })

    it('reports units, currency and live scenario of a workbook as JSON', () => {
      const result = JSON.parse(run('check', inEuros, '--json').lines[0] ?? '')
      expect(result).toMatchObject({
        units: { scale: 1_000_000, name: 'millions' },
        currency: 'EUR',
        scenario: { sheet: 'Deal', cell: 'B1', label: 'Scenario', value: 2, choices: [1, 2, 3] },
      })
      const offered = Object.values({ ...result.metrics, ...result.unsure }) as { alternatives: object[] }[]
      const alternatives = offered.flatMap((metric) => metric.alternatives)
      expect(alternatives.length).toBeGreaterThan(0)
      for (const alternative of alternatives)
        expect(Object.keys(alternative).sort()).toEqual(['cell', 'confidence', 'period', 'sheet', 'value'])
    })

    it('prints amounts in the currency of the workbook, with the alternatives of each metric', () => {
      const [printed] = run('check', inEuros).lines
      expect(printed).toMatch(/units +millions\n +currency +EUR/)
      expect(printed).toContain('live scenario     2 of 1, 2, 3 (Scenario, Deal!B1)')
      expect(printed).toMatch(/EUR 120,000,000 +Deal!B3/)
      expect(printed).toMatch(/\n +or +EUR [\d,]+ +Deal!B\d/)
    })
  })

  it('prints the value before and after a what-if change, the difference and the path for each affected metric', () => {
    const { code, lines } = run('ripple', good, '--set', 'exit_cap_rate=5')
    expect(code).toBe(0)
    expect(lines[0]).toMatch(/Exit Cap Rate +6\.00 % +5\.00 % +−1\.00 pp \(−16\.7 %\) +\(set\)/)
    expect(lines[0]).toMatch(
      /Gross Exit Value +\$20,000,000 +\$24,000,000 +\+\$4,000,000 \(\+20\.0 %\) +Exit Cap Rate → Gross Exit Value/,
    )
  })

  it('reports several what-if changes with a simulation around them as JSON', () => {
    const argv = ['ripple', good, '--set', 'exit_cap_rate=5%', '--set', 'noi=$1,300,000', '--simulate', '400', '--json']
    const [text, ...more] = run(...argv, '--seed', '7').lines
    expect(more).toEqual([])
    const { changed, impacts, simulation, ms: _, ...rest } = JSON.parse(text ?? '')
    expect(rest).toMatchObject({ file: good, tier: 'full', method: 'workbook', formulas_recalculated: 4 })
    expect(changed).toMatchObject([
      { metric_key: 'exit_cap_rate_pct', before: 6, after: 5, delta: -1 },
      { metric_key: 'noi', after: 1_300_000, delta_pct: 8.33333333333 },
    ])
    const exit = impacts.find((impact: { metric_key: string }) => impact.metric_key === 'gross_exit_value')
    expect(exit).toMatchObject({ after: 26_000_000, depth: 1, method: 'workbook' })
    expect(simulation).toMatchObject({ samples: 400, seed: 7 })
    const output = simulation.outputs.find((item: { key: string }) => item.key === 'gross_exit_value')
    expect(output.summary.p5).toBeLessThan(26_000_000)
    expect(output.summary.p95).toBeGreaterThan(26_000_000)
    const again = JSON.parse(run(...argv, '--seed', '7').lines[0] ?? '')
    expect(again.simulation).toEqual(simulation)
  })

  it('prints simulation percentiles as text', () => {
    const { lines } = run('ripple', good, '--set', 'exit_cap_rate=5', '--simulate', '200')
    expect(lines[1]).toMatch(/200 samples, seed 1\nmetric +P5 +P50 +P95 +mean\n/)
  })

  it('uses the catalogue formulas for a workbook without formulas, and does not simulate', () => {
    const { code, lines } = run('ripple', plain, '--set', 'purchase_price=24000000', '--simulate', '100')
    expect(code).toBe(0)
    expect(lines[0]).toContain('by the formulas of the catalogue')
    expect(lines[0]).toMatch(/Going-in Cap Rate +6\.00 % +5\.00 %/)
    expect(lines[1]).toContain('Not simulated')
  })

  it('suggests the nearest metric names for an unknown metric', () => {
    const { code, complaints, lines } = run('ripple', good, '--set', 'exit_cap_raet=5')
    expect(code).toBe(1)
    expect(lines).toEqual([])
    expect(complaints[0]).toMatch(/no metric exit_cap_raet; nearest are exit_cap_rate_pct/)
  })

  it('measures agreement per folder, and lists skipped and disagreeing workbooks', () => {
    const { code, lines } = run('agreement', folder, '--markdown')
    expect(code).toBe(0)
    expect(lines[0]).toContain(`| ${folder.split('/').at(-1)} | 2 | 8 | 8 | 7 | 87.50 % | 8 | 7 | 87.50 % | 0 |`)
    expect(lines[1]).toContain('broken.xlsx: ')
    expect(lines[1]).toContain('wrong.xlsx: 1 disagrees')
    expect(run('agreement', join(folder, 'none')).code).toBe(1)
  })

  it.each([
    [[], 'A command is missing'],
    [['open', 'a.xlsx'], 'There is no command open'],
    [['constructor'], 'There is no command constructor'],
    [['check'], 'A file is missing'],
    [['check', 'a.xlsx', '--set', 'noi=1'], 'check does not take --set'],
    [['check', 'a.xlsx', '--nonsense'], /nonsense/],
    [['ripple', 'a.xlsx'], /Nothing is changed/],
    [['ripple', 'a.xlsx', 'b.xlsx', '--set', 'noi=1'], /one file/],
    [['ripple', 'a.xlsx', '--set', 'noi'], /METRIC=VALUE/],
    [['ripple', 'a.xlsx', '--set', 'noi=much'], /METRIC=VALUE/],
    [['ripple', 'a.xlsx', '--set', '=5'], /METRIC=VALUE/],
    [['ripple', 'a.xlsx', '--set', 'noi=1', '--simulate', '1e9'], /from 1 to 100000/],
    [['ripple', 'a.xlsx', '--set', 'noi=1', '--seed', '-1.5'], /seed/],
  ])('rejects the arguments %j', (argv, objection) => {
    const { code, complaints } = run(...argv)
    expect(code).toBe(1)
    expect(complaints[0]).toMatch(objection)
  })

  it('exits with 1 and prints the usage when arguments are missing', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'scripts/workbook.mjs'), 'check'], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('npm run workbook -- check FILE… [--json]')
    expect(spawnSync(process.execPath, [join(root, 'scripts/workbook.mjs'), '--help']).status).toBe(0)
  })

  it('scores found metrics against manually read ones, and reports workbooks that are missing', () => {
    const expected = [
      { key: 'purchase_price', values: [20_000_000], cells: ['Deal!B1'] },
      { key: 'exit_cap_rate_pct', values: [6], cells: ['Deal!B3'] },
      { key: 'dscr', values: [9], cells: ['Deal!B8'] },
      { key: 'debt_yield_pct', values: [7], cells: [] },
      { key: 'noi', values: [], cells: [] },
    ]
    const entry = { deal_type: 'cre_office', deal_types_accepted: ['cre_office', 'cre_multifamily'], expected }
    writeFileSync(
      join(folder, 'truth.json'),
      JSON.stringify([
        { file: 'good.xlsx', ...entry },
        { file: 'absent.xlsx', ...entry },
      ]),
    )
    const { code, lines, complaints } = run('score', folder, '--workbooks', folder, '--json')
    expect(code).toBe(0)
    expect(complaints).toEqual([`1 of 2 workbooks are not in ${folder} and were not scored`])
    const score = JSON.parse(lines[0] ?? '')
    expect(score).toMatchObject({ expected: 4, found: 2, reported: 4, right: 2, offered: 0, types: 1, typesRight: 1 })
    expect(run('score', folder, '--workbooks', folder).lines.join('\n')).toContain('50.00 %')
  })

  it.each([
    [['score'], 'A score needs one folder'],
    [['score', 'a', '--fold', '3'], '--fold takes'],
    [['score', 'a', '--seed', '3'], 'score does not take --seed'],
  ])('rejects the score arguments %j', (argv, objection) => {
    expect(run(...argv).complaints[0]).toContain(objection)
  })
})
