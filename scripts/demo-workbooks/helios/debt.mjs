import { looks } from '../sheet.mjs'
import { gap, line, total, yearlySheet } from './years.mjs'

export const debtSchedule = () =>
  yearlySheet('Debt', 'Debt schedule', [
    line('start', 'Cash at the start of the year'),
    line('free', 'Free cash of the year'),
    line('due', 'Due on the term loan'),
    line('kept', 'Cash kept in the company'),
    total('available', 'Cash for the sweep'),
    gap,
    line('revolverOpening', 'Revolver, opening'),
    line('draw', 'Drawn or repaid'),
    total('revolverClosing', 'Revolver, closing'),
    gap,
    line('termOpening', 'Term loan, opening'),
    line('mandatory', 'Mandatory Amortization'),
    line('sweep', 'Cash sweep'),
    total('termClosing', 'Term loan, closing'),
    gap,
    line('notesOpening', 'Notes, opening'),
    total('notesClosing', 'Notes, closing'),
    gap,
    line('revolverInterest', 'Interest on the revolver'),
    line('termInterest', 'Interest on the term loan'),
    line('notesInterest', 'Interest on the notes'),
    total('interest', 'Cash Interest Expense'),
    gap,
    total('debt', 'Debt at the end of the year'),
    line('net', 'Net of cash'),
    line('coverage', 'EBITDA / Interest', looks.multiple),
    line('fixedCharges', 'Fixed Charge Coverage', looks.multiple),
  ])

/** Free cash repays the revolver, then the term loan. Interest on average balances makes a circular reference. */
export const fillDebt = (debt, given, { income, cash, balance }) => {
  const { at } = debt
  debt.fill('start', (_, previous) => `=${balance.at('cash', previous)}`)
  debt.fill('free', (column) => `=${cash.at('free', column)}`)
  debt.fill('due', (column) => `=${at('mandatory', column)}`)
  debt.fill('kept', () => `=${given.cash}`)
  debt.fill(
    'available',
    (column) => `=${at('start', column)}+${at('free', column)}-${at('due', column)}-${at('kept', column)}`,
  )
  debt.fill('revolverOpening', (_, previous) => `=${at('revolverClosing', previous)}`)
  debt.fill('draw', (column) => `=-MIN(${at('revolverOpening', column)},${at('available', column)})`)
  debt.fill('revolverClosing', (column) => `=${at('revolverOpening', column)}+${at('draw', column)}`, 0)
  debt.fill('termOpening', (_, previous) => `=${at('termClosing', previous)}`)
  debt.fill('mandatory', (column) => `=MIN(${at('termOpening', column)},${given.mandatory})`)
  debt.fill(
    'sweep',
    (column) =>
      `=MAX(0,MIN(${at('termOpening', column)}-${at('mandatory', column)},(${at('available', column)}+${at('draw', column)})*${given.sweep}))`,
  )
  debt.fill(
    'termClosing',
    (column) => `=${at('termOpening', column)}-${at('mandatory', column)}-${at('sweep', column)}`,
    `=${given.senior}`,
  )
  debt.fill('notesOpening', (_, previous) => `=${at('notesClosing', previous)}`)
  debt.fill('notesClosing', (column) => `=${at('notesOpening', column)}`, `=${given.subordinated}`)
  const interestOn = (tranche, margin) => (column) => {
    const [opening, closing] = [at(`${tranche}Opening`, column), at(`${tranche}Closing`, column)]
    return `=IF(${given.breaker}=1,${opening},AVERAGE(${opening},${closing}))*(${given.rate}+${margin})`
  }
  debt.fill('revolverInterest', interestOn('revolver', given.seniorMargin))
  debt.fill('termInterest', interestOn('term', given.seniorMargin))
  debt.fill('notesInterest', interestOn('notes', given.subordinatedMargin))
  debt.fill('interest', (column) => `=SUM(${at('revolverInterest', column)}:${at('notesInterest', column)})`)
  debt.fillAll(
    'debt',
    (column) => `=${at('revolverClosing', column)}+${at('termClosing', column)}+${at('notesClosing', column)}`,
  )
  debt.fillAll('net', (column) => `=${at('debt', column)}-${balance.at('cash', column)}`)
  debt.fill('coverage', (column) => `=${income.at('adjusted', column)}/${at('interest', column)}`)
  debt.fill(
    'fixedCharges',
    (column) =>
      `=(${income.at('adjusted', column)}-${cash.at('capex', column)}-${income.at('taxes', column)})/(${at('interest', column)}+${at('mandatory', column)})`,
  )
}
