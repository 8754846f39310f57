import type { Reading, ReadingCell, ReadingChange } from '@deal-canvas/contract'
import { type ReactNode, useState } from 'react'
import { type ReadingPlace, useChangeReading } from '../../deal-data/reading-query.ts'
import { tallyOf } from '../../deal-data/reading-state.ts'
import { commonMessages } from '../../messages/common.ts'
import { documentMessages } from '../../messages/documents.ts'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { AddMetricDialog } from './add-metric-dialog.tsx'
import { CustomMetricActs } from './custom-metric-acts.tsx'
import { DetectedSettings } from './detected-settings.tsx'
import { metricGroups } from './metric-groups.ts'
import { MetricRow } from './metric-row.tsx'
import { ReadAgain } from './read-again.tsx'
import { ReadingChanges } from './reading-changes.tsx'
import styles from './reading-view.module.css'
import { SheetPane } from './sheet-pane.tsx'

interface ReadingViewProps {
  reading: Reading
  place: ReadingPlace
  dealId: string
  canChange: boolean
  /** The metric that the user came for. */
  wanted?: string | undefined
  /** What to do when done, at the bottom. */
  foot: ReactNode
}

/** The reading of the workbook: settings at the top, metrics with their cells, and the sheet next to them. */
export const ReadingView = ({ reading, place, dealId, canChange, wanted, foot }: ReadingViewProps) => {
  const { metrics, currency, document_id: documentId } = reading
  const change = useChangeReading(place)
  const [openKey, setOpenKey] = useState(
    () => wanted ?? metrics.find(({ headline, confirmation }) => headline && confirmation === 'unconfirmed')?.key,
  )
  const [picked, setPicked] = useState<ReadingCell>()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  // Custom metrics belong to a deal with metrics; an intake has none yet.
  const canDefine = canChange && 'dealId' in place && documentId !== null
  const open = metrics.find(({ key }) => key === openKey)
  const candidate = picked ?? open?.cell ?? undefined
  const send = (body: ReadingChange) =>
    change.mutate(body, {
      onSuccess: () => {
        setPicked(undefined)
        setSheetOpen(false)
      },
    })
  const show = (key: string) => {
    setOpenKey(key === openKey ? undefined : key)
    setPicked(undefined)
  }
  const tally = tallyOf(metrics)
  const groups = metricGroups(metrics)
  const sheet = documentId !== null && (
    <SheetPane
      dealId={dealId}
      documentId={documentId}
      metric={open}
      candidate={candidate}
      canChange={canChange}
      isBusy={change.isPending}
      onCandidate={setPicked}
      onUse={(cell) => open !== undefined && send({ choices: [{ metric_key: open.key, cell }] })}
    />
  )
  return (
    <>
      <DetectedSettings
        reading={reading}
        canChange={canChange}
        isBusy={change.isPending}
        onChange={(settings) => send({ settings })}
      />
      {canDefine && (
        <ReadAgain dealId={dealId} currency={currency}>
          <Button onClick={() => setAdding(true)}>{readingMessages.addMetric()}</Button>
        </ReadAgain>
      )}
      {change.isSuccess && <ReadingChanges changed={change.data} />}
      <div className={styles.work}>
        <div className={`card ${styles.list}`}>
          {groups.map(({ title, rows, settled }) => (
            <section key={title} aria-label={title}>
              <h2>
                {title}
                <span className={styles.count}>
                  {readingMessages.groupProgress({ checked: settled, total: rows.length })}
                </span>
              </h2>
              <ul>
                {rows.map((metric) => (
                  <MetricRow
                    key={metric.key}
                    metric={metric}
                    currency={currency}
                    isOpen={metric.key === openKey}
                    isWanted={metric.key === wanted}
                    candidate={metric.key === openKey ? candidate : undefined}
                    canChange={canChange}
                    isBusy={change.isPending}
                    onOpen={() => show(metric.key)}
                    onCandidate={setPicked}
                    onChoose={(choice) => send({ choices: [choice] })}
                    onConfirm={() => send({ confirm: [metric.key] })}
                    onShowSheet={() => setSheetOpen(true)}
                    acts={canDefine && metric.custom && <CustomMetricActs dealId={dealId} metric={metric} />}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        <div className={`card ${styles.beside}`}>{sheet}</div>
      </div>
      {isSheetOpen && (
        <Dialog title={open?.name ?? documentMessages.sheet()} onClose={() => setSheetOpen(false)}>
          <div className={styles.dialog}>
            {sheet}
            <Button onClick={() => setSheetOpen(false)}>{commonMessages.close()}</Button>
          </div>
        </Dialog>
      )}
      {isAdding && documentId !== null && (
        <AddMetricDialog
          dealId={dealId}
          documentId={documentId}
          cell={picked}
          onAdded={(key) => {
            setAdding(false)
            setPicked(undefined)
            setOpenKey(key)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <footer className={styles.foot}>
        {change.isError && <Note tone="red">{sentenceFor(change.error)}</Note>}
        <p role="status">{readingMessages.tally(tally)}</p>
        <p className="text-small text-fg-3">{readingMessages.tallyHint()}</p>
        <span className="flex-1" />
        {canChange && (
          <Button
            busy={change.isPending}
            idle={tally.read + tally.check === 0}
            onClick={() => send({ confirm: 'all' })}
          >
            {readingMessages.confirmAll()}
          </Button>
        )}
        {foot}
      </footer>
    </>
  )
}
