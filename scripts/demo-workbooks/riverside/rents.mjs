import { createSheet, looks, on, serialDay } from '../sheet.mjs'

const types = [
  { type: '1A', beds: '1 bed, 1 bath', units: 72, area: 700, rent: 1_680 },
  { type: '1B', beds: '1 bed, 1 bath, den', units: 44, area: 800, rent: 1_855 },
  { type: '2A', beds: '2 bed, 2 bath', units: 64, area: 1_000, rent: 2_175 },
  { type: '3A', beds: '3 bed, 2 bath', units: 32, area: 1_150, rent: 2_470 },
]
const buildings = 9
const vacantUnits = 11
const averageRent = 1_870

/** Deliberate errors in the rent roll: an occupied unit without rent, and an area stored as text. */
const unpaid = 57
const areaAsText = 130

/** All units by building, with rents that match the deal's average rent. */
const rentRoll = () => {
  const all = types.flatMap((kind) => Array.from({ length: kind.units }, () => kind))
  const units = all.map((kind, n) => {
    // Unit types are distributed over the buildings.
    const building = (n % buildings) + 1
    const place = Math.floor(n / buildings) + 1
    return { ...kind, unit: building * 1_000 + Math.ceil(place / 8) * 100 + ((place - 1) % 8) + 1, n }
  })
  units.sort((a, b) => a.unit - b.unit)
  const vacant = new Set(Array.from({ length: vacantUnits }, (_, n) => 9 + n * 19))
  const paying = units.map((_, n) => n).filter((n) => !vacant.has(n) && n !== unpaid)
  const rents = units.map(({ rent }, n) => rent - 5 * ((n * 37) % 45))
  // Distributes the difference to the average over the units: an equal whole-dollar share, then a dollar each.
  let rest = averageRent * paying.length - paying.reduce((sum, n) => sum + rents[n], 0)
  const each = Math.trunc(rest / paying.length)
  for (const n of paying) rents[n] += each
  rest -= each * paying.length
  for (const n of paying.slice(0, Math.abs(rest))) rents[n] += Math.sign(rest)
  return units.map((unit, n) => ({
    ...unit,
    status: vacant.has(n) ? 'Vacant' : 'Occupied',
    contract: vacant.has(n) || n === unpaid ? 0 : rents[n],
    leaseEnd: vacant.has(n) ? undefined : serialDay(2027, 1 + ((n * 7) % 14), 28),
  }))
}

/** The unit mix and the rent roll. */
export const rentSheets = () => {
  const mix = createSheet('Unit Mix', { widths: [16, 20, 10, 10, 14, 16, 16] })
  mix.title('Unit mix')
  mix.heading('Type', 'Layout', 'Count', 'Avg SF', 'Asked $/Mo', 'Total SF', 'Total $/Mo')
  const first = mix.next()
  for (const { type, beds, units, area, rent } of types) {
    const row = mix.next()
    mix.record(
      [type, beds, units, area, rent, `=C${row}*D${row}`, `=C${row}*E${row}`],
      [undefined, undefined, looks.number, looks.number, looks.money, looks.number, looks.money],
    )
  }
  const last = mix.next() - 1
  const total = (column) => `=SUM(${column}${first}:${column}${last})`
  mix.record(
    ['All types', undefined, total('C'), undefined, undefined, total('F'), total('G')],
    [undefined, undefined, looks.number, undefined, undefined, looks.number, looks.money],
  )
  const sums = last + 1
  mix.skip()

  const roll = createSheet('Rent Roll', { widths: [10, 8, 10, 12, 14, 12, 14], freeze: { row: 3, column: 1 } })
  roll.title('Rent roll as of 31 October 2026')
  roll.heading('Unit', 'Type', 'SF', 'Asked $/Mo', 'Contract Rent', 'Status', 'Lease End')
  const from = roll.next()
  rentRoll().forEach(({ unit, type, area, rent, contract, status, leaseEnd }, n) => {
    const shownArea = n === areaAsText ? area.toLocaleString('en-US') : area
    roll.record(
      [unit, type, shownArea, rent, contract, status, leaseEnd],
      [undefined, undefined, looks.number, looks.money, looks.money, undefined, looks.date],
    )
  })
  const to = roll.next() - 1
  const column = (name) => `${name}${from}:${name}${to}`
  roll.record(
    ['Total', undefined, `=SUM(${column('C')})`, `=SUM(${column('D')})`, `=SUM(${column('E')})`],
    [undefined, undefined, looks.number, looks.money, looks.money],
  )
  const range = (name) => on(roll, `$${name}$${from}:$${name}$${to}`)

  mix.heading('Property')
  const units = mix.line('Total Units', `=C${sums}`, looks.number)
  const area = mix.line('Rentable Square Feet', `=F${sums}`, looks.number)
  const marketRent = mix.line('Market Rent per Unit (monthly)', `=G${sums}/C${sums}`, looks.money)
  const inPlaceRent = mix.line('In-place Rent per Unit (monthly)', `=AVERAGEIF(${range('E')},">0")`, looks.money)
  const occupancy = mix.line(
    'Physical Occupancy',
    `=COUNTIF(${range('F')},"Occupied")/COUNTA(${range('F')})`,
    looks.percent,
  )
  return { mix, roll, units, area, marketRent, inPlaceRent, occupancy, rolledUnits: `COUNT(${range('A')})` }
}
