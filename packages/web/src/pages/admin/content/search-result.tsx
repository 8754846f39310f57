import { adminContentMessages } from '../../../messages/admin-content.ts'

const cut = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length).join('').trimEnd()} …`
}

/** How a search engine would show the page. */
export const SearchResult = ({ path, title, description }: { path: string; title: string; description: string }) => (
  <div>
    <p className="label mb-1">{adminContentMessages.searchPreview()}</p>
    <div className="cms-found">
      <p>{`${location.host}${path === '/' ? '' : path}`}</p>
      <b>{cut(title, 60)}</b>
      <p>{cut(description, 160)}</p>
    </div>
  </div>
)
