import type { ReadingCell, ReadingChange, ReadingMetric } from '@deal-canvas/contract'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import {
  cellSummary,
  cellText,
  checkStateOf,
  isSameCell,
  missingNote,
  optionsOf,
  stateLabels,
} from '../../deal-data/reading-state.ts'
import { readingMessages } from '../../messages/reading.ts'
import { Button } from '../../ui/button.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './metric-row.module.css'
import readingViewStyles from './reading-view.module.css'

type Choice = NonNullable<ReadingChange['choices']>[number]

interface MetricRowProps {
  metric: ReadingMetric
  currency: string
  isOpen: boolean
  /** Whether the user came for this metric: scrolls it into view. */
  isWanted: boolean
  /** The cell under consideration while the row is open. */
  candidate: ReadingCell | undefined
  canChange: boolean
  isBusy: boolean
  onOpen: () => void
  onCandidate: (cell: ReadingCell) => void
  onChoose: (choice: Choice) => void
  onConfirm: () => void
  onShowSheet: () => void
  /** Further actions. */
  acts?: ReactNode
}

export const MetricRow = (props: MetricRowProps) => {
  const { metric, currency, isOpen, isWanted, onOpen } = props
  const state = checkStateOf(metric)
  const [label, tone] = stateLabels[state]
  const icon = state === 'check' ? 'warn' : state === 'missing' ? 'alert' : 'check'
  const panel = useId()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) item.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <li ref={item} className={styles.row} data-open={isOpen || undefined} data-state={state}>
      <button type="button" className={styles.line} aria-expanded={isOpen} aria-controls={panel} onClick={onOpen}>
        <Icon name={icon} size={14} />
        <span className={styles.name}>{metric.name}</span>
        <span className={styles.value}>
          {metric.value === null ? readingMessages.noMetricValue() : formatMetric(metric.value, metric.unit, currency)}
        </span>
        <span className={styles.period}>{metric.period ?? ''}</span>
        <span className={styles.cell} data-cell>
          {cellSummary(metric)}
          {metric.cell !== null && metric.alternatives.length > 0 && (
            <small aria-hidden="true">{`+${metric.alternatives.length}`}</small>
          )}
        </span>
        <span className={styles.state}>
          <span className={`chip ${tone}`}>
            {metric.confidence === null || state === 'confirmed'
              ? label
              : readingMessages.stateWithConfidence({
                  state: label,
                  percent: Math.round(metric.confidence * 100),
                })}
          </span>
        </span>
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <MetricPanel {...props} />}
      </div>
    </li>
  )
}

/** The possible cells of the metric, and the actions on the chosen one. */
const MetricPanel = (props: MetricRowProps) => {
  const { metric, currency, candidate, canChange, isBusy, onCandidate, onChoose, onConfirm, onShowSheet, acts } = props
  const state = checkStateOf(metric)
  const group = useId()
  const options = optionsOf(metric, candidate)
  const note = missingNote(metric, canChange)
  const isPresent = isSameCell(candidate, metric.cell)
  return (
    <div className={styles.panel}>
      {metric.from_template && state !== 'confirmed' && (
        <p className="text-small text-fg-2">{readingMessages.fromTemplate()}</p>
      )}
      {note !== undefined && <p className="text-small text-fg-2">{note}</p>}
      {options.length > 0 && (
        <fieldset className={styles.options}>
          <legend className="sr-only">{readingMessages.cellsFor({ name: metric.name })}</legend>
          {options.map(({ cell, label, period, value, isPicked }) => (
            <label key={cellText(cell)}>
              <input
                type="radio"
                name={group}
                checked={isSameCell(candidate, cell)}
                onChange={() => onCandidate(cell)}
              />
              <span className={styles.cell}>{cellText(cell)}</span>
              <span className={styles.what}>{label}</span>
              <span className={styles.period}>{period ?? ''}</span>
              <b>{isPicked ? '' : formatMetric(value, metric.unit, currency)}</b>
            </label>
          ))}
        </fieldset>
      )}
      <div className={readingViewStyles.acts}>
        {canChange && candidate !== undefined && !isPresent && (
          <Button
            look="primary"
            busy={isBusy}
            onClick={() => onChoose({ metric_key: metric.key, cell: { ...candidate } })}
          >
            {readingMessages.applyCell({ cell: cellText(candidate) })}
          </Button>
        )}
        {canChange && isPresent && state !== 'confirmed' && (
          <Button look="primary" busy={isBusy} onClick={onConfirm}>
            {readingMessages.confirmValue({ value: formatMetric(metric.value, metric.unit, currency) })}
          </Button>
        )}
        <span className={styles.onlyNarrow}>
          <Button onClick={onShowSheet}>{readingMessages.showOnSheet()}</Button>
        </span>
        {canChange && state !== 'absent' && (
          <Button look="ghost" busy={isBusy} onClick={() => onChoose({ metric_key: metric.key, none: true })}>
            {readingMessages.notInWorkbook()}
          </Button>
        )}
        {acts}
      </div>
    </div>
  )
}
