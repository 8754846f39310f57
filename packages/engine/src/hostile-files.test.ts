import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { readWorkbook, UnreadableWorkbook } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileWorkbooks } from '../../workbook-reader/src/fixtures/hostile-workbooks.mjs'
import { workbookOf } from '../../workbook-reader/src/fixtures/packages.mjs'
import { openCalculator } from './compile/calculator.ts'

/** Worker threads cannot load TypeScript, so this measures the built engine. */
const engine = new URL('../dist/index.js', import.meta.url).href
const thread = new URL('./fixtures/read-in-thread.mjs', import.meta.url)
const bench = fileURLToPath(new URL('../../proof/src/hostile-workbooks.mjs', import.meta.url))
const deadlineMs = 10_000

const cell = (at: string, formula: string, value = '0'): string =>
  `<row r="${at.replace(/\D/g, '')}"><c r="${at}"><f>${formula}</f><v>${value}</v></c></row>`

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return error.code
    throw error
  }
}

const open = (bytes: Uint8Array) => openCalculator(readWorkbook(bytes))

describe('hostile workbooks in a 300 MB worker thread', () => {
  let reader: Worker
  beforeAll(() => {
    reader = new Worker(thread, {
      workerData: { engine },
      resourceLimits: { maxOldGenerationSizeMb: 300 },
      // Drops the test runner's export condition, which would resolve our packages to their TypeScript sources.
      execArgv: [],
    })
  })
  afterAll(() => reader.terminate())

  it.each(hostileWorkbooks.filter(({ isHeavy }) => !isHeavy))(
    'finishes reading $name with the outcome "$ends" in a 300 MB thread before the deadline',
    async ({ ends, make }) => {
      const answer = once(reader, 'message', { signal: AbortSignal.timeout(deadlineMs) })
      reader.postMessage(make())
      const [found] = (await answer) as [{ ends: string; sentence?: string }]
      expect(found.ends).toBe(ends)
      if (ends !== 'read') expect(found.sentence).toMatch(/^[A-Z].{15,}/)
    },
  )
})

// A thread's limit does not cover buffer memory, so the largest files are measured in a separate process.
it.each(['two million cells that', 'a sheet of 120 MB'])(
  'keeps peak memory below 400 MB for %s in a separate process',
  { timeout: 60_000 },
  (name) => {
    const { stdout } = spawnSync(process.execPath, [bench, '--json', '--only', name], { encoding: 'utf8' })
    const { ends, expected, peak } = JSON.parse(stdout)
    expect(ends).toBe(expected)
    expect(peak).toBeLessThan(400 * 1024 * 1024)
  },
)

describe('malformed workbook files', () => {
  it('reads a minimal workbook', () => {
    const { check } = open(workbookOf({ rows: cell('A1', '1+1', '2') }))
    expect([check.formulas, check.agreeing]).toEqual([1, 1])
  })

  it('reads or rejects a truncated or corrupted file without any other error', () => {
    const whole = workbookOf({ rows: cell('A1', 'SUM(B1:B3)', '6') })
    fc.assert(
      fc.property(
        fc.nat({ max: whole.length }),
        fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { maxLength: 5 }),
        (length, changes) => {
          const bytes = whole.slice(0, length)
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
          codeOf(() => open(bytes))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reads or rejects a randomly mutated sheet without any other error', () => {
    const rows = `<row r="1" hidden="1"><c r="A1" s="1" t="str" cm="1" vm="1"><f t="shared" si="0" ref="A1:B2">B1&amp;"x"</f><v>a</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c><c t="e"><f t="array" ref="C1:D2">1/0</f><v>#DIV/0!</v></c></row>`
    const sheet = `<worksheet><cols><col min="1" max="2" hidden="1"/></cols><sheetData>${rows}</sheetData><autoFilter ref="A1:B9"><filterColumn/></autoFilter></worksheet>`
    const bits = [
      '<',
      '>',
      '"',
      "'",
      '/',
      '&',
      '=',
      '<c r="',
      '</c>',
      '<f t="shared" si="0"/>',
      '<![CDATA[',
      '-1',
      '9e9',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: sheet.length }), fc.nat({ max: 9 }), fc.constantFrom(...bits)), {
          minLength: 1,
          maxLength: 4,
        }),
        (changes) => {
          let text = sheet
          for (const [at, gone, bit] of changes) text = text.slice(0, at) + bit + text.slice(at + gone)
          codeOf(() => open(workbookOf({ sheet: text })))
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([
    ['nested too deeply', `${'ABS('.repeat(1_500)}1${')'.repeat(1_500)}`],
    ['of ten megabytes', `1${'+1'.repeat(5_000_000)}`],
    ['that is not a formula', '1+*+(("'],
  ])('keeps the cached value of a formula %s', (_, formula) => {
    const { check, model } = open(workbookOf({ rows: cell('A1', formula.replaceAll('"', '&quot;'), '7') }))
    expect([check.formulas, check.computed]).toEqual([1, 0])
    expect(model.grid.get(model.grid.idOf(0, 0, 0))).toBe(7)
  })

  it('terminates when two defined names refer to each other', () => {
    const names = '<definedName name="one">two</definedName><definedName name="two">one+1</definedName>'
    expect(open(workbookOf({ rows: cell('A1', 'one', '7'), names })).check.disagreeing).toHaveLength(1)
  })

  it('does not pollute Object.prototype when names are __proto__ or constructor', () => {
    const hostile = hostileWorkbooks.find(({ name }) => name.startsWith('names of what'))
    open(hostile?.make() ?? new Uint8Array())
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as Record<string, unknown>)['B1']).toBeUndefined()
  })
})
