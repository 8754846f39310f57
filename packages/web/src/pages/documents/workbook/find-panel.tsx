import { type Document, type FoundCell, maxSearchLength } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSingleKey } from '../../../app/use-single-key.ts'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { workbookMessages as messages } from '../../../messages/workbook.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { hitsQuery } from './workbook-queries.ts'
import styles from './workbook-view.module.css'

interface FindPanelProps {
  document: Document
  /** Shows a cell without adding to the history. */
  onShow: (place: { sheet: string; cell: string }) => void
}

/** Finds cells in the whole workbook and steps through them. */
export const FindPanel = ({ document, onShow }: FindPanelProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState<{ q: string; place: number }>()
  const q = useDebounced(text.trim(), 300)
  const hits = useInfiniteQuery({ ...hitsQuery({ client, dealId, document }, q), enabled: q !== '' })
  useSingleKey('/', () => field.current?.focus())
  const pages = q === '' ? [] : (hits.data?.pages ?? [])
  const cells = pages.flatMap((page) => page.cells)
  const total = pages[0]?.total ?? 0
  const place = at?.q === q ? at.place : undefined
  const show = (next: number): void => {
    const cell = cells[next]
    if (cell === undefined) return
    setAt({ q, place: next })
    onShow(cell)
    if (next >= cells.length - 2 && hits.hasNextPage && !hits.isFetchingNextPage) void hits.fetchNextPage()
  }
  const step = (by: number): void => {
    if (cells.length === 0) return
    const next = place === undefined ? (by > 0 ? 0 : cells.length - 1) : place + by
    show((next + cells.length) % cells.length)
  }
  /** Enter was pressed before the hits were there: the first of them is shown when they come. */
  const awaited = useRef<string>(undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (q === text.trim() && hits.isSuccess) step(1)
    else awaited.current = text.trim()
  }
  const showAwaited = useEffectEvent(() => {
    if (awaited.current === q && hits.isSuccess) show(0)
    if (hits.isSuccess) awaited.current = undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs when the hits of a search come.
  useEffect(() => showAwaited(), [q, hits.isSuccess])
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: The list follows the steps.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  const count =
    hits.isPending || pages.length === 0
      ? messages.searching()
      : pages[0]?.is_capped
        ? messages.foundMore({ count: total })
        : place === undefined
          ? messages.found({ count: total })
          : messages.foundAt({ place: place + 1, count: total })
  return (
    <search className={styles.find} aria-label={messages.find()}>
      <form className={styles.findTop} onSubmit={submit}>
        <input
          ref={field}
          type="search"
          className="input"
          aria-label={messages.find()}
          placeholder={messages.findHint()}
          maxLength={maxSearchLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return
            event.preventDefault()
            step(-1)
          }}
        />
        {q !== '' && (
          <div className={styles.steps}>
            <p role="status">{hits.isError ? '' : count}</p>
            <button
              type="button"
              className="btn ghost icon"
              aria-label={messages.previous()}
              aria-disabled={total === 0}
              onClick={() => step(-1)}
            >
              <span className={styles.up}>
                <Icon name="down" />
              </span>
            </button>
            <button
              type="button"
              className="btn ghost icon"
              aria-label={messages.next()}
              aria-disabled={total === 0}
              onClick={() => step(1)}
            >
              <span>
                <Icon name="down" />
              </span>
            </button>
          </div>
        )}
      </form>
      {hits.isError && q !== '' && <Note tone="red">{sentenceFor(hits.error)}</Note>}
      {cells.length > 0 && (
        <ol ref={list} className={styles.hits} aria-label={messages.hits()}>
          {cells.map((cell, n) => (
            <li key={`${cell.sheet} ${cell.cell}`}>
              <HitButton hit={cell} q={q} isCurrent={n === place} onShow={() => show(n)} />
            </li>
          ))}
          {hits.hasNextPage && (
            <li>
              <Button look="ghost" busy={hits.isFetchingNextPage} onClick={() => void hits.fetchNextPage()}>
                {messages.showMore()}
              </Button>
            </li>
          )}
        </ol>
      )}
    </search>
  )
}

interface HitButtonProps {
  hit: FoundCell
  q: string
  isCurrent: boolean
  onShow: () => void
}

const HitButton = ({ hit: { sheet, cell, text, formula, label }, q, isCurrent, onShow }: HitButtonProps) => {
  // A hit in the formula shows the formula.
  const shown =
    !text.toLowerCase().includes(q.toLowerCase()) && formula?.toLowerCase().includes(q.toLowerCase()) ? formula : text
  return (
    <button type="button" className={styles.hit} aria-current={isCurrent || undefined} onClick={onShow}>
      <span className={styles.hitPlace}>{messages.address({ sheet, cell })}</span>
      <span className={styles.hitText}>{shown}</span>
      {label !== null && <span className={styles.hitLabel}>{label}</span>}
    </button>
  )
}
