import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { counted } from './wording.ts'

const cost =
  /\b(?:expenses?|costs?|capex|capital expenditures?|opex|depreciation|amortization|salaries|wages|payroll|insurance|utilities|fees?|maintenance|marketing|cogs|dividends?(?: paid)?|repayments?|buybacks?|repurchases?|capital spending)\b/
/** Amounts that are never below zero, unless a projection goes wrong. */
const neverNegative =
  /^(?:total |net )?(?:cash(?: and (?:cash )?equivalents| balance| and bank)?|revenues?|sales|assets|dividends received)$/
/** Lines that may have either sign. */
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

/** Typed numbers whose sign is not that of the rest of their row. */
const flips = ({ isTyped }: Inspection, { sheet, row, text, values }: Entry): Slip[] => {
  const used = values.filter(({ value }) => value !== 0)
  const negative = used.filter(({ value }) => value < 0)
  const few = negative.length * 2 <= used.length ? negative : used.filter(({ value }) => value > 0)
  if (used.length < fewest || few.length === 0 || few.length > used.length * minority) return []
  if (!few.every(({ column }) => isTyped(sheet, row, column))) return []
  return [
    {
      check: 'sign_convention',
      message: `${counted(few.length, 'value')} of “${text}” ${few.length === 1 ? 'has' : 'have'} another sign than the other ${used.length - few.length}.`,
      areas: rectangles(few.map(({ column }) => ({ sheet, row, column }))),
    },
  ]
}

/** Where the projection of a row begins: with the first of the copies of one formula that run to its end. */
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
  const [was, is] = before === 1 ? ['positive', 'negative'] : ['negative', 'positive']
  const what = isTypedPast ? ['typed period', 'computed one'] : ['period', 'projected one']
  return [
    {
      check: 'sign_convention',
      severity: 'high',
      message: `“${text}” is ${was} in the ${isTypedPast ? '' : 'first '}${counted(past.length, what[0] ?? '')} and ${is} in the ${counted(future.length, what[1] ?? '')}.`,
      areas: rectangles(future.map(({ column }) => ({ sheet, row, column }))),
    },
  ]
}

/** A row of costs whose sign is not that of the rows of costs around it. */
const oddRows = (block: readonly Entry[]): Slip[] => {
  const signed = block.map((entry) => ({ entry, sign: signOf(entry.values) })).filter(({ sign }) => sign !== 0)
  return [1, -1].flatMap((sign) => {
    const own = signed.filter((one) => one.sign === sign)
    const [odd, another] = own
    if (odd === undefined || another !== undefined || signed.length - 1 < minPeers) return []
    const { sheet, row, text, values } = odd.entry
    const [is, are] = sign === 1 ? ['positive', 'negative'] : ['negative', 'positive']
    return [
      {
        check: 'sign_convention' as const,
        message: `“${text}” is ${is}, while the ${signed.length - 1} costs around it are ${are}.`,
        areas: rectangles(values.map(({ column }) => ({ sheet, row, column }))),
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
    ...blocks.flatMap(oddRows),
  ]
}
