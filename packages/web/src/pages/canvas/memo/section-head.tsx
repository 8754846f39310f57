import type { Section } from '@deal-canvas/contract'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatPerson } from '../../../ui/format-person.ts'
import { useSelected } from '../../../ui/observable.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useLive } from '../live/deal-live.ts'
import type { PersonHere } from '../live/people-here.ts'

const none: readonly PersonHere[] = []

const formatReaders = (people: readonly PersonHere[]): string => {
  const [first, second] = people
  if (first === undefined) return ''
  if (second === undefined) return `${first.name} is reading`
  return people.length === 2 ? `${first.name} and ${second.name} are reading` : `${people.length} people are reading`
}

const Readers = ({ sectionKey }: { sectionKey: string }) => {
  const people = useSelected(useLive().people, ({ bySection }) => bySection.get(sectionKey) ?? none)
  if (people.length === 0) return null
  return (
    <span className="memo-readers">
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
  <header className="memo-head">
    <h2 id={`heading-${section.section_key}`} tabIndex={-1}>
      <span className="n">{number}</span>
      {section.title}
    </h2>
    <div className="memo-meta">
      <button
        type="button"
        aria-label={`Version ${section.version} of ${section.title}, show all`}
        onClick={onVersions}
      >
        Version {section.version}
      </button>
      <span>
        {formatPerson(section.updated_by_name ?? 'Deal Canvas', section.updated_by_email_verified)},{' '}
        <time dateTime={section.updated_at}>
          <RelativeTime at={section.updated_at} />
        </time>
      </span>
      <Readers sectionKey={section.section_key} />
    </div>
  </header>
)
