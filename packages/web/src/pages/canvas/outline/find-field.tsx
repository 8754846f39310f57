import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSingleKey } from '../../../app/use-single-key.ts'
import { canvasMessages } from '../../../messages/canvas.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './find-field.module.css'
import { type Found, findInMemo } from './find-in-memo.ts'

const painted = (name: string, found: readonly Found[]): void => {
  // Without the Highlight API, matches are still counted and can be stepped through.
  if (typeof Highlight === 'undefined') return
  if (found.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...found.map(({ range }) => range)))
}

const formatCount = (words: string, found: readonly Found[], at: number): string => {
  if (words.trim() === '') return ''
  if (found.length === 0) return canvasMessages.noMatches()
  return at < 0
    ? canvasMessages.matches({ count: found.length })
    : canvasMessages.matchPosition({ position: at + 1, count: found.length })
}

interface FindFieldProps {
  /** The number of matches per section; undefined: no search. */
  onFound: (counts: ReadonlyMap<string, number> | undefined) => void
}

/** Searches the memo: Enter moves to the next match, Escape closes the search. */
export const FindField = ({ onFound }: FindFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [found, setFound] = useState<readonly Found[]>([])
  const [at, setAt] = useState(-1)
  useSingleKey('/', () => field.current?.focus())
  useEffect(() => {
    painted('memo-found', found)
    painted(
      'memo-found-now',
      found.slice(at, at + 1).filter(() => at >= 0),
    )
  }, [found, at])
  useEffect(
    () => () => {
      painted('memo-found', [])
      painted('memo-found-now', [])
    },
    [],
  )

  const look = (next: string): void => {
    const matches = findInMemo(next)
    setWords(next)
    setFound(matches)
    setAt(-1)
    const counts = new Map<string, number>()
    for (const { sectionKey } of matches) counts.set(sectionKey, (counts.get(sectionKey) ?? 0) + 1)
    onFound(next.trim() === '' ? undefined : counts)
  }
  const step = (by: 1 | -1): void => {
    if (found.length === 0) return
    const next = (at + by + found.length + (at < 0 && by < 0 ? 1 : 0)) % found.length
    setAt(next)
    found[next]?.range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    if (event.key !== 'Escape') return
    look('')
    field.current?.blur()
  }
  return (
    <search className={styles.find}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        className="input"
        placeholder={canvasMessages.findInMemo()}
        aria-label={canvasMessages.findInMemo()}
        value={words}
        onChange={(event) => look(event.target.value)}
        onKeyDown={press}
      />
      {words === '' && <kbd>/</kbd>}
      <p role="status">{formatCount(words, found, at)}</p>
    </search>
  )
}
