import type { ReactNode } from 'react'
import styles from './memo-block.module.css'

/**
 * A table or drawing that can be wider than the page. Not a landmark: a memo has many of them, some with the same title,
 * and landmarks of one name cannot be told apart.
 */
export const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keyboard too.
  <figure className={styles.scroll} tabIndex={0} aria-label={label}>
    {children}
  </figure>
)
