import type { ReadinessCheck, ReadinessItem } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { readinessQuery } from '../../deal-data/committee-query.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './committee-page.module.css'

const signs: Record<ReadinessItem, ComponentProps<typeof Icon>['name']> = {
  open_blockers: 'alert',
  contradictions: 'warn',
  unconfirmed_numbers: 'question',
  high_findings: 'warn',
  threshold_breaches: 'warn',
  sections_to_write: 'pen',
  stale_sections: 'clock',
  low_ratings: 'star',
  votes_missing: 'users',
  sign_offs_missing: 'pen',
}

/** What is open before a decision; each check links to where it is settled. */
export const ReadinessCard = () => {
  const dealId = useDealId()
  const { data, error } = useQuery(readinessQuery(useServices().session.client, dealId))
  const open = data?.open_items ?? 0
  return (
    <Card
      title={messages.readiness()}
      act={
        data !== undefined && (
          <>
            <span className={`chip ${open > 0 ? 'amber' : 'green'}`}>
              {open > 0 ? messages.itemsOpen({ count: open }) : messages.allClosed()}
            </span>
            <span className="text-small text-fg-3">
              {messages.checksDone({ done: data.items.length - open, count: data.items.length })}
            </span>
          </>
        )
      }
    >
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      {data === undefined && error === null && <ListSkeleton label={messages.loading()} />}
      <ul className={styles.checks}>
        {data?.items.map((check) => (
          <Check key={check.key} check={check} />
        ))}
      </ul>
    </Card>
  )
}

const stateOf = ({ key, count }: ReadinessCheck): 'closed' | 'blocked' | 'open' => {
  if (count === 0) return 'closed'
  return key === 'open_blockers' ? 'blocked' : 'open'
}

const Check = ({ check }: { check: ReadinessCheck }) => {
  const { history } = useRouter()
  const { key, label, count, link } = check
  /** Other clicks open a new tab, as with any link. */
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(link)
  }
  return (
    <li data-state={stateOf(check)}>
      <Icon name={count === 0 ? 'check' : signs[key]} />
      <b>
        {label} {count !== null && <span>{count}</span>}
      </b>
      <span className={styles.names}>{describe(check)}</span>
      {count !== 0 && (
        <a className="btn" href={link} onClick={open} aria-label={messages.openCheck({ check: label })}>
          {messages.open()}
        </a>
      )}
    </li>
  )
}

const describe = ({ count, hidden, names }: ReadinessCheck): string => {
  if (hidden) return messages.hidden()
  if (count === null) return messages.notChecked()
  if (count === 0) return messages.nothingOpen()
  const listed = names.join(', ')
  return count > names.length && names.length > 0
    ? messages.andMore({ names: listed, count: count - names.length })
    : listed
}
