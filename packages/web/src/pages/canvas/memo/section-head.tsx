import type { Section } from '@deal-canvas/contract'
import { memoMessages } from '../../../messages/memo.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatPerson } from '../../../ui/format-person.ts'
import { useSelected } from '../../../ui/observable.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useLive } from '../live/deal-live.ts'
import type { PersonHere } from '../live/people-here.ts'
import styles from './section-head.module.css'

const none: readonly PersonHere[] = []

const formatReaders = (people: readonly PersonHere[]): string => {
  const [first, second] = people
  if (first === undefined) return ''
  if (second === undefined) return memoMessages.oneReading({ name: first.name })
  return people.length === 2
    ? memoMessages.twoReading({ first: first.name, second: second.name })
    : memoMessages.manyReading({ count: people.length })
}

const Readers = ({ sectionKey }: { sectionKey: string }) => {
  const people = useSelected(useLive().people, ({ bySection }) => bySection.get(sectionKey) ?? none)
  if (people.length === 0) return null
  return (
    <span className={styles.readers}>
      {people.slice(0, 3).map(({ userId, name, picture }) => (
        <Avatar key={userId} id={userId} name={name} picture={picture} />
      ))}
      {formatReaders(people)}
    </span>
  )
}

interface SectionHeadProps {
  section: Section
  number: number
  onVersions: () => void
}

export const SectionHead = ({ section, number, onVersions }: SectionHeadProps) => (
  <header className={styles.head}>
    <h2 id={`heading-${section.section_key}`} tabIndex={-1}>
      <span className={styles.n}>{number}</span>
      {section.title}
    </h2>
    <div className={styles.meta}>
      <button
        type="button"
        aria-label={memoMessages.showVersions({ version: section.version, title: section.title })}
        onClick={onVersions}
      >
        {memoMessages.version({ version: section.version })}
      </button>
      <span>
        {memoMessages.writtenBy.rich({
          author: formatPerson(section.updated_by_name ?? memoMessages.author(), section.updated_by_email_verified),
          time: (
            <time dateTime={section.updated_at}>
              <RelativeTime at={section.updated_at} />
            </time>
          ),
        })}
      </span>
      <Readers sectionKey={section.section_key} />
    </div>
  </header>
)
