import { stored } from '../../../../ui/stored.ts'

/** What a user chose to compare. */
export interface ComparisonChoice {
  /** The ids of hidden scenarios. */
  readonly hidden: ReadonlySet<string>
  /** The keys of metrics that were added as rows. */
  readonly added: ReadonlySet<string>
}

const nameOf = (dealId: string): string => `comparison.${dealId}`

const textsIn = (value: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** What was chosen in this browser before; everything is shown if nothing was, or if it cannot be read. */
export const readComparisonChoice = (dealId: string): ComparisonChoice => {
  try {
    const read: unknown = JSON.parse(stored.read(nameOf(dealId)) ?? '{}')
    const { hidden, added } = { hidden: undefined, added: undefined, ...(typeof read === 'object' ? read : {}) }
    return { hidden: textsIn(hidden), added: textsIn(added) }
  } catch {
    return { hidden: new Set(), added: new Set() }
  }
}

export const writeComparisonChoice = (dealId: string, { hidden, added }: ComparisonChoice): void =>
  stored.write(
    nameOf(dealId),
    hidden.size + added.size === 0 ? undefined : JSON.stringify({ hidden: [...hidden], added: [...added] }),
  )
