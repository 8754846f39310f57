import type { SearchMark } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import styles from './found-words.module.css'

/** A text with the words that were searched for. Marks count code points, so that an emoji is one. */
export const Marked = ({ text, marks }: { text: string; marks: readonly SearchMark[] }) => {
  const letters = [...text]
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push(letters.slice(at, start).join(''))
    parts.push(
      <mark key={start} className={styles.mark}>
        {letters.slice(start, end).join('')}
      </mark>,
    )
    at = end
  }
  parts.push(letters.slice(at).join(''))
  return parts
}
