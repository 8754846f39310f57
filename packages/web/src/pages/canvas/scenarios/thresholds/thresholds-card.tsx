import { canEditDeal, type Threshold, type ThresholdResult } from '@deal-canvas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { thresholdMessages as messages } from '../../../../messages/thresholds.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { seriesFormatter } from '../../../../ui/format-metric.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx'
import { Note } from '../../../../ui/note.tsx'
import { RowAct, RowMenu } from '../../../../ui/row-menu.tsx'
import type { ComparedColumn } from '../comparison/compared-column.ts'
import { formatThreshold } from './format-limit.ts'
import { RemoveThresholdDialog } from './remove-threshold-dialog.tsx'
import { ThresholdCell } from './threshold-cell.tsx'
import { ThresholdDialog } from './threshold-dialog.tsx'
import styles from './thresholds-card.module.css'

interface ThresholdsCardProps {
  query: Pick<UseQueryResult<{ thresholds: Threshold[] }>, 'data' | 'error' | 'isError' | 'isPending' | 'refetch'>
  /** The compared scenarios; empty for a deal without a workbook, which has its current values only. */
  columns: readonly ComparedColumn[]
}

type Asked = { act: 'add' } | { act: 'edit' | 'remove'; id: string }

/** A column of the table: a scenario, or the current values. */
interface ResultColumn {
  readonly id: string
  readonly name: string
  readonly isPending: boolean
  readonly resultOf: (threshold: Threshold) => ThresholdResult | undefined
}

const resultColumns = (columns: readonly ComparedColumn[]): ResultColumn[] =>
  columns.length === 0
    ? [{ id: 'current', name: messages.current(), isPending: false, resultOf: ({ current }) => current }]
    : columns.map(({ scenario: { id, name }, at, results }) => ({
        id,
        name,
        isPending: at === undefined,
        resultOf: (threshold) => results.find(({ threshold_id: one }) => one === threshold.id),
      }))

const emptyText = (canEdit: boolean, hasScenarios: boolean): string => {
  if (!canEdit) return messages.noneToAdd()
  return hasScenarios ? messages.none() : messages.noneWithoutWorkbook()
}

/** The hurdles and covenants of the deal, and which scenarios meet them. */
export const ThresholdsCard = ({ query, columns }: ThresholdsCardProps) => {
  const { deal } = useCanvas()
  const canEdit = canEditDeal(deal)
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Asked>()
  const { data, error, isError, isPending, refetch } = query
  const thresholds = data?.thresholds ?? []
  const shown = resultColumns(columns)
  const breached = thresholds.flatMap((threshold) =>
    shown.filter(({ resultOf }) => resultOf(threshold)?.is_breached === true),
  ).length
  const close = (): void => setAsked(undefined)
  return (
    <Card
      title={messages.title()}
      headingRef={heading}
      act={
        <>
          {breached > 0 && <span className="chip red">{messages.breached({ count: breached })}</span>}
          {canEdit && (
            <Button look="ghost" onClick={() => setAsked({ act: 'add' })}>
              <Icon name="plus" size={14} />
              {messages.add()}
            </Button>
          )}
        </>
      }
    >
      {isPending && <ListSkeleton label={messages.loading()} />}
      {isError && (
        <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {data !== undefined && thresholds.length === 0 && (
        <p className={styles.none}>{emptyText(canEdit, columns.length > 0)}</p>
      )}
      {thresholds.length > 0 && (
        <ThresholdTable thresholds={thresholds} columns={shown} onAsk={canEdit ? setAsked : undefined} />
      )}
      {asked !== undefined && (
        <ThresholdDialogs
          asked={asked}
          thresholds={thresholds}
          onRemoved={() => {
            close()
            // The menu that opened the dialog is gone with its row.
            requestAnimationFrame(() => heading.current?.focus())
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface ThresholdTableProps {
  thresholds: readonly Threshold[]
  columns: readonly ResultColumn[]
  /** Undefined: the user cannot change limits. */
  onAsk: ((asked: Asked) => void) | undefined
}

const ThresholdTable = ({ thresholds, columns, onAsk }: ThresholdTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
  <section className={styles.scroll} tabIndex={0} aria-label={messages.scrolls()}>
    <table className={styles.table} aria-label={messages.title()}>
      <thead>
        <tr>
          <th scope="col">{messages.threshold()}</th>
          <th scope="col">{messages.limit()}</th>
          {columns.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
          {onAsk !== undefined && (
            <th scope="col">
              <span className="sr-only">{messages.edit()}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {thresholds.map((threshold) => {
          const { id, label, kind, source, unit } = threshold
          const values = columns.flatMap(({ resultOf }) => resultOf(threshold)?.value ?? [])
          const format = seriesFormatter([...values, threshold.value], unit)
          return (
            <tr key={id}>
              <th scope="row">
                {label}
                <span className={styles.source}>
                  {source === null ? messages.kindName({ kind }) : messages.kindAndSource({ kind, source })}
                </span>
              </th>
              <td className={styles.limit}>{formatThreshold(threshold)}</td>
              {columns.map((column) => (
                <td key={column.id}>
                  <ThresholdCell
                    unit={unit}
                    format={format}
                    result={column.resultOf(threshold)}
                    isPending={column.isPending}
                  />
                </td>
              ))}
              {onAsk !== undefined && (
                <td>
                  <RowMenu label={messages.menuOf({ metric: label })}>
                    <RowAct onSelect={() => onAsk({ act: 'edit', id })}>{messages.edit()}</RowAct>
                    <RowAct danger onSelect={() => onAsk({ act: 'remove', id })}>
                      {commonMessages.remove()}
                    </RowAct>
                  </RowMenu>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)

interface ThresholdDialogsProps {
  asked: Asked
  thresholds: readonly Threshold[]
  onRemoved: () => void
  onClose: () => void
}

/** The open dialog. It closes if its limit is removed by someone else. */
const ThresholdDialogs = ({ asked, thresholds, onRemoved, onClose }: ThresholdDialogsProps) => {
  if (asked.act === 'add') return <ThresholdDialog threshold={undefined} onClose={onClose} />
  const threshold = thresholds.find(({ id }) => id === asked.id)
  if (threshold === undefined) return null
  return asked.act === 'edit' ? (
    <ThresholdDialog threshold={threshold} onClose={onClose} />
  ) : (
    <RemoveThresholdDialog threshold={threshold} onRemoved={onRemoved} onClose={onClose} />
  )
}
