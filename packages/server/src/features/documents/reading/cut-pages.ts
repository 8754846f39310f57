import type { Page } from '../digitized.ts'
import { wellFormed } from './well-formed.ts'

/** A page that is longer is cut: it is read back as one line, which must not hold up the event loop. */
const maxPageLength = 40_000

/** A text in pieces that can be cited, cut at the ends of lines where there are any. */
export const cutPages = (text: string, first = 1): Page[] => {
  const pages: Page[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + maxPageLength
    // Within the page alone: a text without line ends would be searched to its beginning for every page.
    const line = end < text.length ? text.slice(from, end + 1).lastIndexOf('\n') : -1
    const to = line > 0 ? from + line + 1 : end
    const page = text.slice(from, to).trim()
    if (page !== '') pages.push({ page: first + pages.length, text: wellFormed(page) })
    from = to
  }
  return pages
}
