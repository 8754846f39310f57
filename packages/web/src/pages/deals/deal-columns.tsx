import {
  type DealColumn,
  type DealLine,
  type DealSort,
  dealColumns,
  formatCalendarDay,
  type Headline,
} from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { dealListMessages as messages } from '../../messages/deal-list.ts'
import { dealMessages } from '../../messages/deals.ts'
import { formatMetric } from '../../ui/format-metric.ts'
import { createRemembered } from '../../ui/remembered.ts'
import styles from './deal-table.module.css'

/** How a column is called, and what it sorts by. */
export const columnFacts: Readonly<Record<DealColumn, { title: string; sort?: DealSort }>> = {
  stage: { title: messages.stage(), sort: 'stage' },
  type: { title: messages.type(), sort: 'type' },
  city: { title: messages.city() },
  size: { title: messages.size(), sort: 'size' },
  return: { title: messages.return(), sort: 'return' },
  multiple: { title: messages.multiple() },
  ic_date: { title: messages.icDate(), sort: 'ic_date' },
  lead: { title: messages.lead() },
  tier: { title: dealMessages.columnTier() },
  integrity: { title: dealMessages.columnIntegrity() },
  blockers: { title: dealMessages.columnBlockers() },
  waiting: { title: messages.waiting() },
  unread: { title: dealMessages.columnUnread() },
  people: { title: dealMessages.columnPeople() },
  activity: { title: dealMessages.columnActivity(), sort: 'activity' },
}

const defaultColumns: readonly DealColumn[] = [
  'size',
  'return',
  'tier',
  'integrity',
  'blockers',
  'waiting',
  'unread',
  'people',
  'activity',
]

const separator = ' '
const isColumns = (text: string): text is string =>
  text.split(separator).every((name) => dealColumns.some((column) => column === name))

/** The columns that this browser shows where no view says otherwise. */
const remembered = createRemembered<string>('deal-columns', defaultColumns.join(separator), isColumns)

export const rememberedColumns = {
  subscribe: remembered.subscribe,
  get: remembered.get,
  set: (columns: readonly DealColumn[]): void => remembered.set(columns.join(separator)),
}

export const readColumns = (text: string): DealColumn[] =>
  text.split(separator).flatMap((name) => dealColumns.find((column) => column === name) ?? [])

/** A number with its unit, marked if nobody has confirmed it. */
export const HeadlineNumber = ({ line, number }: { line: DealLine; number: Headline | null }): ReactNode => {
  if (number === null) return <span className={styles.none}>{messages.notSet()}</span>
  const { label, value, unit, confirmation } = number
  const title = line.scenario_name === null ? label : messages.fromScenario({ label, scenario: line.scenario_name })
  return (
    <>
      <b className={styles.number} title={title}>
        {formatMetric(value, unit, line.currency)}
      </b>
      {confirmation === 'unconfirmed' && (
        <span title={messages.unconfirmedHint({ label })}>{messages.unconfirmed()}</span>
      )}
    </>
  )
}

export const orNotSet = (text: string | null): ReactNode =>
  text === null ? <span className={styles.none}>{messages.notSet()}</span> : text

export const dayCell = (day: string | null): ReactNode => orNotSet(day === null ? null : formatCalendarDay(day))
