import { openCalculator, readWorkbook } from '@deal-canvas/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertySheets, workbookOf } from '../../testing/workbooks.ts'
import { createOpenModels } from './open-models.ts'
import { whileSet, withValues } from './overridden-workbook.ts'

const bytes = workbookOf(propertySheets())
const stateOf = (name: string, overrides: { metricKey: string; value: number }[] = []) => ({
  sha256: name,
  sources: [],
  overrides,
})

describe('open models', () => {
  it('compiles a model once and evicts the least recently used one', () => {
    const models = createOpenModels({ maxModels: 2, maxCells: 1_000_000 })
    const first = models.get(stateOf('a'), bytes)
    models.get(stateOf('b'), bytes)
    expect(models.get(stateOf('a')) === first).toBe(true)
    models.get(stateOf('c'), bytes)
    expect(models.get(stateOf('b')) === undefined).toBe(true)
    expect(models.get(stateOf('a')) === first).toBe(true)
  })

  it('evicts models above the cell limit, but never the last one', () => {
    const models = createOpenModels({ maxModels: 8, maxCells: 1 })
    models.get(stateOf('a'), bytes)
    models.get(stateOf('b'), bytes)
    expect(models.get(stateOf('a')) === undefined).toBe(true)
    expect(models.get(stateOf('b')) === undefined).toBe(false)
  })

  it('computes with an override and still returns the overridden formula', () => {
    const models = createOpenModels({ maxModels: 8, maxCells: 1_000_000 })
    const open = models.get(stateOf('a', [{ metricKey: 'noi', value: 3_000_000 }]), bytes)
    const noi = open?.matches.find(({ metricKey }) => metricKey === 'noi')
    const grid = open?.calculator.model.grid
    expect(grid?.get(grid.idOf(1, noi?.row ?? 0, noi?.column ?? 0))).toBe(3_000_000)
    expect(open?.tier).toBe('full')
    expect([...(open?.written.values() ?? [])]).toContain('B1-B2')
    expect(open?.calculator.check.disagreeing).toEqual([])
  })
})

describe('tier of an open model', () => {
  it('uses the stored tier of a deal, so that a newer rule changes no existing deal', () => {
    const models = createOpenModels({ maxModels: 8, maxCells: 1_000_000 })
    expect(models.get({ ...stateOf('a'), tier: 'values_only' }, bytes)?.tier).toBe('values_only')
    expect(models.get(stateOf('a'), bytes)?.tier).toBe('full')
  })
})

describe('workbook with overrides', () => {
  const workbook = readWorkbook(bytes)
  const calculator = openCalculator(workbook)
  const models = createOpenModels({ maxModels: 8, maxCells: 1_000_000 })
  const matches = models.get(stateOf('a'), bytes)?.matches ?? []
  const { grid } = calculator.model
  const asTheyAre = () => Array.from({ length: grid.size }, (_, id) => grid.get(id))
  const before = asTheyAre()
  const keys = ['exit_cap_rate_pct', 'noi', 'gross_potential_rent', 'loan_amount', 'dscr']
  const overrides = fc.uniqueArray(
    fc.record({ metricKey: fc.constantFrom(...keys), value: fc.double({ min: 0.1, max: 1e7, noNaN: true }) }),
    { selector: ({ metricKey }) => metricKey, minLength: 1 },
  )

  it('computes overrides like typed values, and leaves the original model unchanged', () => {
    fc.assert(
      fc.property(overrides, (given) => {
        const typed = openCalculator(withValues(workbook, calculator, matches, given))
        if (typed.check.disagreeing.length > 0) throw new Error('What was typed does not agree with what is computed')
        const values = Array.from({ length: grid.size }, (_, id) => typed.model.grid.get(id))
        typed.recalculate()
        const isSame = values.every((value, id) => Object.is(value, typed.model.grid.get(id)))
        return isSame && asTheyAre().every((value, id) => Object.is(value, before[id]))
      }),
      { numRuns: 40 },
    )
  })
})

describe('temporarily set cells', () => {
  it('restores the references of dynamic formulas such as OFFSET after a temporary change', () => {
    const rows = [
      [1, '=OFFSET(C1,A1,0)'],
      [null, null, '=D2*2', 5],
      [null, null, '=D3*3', 7],
    ]
    const calculator = openCalculator(readWorkbook(workbookOf({ Model: rows })))
    const { grid, dependsOn, formulas } = calculator.model
    const looking = formulas.findIndex(({ text }) => text.startsWith('OFFSET'))
    const before = [...dependsOn(looking)]
    whileSet(calculator, [{ id: grid.idOf(0, 0, 0), value: 2 }], [], () => {
      expect(grid.get(grid.idOf(0, 0, 1))).toBe(21)
    })
    expect(grid.get(grid.idOf(0, 0, 1))).toBe(10)
    expect([...dependsOn(looking)]).toEqual(before)
  })
})
