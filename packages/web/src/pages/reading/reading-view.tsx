import type { Reading, ReadingCell, ReadingChange } from '@deal-canvas/contract'
import { type ReactNode, useState } from 'react'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { DetectedSettings } from './detected-settings.tsx'
import { MetricRow } from './metric-row.tsx'
import { ReadingChanges } from './reading-changes.tsx'
import { type ReadingPlace, useChangeReading } from './reading-query.ts'
import { tallyOf } from './reading-state.ts'
import { SheetPane } from './sheet-pane.tsx'

interface ReadingViewProps {
  reading: Reading
  place: ReadingPlace
  dealId: string
  canChange: boolean
  /** The metric that the person came for. */
  wanted?: string | undefined
  /** What to do when done. */
  foot: ReactNode
}

/** How the workbook is read: settings on top, metrics with their cells, and the sheet beside them. */
export const ReadingView = ({ reading, place, dealId, canChange, wanted, foot }: ReadingViewProps) => {
  const { metrics, currency, document_id: documentId } = reading
  const change = useChangeReading(place)
  const [openKey, setOpenKey] = useState(
    () => wanted ?? metrics.find(({ headline, confirmation }) => headline && confirmation === 'unconfirmed')?.key,
  )
  const [picked, setPicked] = useState<ReadingCell>()
  const [isSheetOpen, setSheetOpen] = useState(false)
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
  const groups = [
    ['Headline metrics', metrics.filter(({ headline }) => headline)],
    ['Other metrics', metrics.filter(({ headline }) => !headline)],
  ] as const
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
      {change.isError && <Note tone="red">{sentenceFor(change.error)}</Note>}
      {change.isSuccess && <ReadingChanges changed={change.data} />}
      <div className="reading-work">
        <div className="card reading-list">
          {groups.map(
            ([title, rows]) =>
              rows.length > 0 && (
                <section key={title} aria-label={title}>
                  <h2>{title}</h2>
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
                      />
                    ))}
                  </ul>
                </section>
              ),
          )}
        </div>
        <div className="card reading-beside">{sheet}</div>
      </div>
      {isSheetOpen && (
        <Dialog title={open?.name ?? 'Sheet'} onClose={() => setSheetOpen(false)}>
          <div className="reading-dialog">
            {sheet}
            <Button onClick={() => setSheetOpen(false)}>Close</Button>
          </div>
        </Dialog>
      )}
      <footer className="reading-foot">
        <p role="status">
          {`${tally.confirmed} confirmed, ${tally.read} read, ${tally.check} to check, ${tally.missing} not found`}
        </p>
        <p className="text-small text-fg-3">Numbers that nobody confirms stay marked in the memo.</p>
        <span className="flex-1" />
        {canChange && (
          <Button
            busy={change.isPending}
            idle={tally.read + tally.check === 0}
            onClick={() => send({ confirm: 'all' })}
          >
            Confirm all
          </Button>
        )}
        {foot}
      </footer>
    </>
  )
}
