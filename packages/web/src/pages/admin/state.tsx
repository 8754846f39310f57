import type { ReactNode } from 'react'

/** A state in a word, with a dot of its color. */
export const State = ({ tone, children }: { tone: 'green' | 'amber' | 'red' | 'off'; children: ReactNode }) => (
  <span className={`admin-state ${tone}`}>{children}</span>
)
