import type { Section } from '@deal-canvas/contract'
import { memo, type ReactNode } from 'react'
import { canvasMessages } from '../../../messages/canvas.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSelected } from '../../../ui/observable.ts'
import { useAttention } from '../attention.ts'
import { useLive } from '../live/deal-live.ts'
import type { PersonHere } from '../live/people-here.ts'
import styles from './outline.module.css'

const nobody: readonly PersonHere[] = []

interface OutlineRowProps {
  section: Pick<Section, 'section_key' | 'title' | 'stale'>
  number: number
  open: number
  blockers: number
  /** The number of search matches in the section. */
  found: number | undefined
  onGo: (sectionKey: string) => void
}

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>

/** A section with its users, editor, blockers, staleness and number of comments. */
export const OutlineRow = memo(({ section, number, open, blockers, found, onGo }: OutlineRowProps) => {
  const { section_key: key, title, stale } = section
  const live = useLive()
  const here = useSelected(live.people, ({ bySection }) => bySection.get(key) ?? nobody)
  const holder = useSelected(live.holds, (holds) => holds.get(key))
  const isCurrent = useSelected(useAttention().section, (current) => current === key)
  return (
    <li>
      <a
        href={`?section=${key}`}
        aria-current={isCurrent ? 'location' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onGo(key)
        }}
      >
        <span className={styles.n}>{number}</span>
        <span className={styles.title} title={title}>
          {title}
        </span>
        {here.slice(0, 2).map(({ userId, name, picture }) => (
          <span key={userId} title={canvasMessages.personHere({ name })}>
            <Avatar id={userId} name={name} picture={picture} />
            <span className="sr-only">{canvasMessages.personHere({ name })}</span>
          </span>
        ))}
        {holder && (
          <span className={styles.lock} title={canvasMessages.personEditing({ name: holder.name })}>
            <Icon name="lock" size={14} />
            <span className="sr-only">{canvasMessages.personEditing({ name: holder.name })}</span>
          </span>
        )}
        {blockers > 0 && (
          <span className={styles.blocker} title={canvasMessages.openBlockers({ count: blockers })}>
            <Icon name="alert" size={14} />
            <span className="sr-only">{canvasMessages.openBlockers({ count: blockers })}</span>
          </span>
        )}
        {stale && (
          <span className={styles.stale} title={canvasMessages.staleHint()}>
            {canvasMessages.stale()}
          </span>
        )}
        {found === undefined ? (
          <span className={styles.count} title={canvasMessages.openComments({ count: open })}>
            {open > 0 && canvasMessages.openCommentCount.rich({ count: open, hidden })}
          </span>
        ) : (
          <span className={styles.count}>{canvasMessages.matchesInSection.rich({ count: found, hidden })}</span>
        )}
      </a>
    </li>
  )
})
