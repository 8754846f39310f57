import type { Document, DocumentFact, ReconciliationFinding } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { factsQuery, reconciliationQuery, tablesQuery } from '../../deal-data/facts-query.ts'
import { compareFacts, formatFactValue } from '../../features/facts/compared-facts.ts'
import { TableChecks } from '../../features/facts/table-checks.tsx'
import { factMessages as messages } from '../../messages/facts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'
import styles from './facts-dialog.module.css'

interface FactsDialogProps {
  dealId: string
  document: Document
  onClose: () => void
}

/** What a document states, and how it compares with the numbers of the deal. */
export const FactsDialog = ({ dealId, document, onClose }: FactsDialogProps) => {
  const { client } = useServices().session
  const stated = useQuery(factsQuery(client, dealId, document.id))
  const compared = useQuery(reconciliationQuery(client, dealId))
  const tables = useQuery(tablesQuery(client, dealId, document.id))
  const failed = stated.error ?? compared.error ?? tables.error
  const reading = stated.data?.readings[0]
  const facts = stated.data?.facts ?? []
  const findings = compared.data?.findings.filter((finding) => finding.stated.document_id === document.id) ?? []
  return (
    <Dialog title={messages.factsOf({ name: document.file_name })} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too. */}
      <section className={styles.content} tabIndex={0} aria-label={messages.facts()}>
        {failed !== null && <Note tone="red">{sentenceFor(failed)}</Note>}
        {stated.isSuccess && (reading === undefined || reading.status === 'pending') && (
          <p role="status" className="text-fg-3">
            {messages.factsPending()}
          </p>
        )}
        {reading?.status === 'failed' && <Note tone="red">{messages.factsFailed()}</Note>}
        {reading?.status === 'ready' && facts.length === 0 && <p className="text-fg-2">{messages.noFacts()}</p>}
        {(tables.data?.tables.length ?? 0) > 0 && <TableChecks tables={tables.data?.tables ?? []} />}
        {facts.length > 0 && <Facts facts={facts} findings={findings} />}
        {stated.data?.next_cursor && (
          <p className="text-small text-fg-3">{messages.moreFacts({ count: facts.length })}</p>
        )}
      </section>
    </Dialog>
  )
}

const Facts = ({ facts, findings }: { facts: readonly DocumentFact[]; findings: readonly ReconciliationFinding[] }) => {
  const rows = compareFacts(facts, findings)
  return (
    <table className={styles.facts}>
      <thead>
        <tr>
          <th scope="col">{messages.fact()}</th>
          <th scope="col" className={styles.number}>
            {messages.value()}
          </th>
          <th scope="col">{messages.comparison()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ fact, finding }) => (
          <tr key={fact.position}>
            <th scope="row">
              <b>{finding?.label ?? fact.term}</b>{' '}
              <span className="text-small text-fg-3">
                {[fact.period, fact.qualifier, placeOf(fact)].filter(Boolean).join(', ')}
              </span>
              <q>{fact.quote}</q>
            </th>
            <td className={styles.number}>{formatFactValue(fact)}</td>
            <td>
              <Compared finding={finding} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const placeOf = ({ page, sheet, cell }: DocumentFact): string | undefined => {
  if (page !== null) return messages.onPage({ page })
  return sheet === null ? undefined : `${sheet}!${cell ?? ''}`
}

const Compared = ({ finding }: { finding: ReconciliationFinding | undefined }) => {
  if (finding === undefined) return <span className="chip">{messages.noMatch()}</span>
  return finding.status === 'agrees' ? (
    <span className="chip green">{messages.agrees()}</span>
  ) : (
    <>
      <span className="chip amber">{messages.contradicts()}</span>{' '}
      <span className="text-small text-fg-2">{formatMetric(finding.compared_with.value, finding.unit)}</span>
    </>
  )
}
