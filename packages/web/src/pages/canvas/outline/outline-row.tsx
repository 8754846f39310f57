import type { Section } from '@deal-canvas/contract'
import { memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSelected } from '../../../ui/observable.ts'
import { useAttention } from '../attention.ts'
import { useLive } from '../live/deal-live.ts'
import type { PersonHere } from '../live/people-here.ts'

const nobody: readonly PersonHere[] = []

interface OutlineRowProps {
  section: Pick<Section, 'section_key' | 'title' | 'stale'>
  number: number
  open: number
  blockers: number
  /** How often it has the words that are looked for. */
  found: number | undefined
  onGo: (sectionKey: string) => void
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** A section with who is here, who writes it, what blocks it, whether it is stale and how much is said about it. */
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
        <span className="n">{number}</span>
        <span className="title" title={title}>
          {title}
        </span>
        {here.slice(0, 2).map(({ userId, name, picture }) => (
          <span key={userId} title={`${name} is here`}>
            <Avatar id={userId} name={name} picture={picture} />
            <span className="sr-only">{name} is here</span>
          </span>
        ))}
        {holder && (
          <span className="lock" title={`${holder.name} is editing`}>
            <Icon name="lock" size={14} />
            <span className="sr-only">{holder.name} is editing</span>
          </span>
        )}
        {blockers > 0 && (
          <span className="blocker" title={counted(blockers, 'open blocker')}>
            <Icon name="alert" size={14} />
            <span className="sr-only">{counted(blockers, 'open blocker')}</span>
          </span>
        )}
        {stale && (
          <span className="stale" title="A number that it cites changed">
            Stale
          </span>
        )}
        {found === undefined ? (
          <span className="count" title={counted(open, 'open comment')}>
            {open > 0 && open}
            {open > 0 && <span className="sr-only"> {open === 1 ? 'open comment' : 'open comments'}</span>}
          </span>
        ) : (
          <span className="count">
            {found}
            <span className="sr-only"> found</span>
          </span>
        )}
      </a>
    </li>
  )
})
