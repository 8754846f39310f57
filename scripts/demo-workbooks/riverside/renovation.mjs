import { looks } from '../sheet.mjs'
import { last, monthlySheet } from './months.mjs'

/** Renovation unit by unit, paid from a reserve funded at closing. */
export const renovationSheet = (given, timeline) => {
  const sheet = monthlySheet('Capex', 'Renovation and its reserve', given, timeline)
  const opening = sheet.next()
  const [started, total] = [opening + 1, opening + 2]
  sheet.row('Renovated before the month', (_, previous) => `=${previous}${total}`, looks.number)
  sheet.row(
    'Units started',
    (column) => `=MIN(${given.pace},${given.renovatedUnits}-${column}${opening})`,
    looks.number,
  )
  sheet.row('Renovated by the end', (column) => `=${column}${opening}+${column}${started}`, looks.number, {
    atClosing: 0,
  })
  sheet.skip()
  const reserve = sheet.next()
  sheet.row('Opening reserve', (_, previous) => `=${previous}${reserve + 3}`, looks.money)
  sheet.row('Paid in at closing', () => undefined, looks.money, {
    atClosing: `=${given.renovatedUnits}*${given.unitCost}`,
  })
  sheet.row('Spent on units', (column) => `=${column}${started}*${given.unitCost}`, looks.money)
  sheet.row('Closing reserve', (column) => `=${column}${reserve}-${column}${reserve + 2}`, looks.money, {
    atClosing: `=B${reserve + 1}`,
    style: 'total',
  })
  return {
    sheet,
    started,
    before: opening,
    budget: sheet.fixed(reserve + 1, 'B'),
    left: sheet.fixed(reserve + 3, last),
  }
}
