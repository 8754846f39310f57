import { adminContentMessages } from '../../../messages/admin-content.ts'
import styles from './search-result.module.css'

const cut = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length).join('').trimEnd()} …`
}

/** Preview of the page as a search result. */
export const SearchResult = ({ path, title, description }: { path: string; title: string; description: string }) => (
  <div>
    <p className="label mb-1">{adminContentMessages.searchPreview()}</p>
    <div className={styles.found}>
      <p>{`${location.host}${path === '/' ? '' : path}`}</p>
      <b>{cut(title, 60)}</b>
      <p>{cut(description, 160)}</p>
    </div>
  </div>
)
