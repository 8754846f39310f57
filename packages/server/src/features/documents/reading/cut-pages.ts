import { wellFormed } from '../../../platform/well-formed.ts'
import type { Page } from '../digitized.ts'

/** Longer pages are split: a page is read back as one line, which must not block the event loop. */
export const maxPageLength = 40_000

/** Splits a text into pages that can be cited, at line ends if possible. */
export const cutPages = (text: string, first = 1): Page[] => {
  const pages: Page[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + maxPageLength
    // Search within the page only: a text without line ends would otherwise be searched from its start for every page.
    const line = end < text.length ? text.slice(from, end + 1).lastIndexOf('\n') : -1
    const to = line > 0 ? from + line + 1 : end
    const page = text.slice(from, to).trim()
    if (page !== '') pages.push({ page: first + pages.length, text: wellFormed(page) })
    from = to
  }
  return pages
}
