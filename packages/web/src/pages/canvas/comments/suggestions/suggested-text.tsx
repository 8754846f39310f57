import { compareTexts, newCompareBudget } from '@deal-canvas/memo/compare'
import { useMemo } from 'react'
import styles from './suggestion-body.module.css'

interface SuggestedTextProps {
  before: string
  after: string
}

/** A suggestion word by word: what it removes, what it adds, and what stays between. */
export const SuggestedText = ({ before, after }: SuggestedTextProps) => {
  const parts = useMemo(() => compareTexts(before, after, newCompareBudget()), [before, after])
  return (
    <p className={styles.texts}>
      {parts.map(({ change, text }, place) => {
        const Part = change === 'removed' ? 'del' : change === 'added' ? 'ins' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their place.
        return <Part key={place}>{text}</Part>
      })}
    </p>
  )
}
