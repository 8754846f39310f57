import type { Fact } from '../fact.ts'
import { cellDate } from '../table-cells.ts'
import type { TableView } from '../table-view.ts'
import { foots, knownColumns, numberAt, sum, textAt } from './columns.ts'
import { derivedFact } from './derived-fact.ts'

/** A unit of a rent roll; dates are days since 1970. */
export interface RentRollUnit {
  readonly unit: string
  readonly type: string
  readonly area: number | null
  readonly marketRent: number | null
  readonly rent: number | null
  readonly start: number | null
  readonly end: number | null
  readonly status: 'occupied' | 'vacant' | 'unknown'
  readonly tenant: string
  readonly row: number
}

export type RentRollFlag = 'occupied_without_expiry' | 'expired' | 'duplicate_unit' | 'zero_rent' | 'total_differs'

export interface RentRoll {
  readonly kind: 'rent_roll'
  readonly units: readonly RentRollUnit[]
  /** Row numbers of the table, from 0; null for the table as a whole. */
  readonly flags: readonly { code: RentRollFlag; row: number | null; stated?: number; computed?: number }[]
  readonly facts: readonly Fact[]
}

const forms = [
  [
    'unit',
    /^(?:unit|apt|apartment|space|lot|room)(?: ?(?:no|number|#|id|name))?\.?$|^unit\b(?!.*(?:type|rent|sf|size|area|status|mix))/,
  ],
  ['type', /type|floor ?plan|bed|plan|layout/],
  ['area', /sq|\bsf\b|area|size/],
  ['marketRent', /market|asking|gross potential|gpr/],
  ['rent', /lease rent|in-?place|contract|actual|current rent|effective|scheduled|charge|^rent$|monthly rent|\brent\b/],
  ['end', /lease to|lease end|expir|\bend\b|move-?out|lease thru|lease through/],
  ['start', /lease from|lease start|commence|start|begin|move-?in/],
  ['status', /status|occup/],
  ['tenant', /resident|tenant|name|lessee|occupant/],
] as const

const isVacant = (text: string): boolean => /\bvac(?:ant)?\b|^v$|\bdown\b|\bmodel\b|\bavailable\b|offline/i.test(text)
const isOccupied = (text: string): boolean =>
  /^occ|occupied|current|^o$|notice|ntv|leased|month.to.month|mtm/i.test(text)

const statusOf = (status: string, tenant: string, rent: number | null): RentRollUnit['status'] => {
  if (status !== '')
    return isVacant(status) && !isOccupied(status) ? 'vacant' : isOccupied(status) ? 'occupied' : 'unknown'
  if (isVacant(tenant)) return 'vacant'
  if (tenant !== '') return 'occupied'
  return rent === null ? 'unknown' : rent > 0 ? 'occupied' : 'vacant'
}

/** The date of the rent roll that its title states. */
const asOfIn = (view: TableView, headRow: number): number | undefined => {
  const title = `${view.rows.slice(0, headRow).flat().join(' ').slice(0, 400)} ${view.caption} ${view.heading}`
  const date = /(\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2,8} \d{1,2}, \d{4})/.exec(title)?.[1]
  return date === undefined ? undefined : cellDate(date)
}

const average = (values: readonly number[]): number => sum(values) / values.length

/** Reads a rent roll; undefined if the table is not one. */
export const readRentRoll = (view: TableView, asOf?: number): RentRoll | undefined => {
  const known = knownColumns(view, forms, ['unit'])
  if (known === undefined || known.dataRows.length < 3) return undefined
  const { columns, dataRows, totalRow, headRow } = known
  const hasRent = columns.rent !== undefined || columns.marketRent !== undefined
  const isLeased = columns.end !== undefined || columns.status !== undefined || columns.tenant !== undefined
  if (!hasRent || !isLeased) return undefined
  const units = dataRows.map((row): RentRollUnit => {
    const rent = numberAt(view, row, columns.rent) ?? null
    const tenant = textAt(view, row, columns.tenant)
    return {
      unit: textAt(view, row, columns.unit),
      type: textAt(view, row, columns.type),
      area: numberAt(view, row, columns.area) ?? null,
      marketRent: numberAt(view, row, columns.marketRent) ?? null,
      rent,
      start: cellDate(textAt(view, row, columns.start)) ?? null,
      end: cellDate(textAt(view, row, columns.end)) ?? null,
      status: statusOf(textAt(view, row, columns.status), tenant, rent),
      tenant,
      row,
    }
  })
  return {
    kind: 'rent_roll',
    units,
    flags: [
      ...unitFlags(units, columns.end !== undefined, columns.rent !== undefined, asOfIn(view, headRow) ?? asOf),
      ...totalFlags(view, units, columns, totalRow),
    ],
    facts: isExcerpt(view, totalRow, units.length) ? [] : factsOf(view, units, totalRow ?? headRow),
  }
}

/** A part of a rent roll tells nothing of the whole: "excerpt", or a total of more units than are listed. */
const isExcerpt = (view: TableView, totalRow: number | undefined, listed: number): boolean => {
  if (/\b(?:excerpt|extract|sample|partial|selected units)\b/i.test(`${view.caption} ${view.heading}`)) return true
  const total = totalRow === undefined ? '' : (view.rows[totalRow] ?? []).join(' ').slice(0, 200)
  const stated = /\b(\d{1,6}) (?:units|apartments|homes)\b/i.exec(total)?.[1]
  return stated !== undefined && Number(stated) > listed
}

const unitFlags = (
  units: readonly RentRollUnit[],
  hasEnds: boolean,
  hasRents: boolean,
  asOf: number | undefined,
): RentRoll['flags'] => {
  const seen = new Set<string>()
  return units.flatMap(({ unit, status, end, rent, row }) => {
    const isDuplicate = seen.has(unit.toLowerCase())
    seen.add(unit.toLowerCase())
    const isOccupied = status === 'occupied'
    return [
      ...(isDuplicate ? [{ code: 'duplicate_unit' as const, row }] : []),
      ...(isOccupied && hasEnds && end === null ? [{ code: 'occupied_without_expiry' as const, row }] : []),
      ...(isOccupied && end !== null && asOf !== undefined && end < asOf ? [{ code: 'expired' as const, row }] : []),
      ...(isOccupied && hasRents && (rent ?? 0) === 0 ? [{ code: 'zero_rent' as const, row }] : []),
    ]
  })
}

const totalFlags = (
  view: TableView,
  units: readonly RentRollUnit[],
  columns: Partial<Record<'area' | 'marketRent' | 'rent', number>>,
  totalRow: number | undefined,
): RentRoll['flags'] => {
  if (totalRow === undefined) return []
  return (['area', 'marketRent', 'rent'] as const).flatMap((role) => {
    const stated = numberAt(view, totalRow, columns[role])
    const computed = sum(units.map((unit) => unit[role] ?? 0))
    return stated === undefined || foots(stated, computed)
      ? []
      : [{ code: 'total_differs' as const, row: totalRow, stated, computed }]
  })
}

const monthsPerYear = 12

const factsOf = (view: TableView, units: readonly RentRollUnit[], row: number): Fact[] => {
  const distinct = new Set(units.map(({ unit }) => unit.toLowerCase())).size
  const facts = [
    derivedFact(view, row, { metricKey: 'unit_count', term: 'units on the rent roll', value: distinct, unit: 'count' }),
  ]
  const areas = units.flatMap(({ area }) => (area === null ? [] : [area]))
  if (areas.length === units.length)
    facts.push(
      derivedFact(view, row, {
        metricKey: 'rentable_sf',
        term: 'area on the rent roll',
        value: sum(areas),
        unit: 'square_feet',
        tolerance: units.length / 2,
      }),
    )
  const isKnown = units.every(({ status }) => status !== 'unknown')
  const occupied = units.filter(({ status }) => status === 'occupied')
  if (isKnown)
    facts.push(
      derivedFact(view, row, {
        metricKey: 'physical_occupancy_pct',
        term: 'occupied units',
        value: (occupied.length / units.length) * 100,
        unit: 'percentage_points',
        tolerance: 0.1,
      }),
    )
  const rents = occupied.flatMap(({ rent }) => (rent === null || rent <= 0 ? [] : [rent]))
  if (rents.length > 0)
    facts.push(
      derivedFact(view, row, {
        metricKey: 'in_place_rent_per_unit',
        term: 'average rent of occupied units',
        value: average(rents),
        unit: 'currency',
        tolerance: 1,
      }),
    )
  const market = units.flatMap(({ marketRent }) => (marketRent === null ? [] : [marketRent]))
  if (market.length === units.length) {
    facts.push(
      derivedFact(view, row, {
        metricKey: 'market_rent_per_unit',
        term: 'average market rent',
        value: average(market),
        unit: 'currency',
        tolerance: 1,
      }),
    )
    facts.push(
      derivedFact(view, row, {
        metricKey: 'gross_potential_rent',
        term: 'market rent of all units, a year',
        value: sum(market) * monthsPerYear,
        unit: 'currency',
        tolerance: monthsPerYear,
      }),
    )
  }
  return facts
}
