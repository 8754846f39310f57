import {
  type ConversationLine,
  type DealColumn,
  type DealLine,
  type DealOrder,
  type DealSort,
  defaultOrder,
} from '@deal-canvas/contract'
import { useRef } from 'react'
import { useSingleKey } from '../../app/use-single-key.ts'
import { useStageName } from '../../deal-data/stage-names.ts'
import { dealMessages } from '../../messages/deals.ts'
import { useNow } from '../../ui/use-now.ts'
import { columnFacts } from './deal-columns.tsx'
import { DealRow } from './deal-row.tsx'
import styles from './deal-table.module.css'

interface DealTableProps {
  lines: readonly DealLine[]
  /** Intakes that are not finished. */
  intakes: readonly ConversationLine[]
  columns: readonly DealColumn[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

export interface Sorting {
  sort: DealSort
  order: DealOrder
}

const headStyles: Partial<Record<DealColumn, string | undefined>> = { people: styles.people }

interface SortHeadProps extends Pick<DealTableProps, 'sorting' | 'onSort'> {
  title: string
  sort?: DealSort
  className?: string | undefined
}

/** Sorts by its column, and turns the order around where it is sorted already. */
const SortHead = ({ title, sort, className, sorting, onSort }: SortHeadProps) => {
  if (sort === undefined)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  const isSorted = sorting.sort === sort
  const other = sorting.order === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ sort, order: isSorted ? other : defaultOrder[sort] })}
      >
        {title}
      </button>
    </th>
  )
}

/** J and K move the real focus from deal to deal, so that Enter and screen readers act on the same row. */
export const DealTable = ({ lines, intakes, columns, sorting, onSort }: DealTableProps) => {
  const table = useRef<HTMLTableElement>(null)
  const now = useNow()
  const stageName = useStageName()
  const move = (step: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('[data-deal]') ?? [])]
    const row = document.activeElement?.closest('tr')
    const at = links.findIndex((link) => link.closest('tr') === row)
    const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[Math.min(Math.max(at + step, 0), links.length - 1)]
    next?.focus()
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }
  useSingleKey('j', () => move(1))
  useSingleKey('k', () => move(-1))
  const unfinished = new Map(intakes.map((intake) => [intake.deal_id, intake]))
  return (
    <div className={`card ${styles.frame}`}>
      <table className={styles.deals} ref={table}>
        <thead>
          <tr>
            <SortHead title={dealMessages.columnDeal()} sort="name" sorting={sorting} onSort={onSort} />
            {columns.map((column) => (
              <SortHead
                key={column}
                {...columnFacts[column]}
                className={headStyles[column]}
                sorting={sorting}
                onSort={onSort}
              />
            ))}
            <th scope="col">
              <span className="sr-only">{dealMessages.columnMore()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <DealRow
              key={line.deal_id}
              line={line}
              intake={unfinished.get(line.deal_id)}
              columns={columns}
              stageName={stageName}
              now={now}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
