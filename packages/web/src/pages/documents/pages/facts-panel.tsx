import { canEditDeal, type Document, type ReconciliationFinding } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { factsQuery, reconciliationQuery, tablesQuery } from '../../../deal-data/facts-query.ts'
import { modelQuery } from '../../../deal-data/model-query.ts'
import { type ComparedFact, compareFacts, formatFactValue } from '../../../features/facts/compared-facts.ts'
import { DocumentLink } from '../../../features/facts/document-link.tsx'
import { SettleDialog } from '../../../features/facts/settle-dialog.tsx'
import { TableChecks } from '../../../features/facts/table-checks.tsx'
import { TryLink } from '../../../features/facts/try-link.tsx'
import { viewerMessages as messages } from '../../../messages/document-viewer.ts'
import { factMessages } from '../../../messages/facts.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBeforeAfter, formatChange, formatMetric } from '../../../ui/format-metric.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Segments } from '../../../ui/segments.tsx'
import styles from './facts-panel.module.css'

type Which = 'all' | 'differs' | 'agrees' | 'none'

/** Below this, the reading of a number is not sure. */
const sureConfidence = 0.6

/** The facts of a page with how they compare. */
export const useFactsOfPage = (document: Document, page: number) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const stated = useQuery(factsQuery(client, dealId, document.id, page))
  const compared = useQuery(reconciliationQuery(client, dealId))
  const findings = compared.data?.findings.filter((finding) => finding.stated.document_id === document.id) ?? []
  const tables = useQuery(tablesQuery(client, dealId, document.id))
  return {
    facts: compareFacts(stated.data?.facts ?? [], findings),
    tables: tables.data?.tables ?? [],
    // A document that is not listed yet is still to be read.
    status: stated.isSuccess ? (stated.data.readings[0]?.status ?? 'pending') : undefined,
    error: stated.error ?? compared.error ?? tables.error,
  }
}

interface FactsPanelProps extends ReturnType<typeof useFactsOfPage> {
  page: number
  /** The position of the fact that is shown on the page. */
  chosen: number | undefined
  onChoose: (position: number) => void
}

/** What a page of a document states, beside it. */
export const FactsPanel = ({ facts, tables, status, error, page, chosen, onChoose }: FactsPanelProps) => {
  const { deal } = useCanvas()
  const [which, setWhich] = useState<Which>('all')
  const [settling, setSettling] = useState<ReconciliationFinding>()
  const kindOf = ({ finding }: ComparedFact): Which => finding?.status ?? 'none'
  const countOf = (kind: Which): number => facts.filter((fact) => kindOf(fact) === kind).length
  const shown = facts.filter((fact) => which === 'all' || kindOf(fact) === which)
  return (
    <section className={styles.panel} aria-label={messages.factsOnPage({ page })}>
      {facts.length > 0 && (
        <div className={styles.which}>
          <Segments
            label={messages.which()}
            choices={[
              ['all', messages.all({ count: facts.length })],
              ['differs', messages.contradicting({ count: countOf('differs') })],
              ['agrees', messages.agreeing({ count: countOf('agrees') })],
              ['none', messages.unmatched({ count: countOf('none') })],
            ]}
            chosen={which}
            onChoose={setWhich}
          />
        </div>
      )}
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      {status === 'failed' && <Note tone="red">{factMessages.factsFailed()}</Note>}
      {status === 'pending' && (
        <p role="status" className={styles.none}>
          {factMessages.factsPending()}
        </p>
      )}
      {status === 'ready' && shown.length === 0 && (
        <p className={styles.none}>{facts.length === 0 ? messages.noFactsOnPage() : messages.noneOfKind()}</p>
      )}
      <ol className={styles.facts}>
        {shown.map((one) => (
          <li key={one.fact.position} aria-current={one.fact.position === chosen || undefined}>
            <FactRow
              compared={one}
              canSettle={canEditDeal(deal)}
              onChoose={() => onChoose(one.fact.position)}
              onSettle={setSettling}
            />
          </li>
        ))}
      </ol>
      {tables.length > 0 && (
        <div className={styles.tables}>
          <TableChecks tables={tables} />
        </div>
      )}
      {settling !== undefined && <SettleDialog finding={settling} onClose={() => setSettling(undefined)} />}
    </section>
  )
}

interface FactRowProps {
  compared: ComparedFact
  canSettle: boolean
  onChoose: () => void
  onSettle: (finding: ReconciliationFinding) => void
}

const FactRow = ({ compared: { fact, finding }, canSettle, onChoose, onSettle }: FactRowProps) => {
  const name = finding?.label ?? fact.term
  const context = [fact.period, fact.qualifier].filter(Boolean).join(', ')
  return (
    <article className={styles.fact} data-status={finding?.status}>
      <button type="button" className={styles.name} aria-label={messages.showFact({ what: name })} onClick={onChoose}>
        <b>{name}</b>
        {context !== '' && <span>{context}</span>}
      </button>
      {finding?.status !== 'differs' && <span className={styles.value}>{formatFactValue(fact)}</span>}
      <span className={styles.status}>
        {fact.confidence < sureConfidence && (
          <span className="chip" title={messages.unsureHint()}>
            {messages.unsure()}
          </span>
        )}
        <StatusChip finding={finding} />
      </span>
      {finding?.status === 'agrees' && <ComparedPlace finding={finding} />}
      {finding?.status === 'differs' && (
        <>
          <dl className={styles.compared}>
            <div>
              <dt>{factMessages.document()}</dt>
              <dd>
                <b>{formatFactValue(fact)}</b>
              </dd>
            </div>
            <div>
              <dt>
                {finding.compared_with.document_id === null ? factMessages.model() : factMessages.otherDocument()}
              </dt>
              <dd>
                <b>{formatMetric(finding.compared_with.value, finding.unit)}</b> <ComparedPlace finding={finding} />
              </dd>
            </div>
          </dl>
          <p className={styles.gap}>{gapOf(finding)}</p>
          {canSettle && (
            <div className={styles.acts}>
              <Button aria-label={factMessages.settleName({ metric: name })} onClick={() => onSettle(finding)}>
                {factMessages.settle()}
              </Button>
              <TryLink finding={finding} />
              <MemoLink finding={finding} />
            </div>
          )}
        </>
      )}
    </article>
  )
}

const StatusChip = ({ finding }: { finding: ReconciliationFinding | undefined }) => {
  if (finding === undefined) return <span className="chip">{factMessages.noMatch()}</span>
  if (finding.status === 'agrees')
    return (
      <span className="chip green">
        <Icon name="check" size={14} />
        {factMessages.agrees()}
      </span>
    )
  if (finding.settlement !== null)
    return <span className="chip green">{factMessages.settled({ choice: finding.settlement.choice })}</span>
  return (
    <span className="chip amber">
      <Icon name="warn" size={14} />
      {factMessages.contradicts()}
    </span>
  )
}

const gapOf = ({ difference, unit, effects }: ReconciliationFinding): string => {
  const gap = factMessages.difference({ difference: formatChange(difference, unit) })
  if (effects.length === 0) return gap
  const moved = effects.map((effect) => {
    const { before, after } = formatBeforeAfter(effect)
    return factMessages.effect({ metric: effect.label, before, after })
  })
  return `${gap} ${factMessages.effects({ effects: moved.join(', ') })}`
}

/** The cell or the other document that the number was compared with. */
const ComparedPlace = ({ finding: { compared_with: other } }: { finding: ReconciliationFinding }) => {
  const dealId = useDealId()
  const { data: model } = useQuery(modelQuery(useServices().session.client, dealId))
  if (other.document_id !== null) return <DocumentLink className={styles.place} stated={other} />
  const documentId = model?.document_id ?? null
  if (documentId === null || other.sheet === null || other.cell === null) return null
  return (
    <Link
      className={styles.place}
      to="/canvas/$dealId/documents/$documentId"
      params={{ dealId, documentId }}
      search={{ sheet: other.sheet, cell: other.cell }}
    >
      {`${other.sheet}!${other.cell}`}
    </Link>
  )
}

const MemoLink = ({ finding: { cited_in: sections } }: { finding: ReconciliationFinding }) => {
  const dealId = useDealId()
  const [section] = sections
  if (section === undefined) return null
  return (
    <Link className="btn ghost" to="/canvas/$dealId" params={{ dealId }} search={{ section }}>
      {messages.inMemo()}
    </Link>
  )
}
