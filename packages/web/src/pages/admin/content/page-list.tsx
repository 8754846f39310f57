import { Link } from '@tanstack/react-router'
import { stored } from '../../../ui/stored.ts'
import type { PageContent } from './content-query.ts'
import { readEdits } from './edits.ts'

interface PageListProps {
  all: readonly PageContent[]
  shown: string
}

const hasEdits = (pageId: string): boolean => Object.keys(readEdits(stored.read(`draft.content.${pageId}`))).length > 0

export const PageList = ({ all, shown }: PageListProps) => (
  <nav className="cms-pages" aria-label="Pages">
    {all.map(({ page, content }) => {
      const draft = Object.values(content.content).some((text) => text.has_draft)
      const edits = hasEdits(page.page_id)
      return (
        <Link
          key={page.page_id}
          to="/admin/content"
          search={{ page: page.page_id }}
          aria-current={page.page_id === shown ? 'page' : undefined}
        >
          {page.title}
          {(draft || edits) && (
            <span className="dot" title={draft ? 'Has a draft' : 'Has unsaved edits'}>
              <span className="sr-only">{draft ? ', has a draft' : ', has unsaved edits'}</span>
            </span>
          )}
        </Link>
      )
    })}
  </nav>
)
