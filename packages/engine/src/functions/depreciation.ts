import { divError } from '@deal-canvas/workbook-reader'
import { roundDecimal } from '../numeric/decimal.ts'
import { boolean, finite, integer, number } from './arguments.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type FunctionDefinition, fail } from './definition.ts'

const straightLine = ([cost, salvage, life]: readonly Argument[]): number => {
  const [price, rest, periods] = [number(cost), number(salvage), number(life)]
  return periods === 0 ? fail(divError) : finite((price - rest) / periods)
}

const sumOfYears = ([cost, salvage, life, period]: readonly Argument[]): number => {
  const [price, rest, periods, at] = [number(cost), number(salvage), number(life), number(period)]
  demand(rest >= 0 && periods > 0 && at > 0 && at <= periods)
  return finite(((price - rest) * (periods - at + 1) * 2) / (periods * (periods + 1)))
}

/** A fixed share of the remaining value, rounded to three places; the first year can have fewer months. */
const fixedShare = ([cost, salvage, life, period, months]: readonly Argument[]): number => {
  const [price, rest, periods, at] = [number(cost), number(salvage), number(life), integer(period)]
  const first = integer(months, 12)
  demand(price >= 0 && rest >= 0 && periods > 0 && number(period) > 0 && first >= 1 && first <= 12)
  demand(at <= periods + (first < 12 ? 1 : 0))
  if (price === 0) return 0
  const share = roundDecimal(1 - (rest / price) ** (1 / periods), 3)
  const start = (price * share * first) / 12
  if (at <= 1) return start
  let written = start
  for (let n = 2; n < at; n++) written += (price - written) * share
  const each = (price - written) * share
  return at > periods ? (each * (12 - first)) / 12 : each
}

interface Asset {
  readonly cost: number
  readonly salvage: number
  readonly life: number
  /** The multiple of the straight-line share that is written off. */
  readonly factor: number
  /** Whether to switch to straight-line depreciation as soon as that is more. */
  readonly switches: boolean
}

/** The depreciation of a period, given its start and the accumulated depreciation. */
const decline = ({ cost, salvage, life, factor, switches }: Asset, before: number, start: number): number => {
  const declining = Math.min((cost - before) * Math.min(1, factor / life), Math.max(0, cost - salvage - before))
  const left = life - start
  const even = left > 0 ? Math.max(0, cost - salvage - before) / Math.max(1, left) : 0
  return switches && even > declining ? even : declining
}

/** The accumulated depreciation at a time; a period that has only started counts in part. */
const writtenUntil = (asset: Asset, until: number): number => {
  let written = 0
  for (let start = 0; start < until; start++) written += decline(asset, written, start) * Math.min(1, until - start)
  return written
}

const doubleDeclining = ([cost, salvage, life, period, factor]: readonly Argument[]): number => {
  const [price, rest, periods, at, times] = [
    number(cost),
    number(salvage),
    number(life),
    number(period),
    number(factor, 2),
  ]
  demand(price >= 0 && rest >= 0 && periods > 0 && at > 0 && at <= periods && times > 0)
  const asset = { cost: price, salvage: rest, life: periods, factor: times, switches: false }
  // The asset is fully depreciated before the end of the first period.
  if (at < 1) return decline(asset, 0, 0)
  const share = Math.min(1, times / periods)
  const before = price * (1 - share) ** (at - 1)
  const after = Math.max(price * (1 - share) ** at, rest)
  return finite(Math.max(0, before - after))
}

const variableDeclining = ([cost, salvage, life, from, to, factor, noSwitch]: readonly Argument[]): number => {
  const [price, rest, periods, start, end, times] = [
    number(cost),
    number(salvage),
    number(life),
    number(from),
    number(to),
    number(factor, 2),
  ]
  const asset = { cost: price, salvage: rest, life: periods, factor: times, switches: !boolean(noSwitch) }
  demand(price >= 0 && rest >= 0 && periods > 0 && times > 0 && start >= 0 && end >= start && end <= periods)
  return finite(writtenUntil(asset, end) - writtenUntil(asset, start))
}

export const depreciationFunctions: FunctionDefinition[] = [
  ...defineOnValues(['SLN'], 'vvv', straightLine),
  ...defineOnValues(['SYD'], 'vvvv', sumOfYears),
  ...defineOnValues(['DB'], 'vvvvv?', fixedShare),
  ...defineOnValues(['DDB'], 'vvvvv?', doubleDeclining),
  ...defineOnValues(['VDB'], 'vvvvvv?v?', variableDeclining),
]
