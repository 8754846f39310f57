import type { Mention, Named } from '../mentions.ts'
import type { Quantity } from '../quantity.ts'
import { fits } from './sentence.ts'

const perMetric: Readonly<Record<string, Partial<Record<'unit' | 'area', string>>>> = {
  purchase_price: { unit: 'price_per_unit', area: 'price_per_sf' },
  renovation_budget: { unit: 'renovation_cost_per_unit' },
  total_operating_expenses: { unit: 'opex_per_unit' },
  in_place_rent_per_unit: { unit: 'in_place_rent_per_unit', area: 'in_place_rent_psf' },
  market_rent_per_unit: { unit: 'market_rent_per_unit', area: 'market_rent_psf' },
  rent_premium_per_unit: { unit: 'rent_premium_per_unit' },
  in_place_rent_psf: { area: 'in_place_rent_psf' },
  market_rent_psf: { area: 'market_rent_psf' },
  price_per_unit: { unit: 'price_per_unit' },
  price_per_sf: { area: 'price_per_sf' },
  opex_per_unit: { unit: 'opex_per_unit' },
  renovation_cost_per_unit: { unit: 'renovation_cost_per_unit' },
  ti_psf_new: { area: 'ti_psf_new' },
}
/** Metrics that are stated by the month. */
const monthly = new Set(['in_place_rent_per_unit', 'market_rent_per_unit', 'rent_premium_per_unit', 'mrr', 'arpa'])
/** Metrics that are per square foot or unit: without that their names mean something else. */
const perItemOnly: Readonly<Record<string, 'unit' | 'area'>> = {
  in_place_rent_psf: 'area',
  market_rent_psf: 'area',
  ti_psf_new: 'area',
  opex_per_unit: 'unit',
}
const perItemOf = ({ key }: Named): 'unit' | 'area' | undefined =>
  key !== null && Object.hasOwn(perItemOnly, key) ? perItemOnly[key] : undefined

/** The metric that a number per unit or per square foot states; null if the catalog has none. */
export const withPer = (named: Named, { per }: Quantity): Named | undefined => {
  const by = per.find((item) => item === 'unit' || item === 'area')
  if (by === undefined) {
    if (per.includes('month') && named.unit === 'currency' && !(named.key !== null && monthly.has(named.key)))
      return { ...named, key: null, term: `${named.term} per month` }
    if (perItemOf(named) !== undefined && named.saysPer !== true) return undefined
    return per.includes('other') && named.unit === 'currency'
      ? { ...named, key: null, term: `${named.term} per item` }
      : named
  }
  const key = named.key === null ? undefined : perMetric[named.key]?.[by as 'unit' | 'area']
  if (key === undefined)
    return { ...named, key: null, term: `${named.term} per ${by === 'unit' ? 'unit' : 'square foot'}` }
  return { ...named, key }
}

/** Rents per month and per square foot differ by what the number is per. */
export const chooseNamed = (mention: Mention, quantity: Quantity): Named | undefined => {
  const fitting = mention.named.filter((named) => fits(quantity, named))
  const by = quantity.per.find((item) => item === 'unit' || item === 'area')
  return fitting.find((named) => perItemOf(named) === by) ?? fitting[0]
}
