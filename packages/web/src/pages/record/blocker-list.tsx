import type { OpenBlocker } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useCanvas, useDealId } from '../canvas/canvas-query.ts'

/** What stands in the way of a decision; each leads to its comment. */
export const BlockerList = ({ blockers }: { blockers: readonly OpenBlocker[] }) => {
  const dealId = useDealId()
  const { sections } = useCanvas()
  if (blockers.length === 0) return null
  return (
    <ul className="blockers" aria-label="Open blockers">
      {blockers.map((blocker) => (
        <li key={blocker.comment_id}>
          <Icon name="alert" />
          <div>
            <p className="line-clamp-2">{blocker.excerpt}</p>
            <p className="text-small text-fg-3">
              {`${blocker.author_name} in ${sections.find(({ section_key: key }) => key === blocker.section_key)?.title ?? 'the memo'}, `}
              <RelativeTime at={blocker.created_at} />
            </p>
          </div>
          <Link
            className="tap"
            to="/canvas/$dealId"
            params={{ dealId }}
            search={{ comment: blocker.comment_id }}
            aria-label={`Open the blocker of ${blocker.author_name}`}
          >
            Open
          </Link>
        </li>
      ))}
    </ul>
  )
}
