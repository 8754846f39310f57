import type { ReactNode } from 'react'
import styles from './state.module.css'

/** A status label with a colored dot. */
export const State = ({ tone, children }: { tone: 'green' | 'amber' | 'red' | 'off'; children: ReactNode }) => (
  <span className={`${styles.state} ${tone}`}>{children}</span>
)
