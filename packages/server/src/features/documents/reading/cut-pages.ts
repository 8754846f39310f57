import type { Page } from '../digitized.ts'
import { wellFormed } from './well-formed.ts'

/** A page that is longer is cut: it is read back as one line, which must not hold up the event loop. */
const maxPageLength = 40_000

/** A text in pieces that can be cited, cut at the ends of lines where there are any. */
export const cutPages = (text: string, first = 1): Page[] => {
  const pages: Page[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + maxPageLength
    const line = end < text.length ? text.lastIndexOf('\n', end) : -1
    const to = line > from ? line + 1 : end
    const page = text.slice(from, to).trim()
    if (page !== '') pages.push({ page: first + pages.length, text: wellFormed(page) })
    from = to
  }
  return pages
}
