import type { Fact } from '../fact.ts'
import { cellDate } from '../table-cells.ts'
import type { TableView } from '../table-view.ts'
import { foots, knownColumns, numberAt, sum, textAt } from './columns.ts'
import { derivedFact } from './derived-fact.ts'

/** A lease of a commercial property; dates are days since 1970. */
export interface Lease {
  readonly tenant: string
  readonly suite: string
  readonly area: number | null
  readonly annualRent: number | null
  readonly start: number | null
  readonly end: number | null
  readonly isVacant: boolean
  readonly row: number
}

export interface LeaseList {
  readonly kind: 'lease_list'
  readonly leases: readonly Lease[]
  readonly flags: readonly {
    code: 'expired' | 'no_expiry' | 'total_differs'
    row: number | null
    stated?: number
    computed?: number
  }[]
  readonly facts: readonly Fact[]
}

const forms = [
  ['tenant', /tenant|lessee|occupant/],
  ['suite', /suite|space|unit|floor/],
  ['rentPerArea', /\/ ?(?:sf|sq|rsf)|per (?:sf|sq|rsf)|psf/],
  ['area', /sq|\bsf\b|\brsf\b|area|size/],
  ['share', /%/],
  ['monthlyRent', /monthly/],
  ['annualRent', /annual|base rent|rent|yearly/],
  ['end', /expir|\bend\b|lease to|maturity/],
  ['start', /commence|start|begin|lease from/],
] as const

const isVacant = (tenant: string): boolean => /^(?:vacant|available|vacancy)\b/i.test(tenant)
const monthsPerYear = 12
const daysPerMonth = 365.25 / 12

/** The rents of a list, by what its columns state. */
const annualRentAt = (
  view: TableView,
  row: number,
  columns: Partial<Record<'annualRent' | 'monthlyRent' | 'rentPerArea' | 'area', number>>,
): number | null => {
  const annual = numberAt(view, row, columns.annualRent)
  if (annual !== undefined) return annual
  const monthly = numberAt(view, row, columns.monthlyRent)
  if (monthly !== undefined) return monthly * monthsPerYear
  const perArea = numberAt(view, row, columns.rentPerArea)
  const area = numberAt(view, row, columns.area)
  return perArea === undefined || area === undefined ? null : perArea * area
}

/** The date that the title of the list states. */
const asOfIn = (view: TableView, headRow: number): number | undefined => {
  const title = `${view.rows.slice(0, headRow).flat().join(' ').slice(0, 400)} ${view.caption} ${view.heading}`
  const date = /(\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2,8} \d{1,2}, \d{4})/.exec(title)?.[1]
  return date === undefined ? undefined : cellDate(date)
}

/** Reads a list of commercial leases; undefined if the table is not one. */
export const readLeaseList = (view: TableView, asOf?: number): LeaseList | undefined => {
  const known = knownColumns(view, forms, ['tenant', 'area', 'end'])
  if (known === undefined || known.dataRows.length < 2) return undefined
  const { columns, dataRows, totalRow, headRow } = known
  const leases = dataRows.map((row): Lease => {
    const tenant = textAt(view, row, columns.tenant)
    return {
      tenant,
      suite: textAt(view, row, columns.suite),
      area: numberAt(view, row, columns.area) ?? null,
      annualRent: annualRentAt(view, row, columns),
      start: cellDate(textAt(view, row, columns.start)) ?? null,
      end: cellDate(textAt(view, row, columns.end)) ?? null,
      isVacant: isVacant(tenant),
      row,
    }
  })
  const today = asOfIn(view, headRow) ?? asOf
  const occupied = leases.filter((lease) => !lease.isVacant)
  const flags = occupied.flatMap(({ end, row }): LeaseList['flags'][number][] => {
    if (end === null) return [{ code: 'no_expiry', row }]
    return today !== undefined && end < today ? [{ code: 'expired', row }] : []
  })
  const area = sum(leases.map((lease) => lease.area ?? 0))
  const stated = totalRow === undefined ? undefined : numberAt(view, totalRow, columns.area)
  if (stated !== undefined && totalRow !== undefined && !foots(stated, area))
    flags.push({ code: 'total_differs', row: totalRow, stated, computed: area })
  return {
    kind: 'lease_list',
    leases,
    flags,
    facts: isPartial(stated, area) ? [] : factsOf(view, totalRow ?? headRow, leases, today, totalRow !== undefined),
  }
}

/** A list of the largest tenants states the total of all. */
const isPartial = (stated: number | undefined, area: number): boolean => stated !== undefined && stated > area * 1.05

const factsOf = (
  view: TableView,
  row: number,
  leases: readonly Lease[],
  asOf: number | undefined,
  isComplete: boolean,
): Fact[] => {
  const occupied = leases.filter(({ isVacant }) => !isVacant)
  const areaOf = (some: readonly Lease[]): number => sum(some.map(({ area }) => area ?? 0))
  const total = areaOf(leases)
  const facts: Fact[] = []
  // Without vacant space or a total the list can be a part of the property.
  const hasVacant = occupied.length < leases.length
  if (leases.some(({ area }) => area === null) || (!isComplete && !hasVacant)) return facts
  facts.push(
    derivedFact(view, row, {
      metricKey: 'rentable_sf',
      term: 'area on the lease list',
      value: total,
      unit: 'square_feet',
      tolerance: leases.length / 2,
    }),
  )
  if (hasVacant)
    facts.push(
      derivedFact(view, row, {
        metricKey: 'physical_occupancy_pct',
        term: 'leased area',
        value: (areaOf(occupied) / total) * 100,
        unit: 'percentage_points',
        tolerance: 0.1,
      }),
    )
  const rents = occupied.flatMap(({ annualRent }) => (annualRent === null ? [] : [annualRent]))
  if (rents.length === occupied.length && rents.length > 0) {
    const rent = sum(rents)
    facts.push(
      derivedFact(view, row, {
        metricKey: 'largest_tenant_pct',
        term: 'share of the largest tenant in rent',
        value: (rents.reduce((largest, value) => Math.max(largest, value), 0) / rent) * 100,
        unit: 'percentage_points',
        tolerance: 0.1,
      }),
    )
    facts.push(
      derivedFact(view, row, {
        metricKey: 'in_place_rent_psf',
        term: 'average rent per square foot',
        value: rent / areaOf(occupied),
        unit: 'currency',
        tolerance: 0.01,
      }),
    )
  }
  if (asOf !== undefined && occupied.every(({ end }) => end !== null)) {
    const remaining = sum(occupied.map(({ end, area }) => Math.max(0, (end ?? asOf) - asOf) * (area ?? 0)))
    facts.push(
      derivedFact(view, row, {
        metricKey: 'walt_months',
        term: 'remaining lease term weighted by area',
        value: remaining / areaOf(occupied) / daysPerMonth,
        unit: 'months',
        tolerance: 1,
      }),
    )
  }
  return facts
}
