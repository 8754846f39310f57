import type { OpenBlocker } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { Icon } from '../../ui/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './blocker-list.module.css'

/** The open blockers of a decision; each links to its comment. */
export const BlockerList = ({ blockers }: { blockers: readonly OpenBlocker[] }) => {
  const dealId = useDealId()
  const { sections } = useCanvas()
  if (blockers.length === 0) return null
  return (
    <ul className={styles.blockers} aria-label={messages.openBlockers()}>
      {blockers.map((blocker) => (
        <li key={blocker.comment_id}>
          <Icon name="alert" />
          <div>
            <p className="line-clamp-2">{blocker.excerpt}</p>
            <p className="text-small text-fg-3">
              <BlockerOrigin
                blocker={blocker}
                section={sections.find(({ section_key: key }) => key === blocker.section_key)?.title}
              />
            </p>
          </div>
          <Link
            className="tap"
            to="/canvas/$dealId"
            params={{ dealId }}
            search={{ comment: blocker.comment_id }}
            aria-label={messages.openBlockerOf({ author: blocker.author_name })}
          >
            {messages.open()}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const BlockerOrigin = ({ blocker, section }: { blocker: OpenBlocker; section: string | undefined }) => {
  const origin = { author: blocker.author_name, time: <RelativeTime at={blocker.created_at} /> }
  return section === undefined
    ? messages.blockerInMemo.rich(origin)
    : messages.blockerInSection.rich({ ...origin, section })
}
