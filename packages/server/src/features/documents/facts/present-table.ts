import type { FactTable } from '@deal-canvas/contract'
import type { KnownTable } from '@deal-canvas/facts'
import { factMessages } from '../../../messages/facts.ts'

const maxRows = 1_000
const maxFlags = 500
const maxQuoteLength = 1_000
const dayMs = 86_400_000

/** Days since 1970 as ISO 8601. */
const isoDate = (days: number | null): string | null =>
  days === null || Math.abs(days) > 1e6 ? null : new Date(days * dayMs).toISOString().slice(0, 10)

/** A row with the names of the contract; dates as ISO 8601. */
const presentRow = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'start' || name === 'end' ? isoDate(value) : value,
    ]),
  )

const rowsOf = (table: KnownTable): readonly object[] => {
  switch (table.kind) {
    case 'rent_roll':
      return table.units
    case 'operating_statement':
      return table.lines
    case 'cap_table':
      return table.holders
    case 'customer_list':
      return table.customers
    case 'lease_list':
      return table.leases
    case 'lease_abstract': {
      const { kind: _, flags: __, ...terms } = table
      return [terms]
    }
    case 'loan_terms': {
      const { kind: _, flags: __, ...terms } = table
      return Object.entries(terms).flatMap(([term, fact]) =>
        fact === null
          ? []
          : [
              {
                term: term.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
                value: fact.value,
                unit: fact.unit,
                page: fact.place.page ?? null,
                quote: fact.quote.slice(0, maxQuoteLength),
              },
            ],
      )
    }
  }
}

type Flag = { code: string; row?: number | null; stated?: number; computed?: number }

/** A table of a known kind as the service answers it. */
export const presentTable = (table: KnownTable): FactTable => {
  const rows = rowsOf(table)
  const flags: readonly Flag[] = table.flags
  return {
    kind: table.kind,
    rows: rows.slice(0, maxRows).map(presentRow),
    is_cut: rows.length > maxRows,
    flags: flags.slice(0, maxFlags).map(({ code, row = null, stated, computed }) => ({
      code,
      message: factMessages.flag({ code, stated: stated ?? 0, computed: computed ?? 0 }),
      row,
    })),
  }
}
