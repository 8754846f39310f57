import type { Reread, RereadMetric } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { useReadAgain } from '../../deal-data/reading-query.ts'
import { cellText } from '../../deal-data/reading-state.ts'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'
import styles from './read-again.module.css'
import { ReadingChanges } from './reading-changes.tsx'
import readingViewStyles from './reading-view.module.css'

interface ReadAgainProps {
  dealId: string
  currency: string
  /** Further actions on the metrics. */
  children: ReactNode
}

/** A deal keeps its metrics as they were read; here an editor re-reads the workbook and decides what to use. */
export const ReadAgain = ({ dealId, currency, children }: ReadAgainProps) => {
  const { preview, use } = useReadAgain(dealId)
  const wrong = preview.error ?? use.error
  const found = preview.data
  return (
    <section className={styles.again} aria-label={readingMessages.readAgain()}>
      <div className={`${styles.acts} ${readingViewStyles.acts}`}>
        <Button
          busy={preview.isPending}
          onClick={() => {
            use.reset()
            preview.mutate()
          }}
        >
          {readingMessages.readAgain()}
        </Button>
        {children}
        <p className="text-small text-fg-3">{readingMessages.readAgainHint()}</p>
      </div>
      {wrong !== null && <Note tone="red">{sentenceFor(wrong)}</Note>}
      {use.isSuccess && (
        <>
          <Note tone="plain">{readingMessages.newReadingInUse()}</Note>
          <ReadingChanges changed={use.data} />
        </>
      )}
      {found !== undefined && found.metrics.length === 0 && <Note tone="plain">{readingMessages.noDifferences()}</Note>}
      {found !== undefined && found.metrics.length > 0 && (
        <Differences
          found={found}
          currency={currency}
          isBusy={use.isPending}
          onUse={() => use.mutate(found.version)}
          onKeep={() => preview.reset()}
        />
      )}
    </section>
  )
}

const changeLabels = {
  moved: [readingMessages.changeMoved(), 'amber'],
  found: [readingMessages.changeFound(), 'green'],
  lost: [readingMessages.changeLost(), 'red'],
} as const

const formatSide = ({ value, cell }: RereadMetric['before'], unit: RereadMetric['unit'], currency: string): string => {
  if (value === null) return readingMessages.noValue()
  const formatted = formatMetric(value, unit, currency)
  return cell === null ? formatted : readingMessages.valueInCell({ value: formatted, cell: cellText(cell) })
}

interface DifferencesProps {
  found: Reread
  currency: string
  isBusy: boolean
  onUse: () => void
  onKeep: () => void
}

const Differences = ({ found, currency, isBusy, onUse, onKeep }: DifferencesProps) => (
  <section className={`card ${styles.differences}`} aria-label={readingMessages.differences()}>
    <ul>
      {found.metrics.map(({ key, name, unit, change, before, after }) => {
        const [label, tone] = changeLabels[change]
        return (
          <li key={key}>
            <b>{name}</b>
            <span className={`chip ${tone}`}>{label}</span>
            <span className="text-fg-3">{formatSide(before, unit, currency)}</span>
            <span>{formatSide(after, unit, currency)}</span>
          </li>
        )
      })}
    </ul>
    <div className={`${styles.acts} ${readingViewStyles.acts}`}>
      <Button look="primary" busy={isBusy} onClick={onUse}>
        {readingMessages.applyNewReading()}
      </Button>
      <Button look="ghost" idle={isBusy} onClick={onKeep}>
        {readingMessages.keepReading()}
      </Button>
    </div>
  </section>
)
