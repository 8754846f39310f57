import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'

const cost =
  /\b(?:expenses?|costs?|capex|capital expenditures?|opex|depreciation|amortization|salaries|wages|payroll|insurance|utilities|fees?|maintenance|marketing|cogs|dividends?(?: paid)?|repayments?|buybacks?|repurchases?|capital spending)\b/
/** Amounts that are never negative, unless a projection goes wrong. */
const neverNegative =
  /^(?:total |net )?(?:cash(?: and (?:cash )?equivalents| balance| and bank)?|revenues?|sales|assets|dividends received)$/
/** Lines that can have either sign. */
const either =
  /\b(?:change|increase|decrease|net|growth|variance|delta|deferred|gain|profit|margin|after|before|less|add|adjust\w*|excluding|income|ebitda?|noi|savings?|per|ratio|multiple|factor|reimbursements?|recover\w*)\b|%/

const fewest = 4
const minority = 0.25
const minPeers = 3

const signOf = (values: Entry['values']): 1 | -1 | 0 => {
  const used = values.filter(({ value }) => value !== 0)
  if (used.length === 0) return 0
  return used.every(({ value }) => value > 0) ? 1 : used.every(({ value }) => value < 0) ? -1 : 0
}

/** A sign and its opposite. */
const signNames = (sign: 1 | -1): readonly [string, string] =>
  sign === 1 ? [messages.signPositive(), messages.signNegative()] : [messages.signNegative(), messages.signPositive()]

/** Typed numbers whose sign differs from the rest of their row. */
const flips = ({ isTyped, nameCells }: Inspection, { sheet, row, text, values }: Entry): Slip[] => {
  const used = values.filter(({ value }) => value !== 0)
  const negative = used.filter(({ value }) => value < 0)
  const few = negative.length * 2 <= used.length ? negative : used.filter(({ value }) => value > 0)
  if (used.length < fewest || few.length === 0 || few.length > used.length * minority) return []
  if (!few.every(({ column }) => isTyped(sheet, row, column))) return []
  const places = few.map(({ column }) => ({ sheet, row, column }))
  const [sign, usual] = signNames(few === negative ? -1 : 1)
  return [
    {
      check: 'sign_convention',
      message: messages.signFlips({
        label: text,
        sign,
        cells: nameCells(places),
        usual,
        rest: used.length - few.length,
      }),
      areas: rectangles(places),
    },
  ]
}

/** The start of a row's projection: the first of the copies of one formula that run to its end. */
const projectionFrom = ({ formulaAt }: Inspection, { sheet, row }: Entry, used: Entry['values']): number => {
  const at = (n: number) => formulaAt(sheet, row, used[n]?.column ?? -1)?.expression
  const last = at(used.length - 1)
  if (last === undefined) return used.length
  let from = used.length - 1
  while (from > 0 && at(from - 1) === last) from -= 1
  return from
}

/** Costs with one sign in the past and the other in the projection. */
const turns = (inspection: Inspection, entry: Entry): Slip[] => {
  const { sheet, row, text, values } = entry
  const used = values.filter(({ value }) => value !== 0)
  const typedUntil = used.findIndex(({ column }) => !inspection.isTyped(sheet, row, column))
  const isTypedPast =
    typedUntil >= 2 && used.slice(typedUntil).every(({ column }) => !inspection.isTyped(sheet, row, column))
  const from = isTypedPast ? typedUntil : projectionFrom(inspection, entry, used)
  const [past, future] = [used.slice(0, from), used.slice(from)]
  if (past.length < 2 || future.length < 2) return []
  const [before, after] = [signOf(past), signOf(future)]
  if (before === 0 || after === 0 || before === after) return []
  const [was, is] = signNames(before)
  const places = future.map(({ column }) => ({ sheet, row, column }))
  const message = isTypedPast ? messages.signTurnsTyped : messages.signTurnsProjected
  return [
    {
      check: 'sign_convention',
      severity: 'high',
      message: message({
        label: text,
        was,
        past: past.length,
        is,
        future: future.length,
        cell: inspection.nameCells(places.slice(0, 1)),
      }),
      areas: rectangles(places),
    },
  ]
}

/** A row of costs whose sign differs from the rows of costs around it. */
const oddRows = ({ nameCells }: Inspection, block: readonly Entry[]): Slip[] => {
  const signed = block.map((entry) => ({ entry, sign: signOf(entry.values) })).filter(({ sign }) => sign !== 0)
  return ([1, -1] as const).flatMap((sign) => {
    const own = signed.filter((entry) => entry.sign === sign)
    const [odd, another] = own
    if (odd === undefined || another !== undefined || signed.length - 1 < minPeers) return []
    const { sheet, row, text, values } = odd.entry
    const [is, are] = signNames(sign)
    const places = values.map(({ column }) => ({ sheet, row, column }))
    return [
      {
        check: 'sign_convention' as const,
        message: messages.signDiffers({
          label: text,
          is,
          cell: nameCells(places.slice(0, 1)),
          others: signed.length - 1,
          are,
        }),
        areas: rectangles(places),
      },
    ]
  })
}

/** Costs with another sign than their peers. */
export const signs: Check = (inspection) => {
  const costs = inspection.entries.filter(
    ({ label, values }) => values.length > 0 && cost.test(label) && !either.test(label) && !neverNegative.test(label),
  )
  const amounts = inspection.entries.filter(({ label, values }) => values.length > 0 && neverNegative.test(label))
  if (costs.length + amounts.length === 0) return undefined
  const blocks: Entry[][] = []
  for (const list of groupBy(costs, ({ sheet, column }) => `${sheet} ${column}`).values())
    list.forEach((entry, n) => {
      if (list[n - 1]?.row === entry.row - 1) blocks.at(-1)?.push(entry)
      else blocks.push([entry])
    })
  return [
    ...costs.flatMap((entry) => [...flips(inspection, entry), ...turns(inspection, entry)]),
    ...amounts.flatMap((entry) => turns(inspection, entry)),
    ...blocks.flatMap((block) => oddRows(inspection, block)),
  ]
}
