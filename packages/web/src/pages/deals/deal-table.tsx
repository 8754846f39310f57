import type { ConversationLine, DealLine } from '@deal-canvas/contract'
import { useRef } from 'react'
import { useSingleKey } from '../../app/use-single-key.ts'
import { dealMessages } from '../../messages/deals.ts'
import { useNow } from '../../ui/use-now.ts'
import { DealRow } from './deal-row.tsx'
import styles from './deal-table.module.css'

interface DealTableProps {
  lines: readonly DealLine[]
  /** Intakes that are not finished. */
  intakes: readonly ConversationLine[]
}

/** J and K move the real focus from deal to deal, so that Enter and screen readers act on the same row. */
export const DealTable = ({ lines, intakes }: DealTableProps) => {
  const table = useRef<HTMLTableElement>(null)
  const now = useNow()
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
    <div className="card">
      <table className={styles.deals} ref={table}>
        <thead>
          <tr>
            <th scope="col">{dealMessages.columnDeal()}</th>
            <th scope="col">{dealMessages.columnTier()}</th>
            <th scope="col">{dealMessages.columnIntegrity()}</th>
            <th scope="col">{dealMessages.columnBlockers()}</th>
            <th scope="col">{dealMessages.columnUnread()}</th>
            <th scope="col">{dealMessages.columnPeople()}</th>
            <th scope="col" aria-sort="descending">
              {dealMessages.columnActivity()}
            </th>
            <th scope="col">
              <span className="sr-only">{dealMessages.columnMore()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <DealRow key={line.deal_id} line={line} intake={unfinished.get(line.deal_id)} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
