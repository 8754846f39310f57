import { maxComparedScenarios, type Scenario } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { orderScenarios, shownScenarios, withShown } from './columns.ts'

const scenario = (id: string, kind: Scenario['kind'] = 'shared', isPresented = false) =>
  ({ id, kind, is_presented: isPresented }) as Scenario

const ids = (scenarios: readonly Scenario[]) => scenarios.map(({ id }) => id)
const nothing: ReadonlySet<string> = new Set()

describe('columns of the comparison', () => {
  it('start with Base, the presented scenario and the cases of the workbook', () => {
    const all = [scenario('a'), scenario('w', 'workbook'), scenario('p', 'shared', true), scenario('base', 'base')]
    expect(ids(orderScenarios(all))).toEqual(['base', 'p', 'w', 'a'])
  })

  it('leave out hidden scenarios, but never Base', () => {
    const all = [scenario('base', 'base'), scenario('a'), scenario('b')]
    expect(ids(shownScenarios(all, new Set(['a', 'base'])))).toEqual(['base', 'b'])
  })

  it('have room for a scenario that is shown again, at the cost of the last other one', () => {
    const all = [scenario('base', 'base'), ...Array.from({ length: 12 }, (_, n) => scenario(`s${n}`))]
    expect(ids(shownScenarios(all, nothing))).toHaveLength(maxComparedScenarios)
    const hidden = withShown(all, nothing, 's11')
    const shown = ids(shownScenarios(all, hidden))
    expect(shown).toHaveLength(maxComparedScenarios)
    expect(shown.at(-1)).toBe('s11')
    expect(shown).not.toContain('s8')
  })
})
