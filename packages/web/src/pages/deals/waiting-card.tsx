import { formatCalendarDay, type WaitingItem, type WaitingKind } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { waitingQuery } from '../../deal-data/waiting-query.ts'
import { waitingMessages as messages } from '../../messages/waiting.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './waiting-card.module.css'

const signs: Record<WaitingKind, ComponentProps<typeof Icon>['name']> = {
  vote: 'check',
  sign_off: 'pen',
  request: 'list',
  condition: 'clock',
  scenario_proposal: 'sliders',
}

const shownAtFirst = 5

/** What waits for the user on all deals; nothing at all where nothing does. */
export const WaitingCard = () => {
  const list = useInfiniteQuery(waitingQuery(useServices().session.client))
  const [isWhole, setIsWhole] = useState(false)
  const now = useNow()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const [first] = list.data?.pages ?? []
  // The deals below are more important than an error of this card, which is asked again with them.
  if (first === undefined || items.length === 0) return null
  const { total, is_more_than_total: isMore } = first
  return (
    <div className={styles.waiting}>
      <Card
        title={messages.title()}
        act={
          <span className="chip amber">
            {isMore ? messages.countMore({ count: total }) : messages.count({ count: total })}
          </span>
        }
      >
        <ul className="rows">
          {(isWhole ? items : items.slice(0, shownAtFirst)).map((item) => (
            <WaitingRow key={`${item.kind} ${item.id}`} item={item} now={now} />
          ))}
        </ul>
        {items.length > shownAtFirst && (
          <div className={styles.more}>
            <Button look="ghost" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? messages.showFewer() : messages.showAll()}
            </Button>
            {isWhole && list.hasNextPage && (
              <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {messages.showMore()}
              </Button>
            )}
          </div>
        )}
      </Card>
    </div>
  )
}

/** The local day as YYYY-MM-DD: what is due today is not overdue. */
const dayOf = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const WaitingRow = ({ item, now }: { item: WaitingItem; now: Date }) => {
  const { history } = useRouter()
  const { kind, what, deal_name: deal, due_date: due, path } = item
  const isOverdue = due !== null && due < dayOf(now)
  /** Other clicks open a new tab, as with any link. */
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(path)
  }
  return (
    <li>
      <a href={path} onClick={open}>
        <Icon name={signs[kind]} />
        <span className="min-w-0 flex-1">
          <b className="block truncate">{what}</b>
          <span className="block truncate text-small text-fg-3">{[messages.kind({ kind }), deal].join(', ')}</span>
        </span>
        <span className={styles.due} data-overdue={isOverdue || undefined}>
          {due === null && formatTime(item.since, now)}
          {due !== null && (isOverdue ? messages.overdue : messages.due)({ date: formatCalendarDay(due) })}
        </span>
      </a>
    </li>
  )
}
