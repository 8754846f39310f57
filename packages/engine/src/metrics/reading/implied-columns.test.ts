import { describe, expect, it } from 'vitest'
import { kindOf } from '../catalogue/catalogue.ts'
import { labeledNumbers } from '../labeled-numbers.ts'
import { sheetOf } from '../testing.ts'
import { impliedBy } from './implied-columns.ts'

type Cells = Parameters<typeof sheetOf>[1]

const implied = (cells: Cells, label: string, key: string, hasExit = true) => {
  const line = labeledNumbers(sheetOf('LBO', cells)).find((labeled) => labeled.label === label)
  const kind = kindOf(key)
  if (line === undefined || kind === undefined) throw new Error(`no line "${label}" or metric ${key}`)
  return impliedBy({ kind, sureness: 1, by: 'label' }, line, hasExit).map(({ kind: { key: other }, at, relation }) => [
    other,
    line.cells[at]?.value,
    relation,
  ])
}
const percent = (value: number) => ({ value, format: '0.0%' })
const times = (value: number) => ({ value, format: '0.0x' })

describe('columns next to an amount', () => {
  const heads = { B1: 'Amount', C1: 'x EBITDA', D1: '% of Total' }

  it('reads the equity share and the debt multiple from columns next to an amount', () => {
    expect(
      implied(
        { ...heads, A2: 'Sponsor Equity', B2: 2900, C2: times(4.1), D2: percent(0.41) },
        'Sponsor Equity',
        'sponsor_equity',
      ),
    ).toEqual([['equity_contribution_pct', 0.41, 'side_column']])
    expect(
      implied({ ...heads, A2: 'Total Debt', B2: 4200, C2: times(6), D2: percent(0.59) }, 'Total Debt', 'total_debt'),
    ).toEqual([['total_leverage', 6, 'side_column']])
  })

  it('ignores columns next to an amount that compare it', () => {
    const compared = { B1: 'Actual', C1: 'Variance %', A2: 'Gross Profit', B2: 900, C2: percent(-0.1) }
    expect(implied(compared, 'Gross Profit', 'gross_profit')).toEqual([])
  })
})

describe('columns of years', () => {
  const years = { B1: 'Year 0', C1: 'Year 1', D1: 'Year 2', E1: 'Year 3' }

  it('takes the last year as the exit in a deal, and only there', () => {
    const cells = { ...years, A2: 'EBITDA', B2: 70, C2: 77, D2: 85, E2: 93 }
    expect(implied(cells, 'EBITDA', 'reported_ebitda')).toEqual([['exit_ebitda', 93, 'exit_column']])
    expect(implied(cells, 'EBITDA', 'reported_ebitda', false)).toEqual([])
  })

  it('takes a single late year as the value at exit', () => {
    const cells = { ...years, A2: 'EBITDA', B2: 70, C2: 77, D2: 85, E2: 93, A3: 'Net Debt', E3: 300 }
    expect(implied(cells, 'Net Debt', 'net_debt')).toEqual([['exit_net_debt', 300, 'exit_column']])
  })

  it('takes the first column as the equity paid in', () => {
    const cells = { ...years, A2: 'Levered Cash Flow', B2: -3_000, C2: 120, D2: 130, E2: 140 }
    expect(implied(cells, 'Levered Cash Flow', 'cash_flow_after_debt')).toEqual([
      ['equity_invested', -3_000, 'paid_at_closing'],
    ])
  })
})
