import { Link } from '@tanstack/react-router'
import { adminContentMessages } from '../../../messages/admin-content.ts'
import { stored } from '../../../ui/stored.ts'
import type { PageContent } from './content-query.ts'
import { readEdits } from './edits.ts'
import styles from './page-list.module.css'

interface PageListProps {
  all: readonly PageContent[]
  shown: string
}

const hasEdits = (pageId: string): boolean => Object.keys(readEdits(stored.read(`draft.content.${pageId}`))).length > 0

export const PageList = ({ all, shown }: PageListProps) => (
  <nav className={styles.pages} aria-label={adminContentMessages.pages()}>
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
            <span
              className={styles.dot}
              title={draft ? adminContentMessages.hasDraft() : adminContentMessages.hasEdits()}
            >
              <span className="sr-only">
                {draft ? adminContentMessages.hasDraftSpoken() : adminContentMessages.hasEditsSpoken()}
              </span>
            </span>
          )}
        </Link>
      )
    })}
  </nav>
)
