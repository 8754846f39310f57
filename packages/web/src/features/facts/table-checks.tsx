import type { FactTable } from '@deal-canvas/contract'
import { factMessages as messages } from '../../messages/facts.ts'

const tableNames: Record<FactTable['kind'], string> = {
  rent_roll: messages.rentRoll(),
  operating_statement: messages.operatingStatement(),
  loan_terms: messages.loanTerms(),
  cap_table: messages.capTable(),
  customer_list: messages.customerList(),
  lease_list: messages.leaseList(),
  lease_abstract: messages.leaseAbstract(),
}

/** What the checks of a document's known tables found. */
export const TableChecks = ({ tables }: { tables: readonly FactTable[] }) => (
  <section aria-label={messages.checks()}>
    {tables.map(({ kind, rows, flags }, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: Two tables of a document can be the same.
      <div key={n}>
        <h3>{messages.tableRows({ table: tableNames[kind], count: rows.length })}</h3>
        {flags.length === 0 ? (
          <p className="text-small text-fg-2">{messages.tableSound()}</p>
        ) : (
          <ul className="text-small">
            {flags.map(({ code, row, message }) => (
              <li key={`${code} ${row} ${message}`}>
                {row === null ? message : messages.flagInRow({ row: row + 1, message })}
              </li>
            ))}
          </ul>
        )}
      </div>
    ))}
  </section>
)
