import { maxSectionLength } from '@deal-canvas/contract'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { writingMessages } from '../../../../messages/writing.ts'
import { caretLine } from './caret-line.ts'
import { completed, matching, namingAt } from './complete-metric.ts'
import styles from './metric-textarea.module.css'
import { OfferList } from './offer-list.tsx'
import { offerOf } from './offer-of.ts'
import { usePlacedList } from './use-placed-list.ts'

interface MetricTextareaProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
}

/** A Markdown editor; after `[[` it offers the metrics of the deal by name. */
export const MetricTextarea = ({ label, value, onChange, onSubmit }: MetricTextareaProps) => {
  const id = useId()
  const ref = useRef<HTMLTextAreaElement>(null)
  const metrics = useMetrics()
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const placing = useRef<number>(undefined)
  const naming = namingAt(value, caret)
  const found = naming === undefined || naming.from === closedAt ? [] : matching(metrics.values(), naming.words)
  const offers = found.map(offerOf)
  const current = offers[Math.min(chosen, offers.length - 1)]
  const list = usePlacedList(
    () => (ref.current === null || naming === undefined ? undefined : caretLine(ref.current, naming.from)),
    naming?.from,
    offers.length,
  )

  useLayoutEffect(() => {
    if (placing.current === undefined) return
    ref.current?.setSelectionRange(placing.current, placing.current)
    placing.current = undefined
  })

  const take = (metricKey: string): void => {
    if (naming === undefined) return
    const next = completed(value, naming, caret, metricKey)
    placing.current = next.caret
    setCaret(next.caret)
    setChosen(0)
    onChange(next.text)
    ref.current?.focus()
  }

  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
      return
    }
    if (current === undefined) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => setChosen((chosen + 1) % offers.length),
      ArrowUp: () => setChosen((chosen + offers.length - 1) % offers.length),
      Enter: () => take(current.key),
      Tab: () => take(current.key),
      Escape: () => setClosedAt(naming?.from),
    }
    const act = acts[event.key]
    if (act === undefined || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <div className={styles.write}>
      <textarea
        ref={ref}
        className="input"
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: whoever chose to edit the section wants to write in it.
        autoFocus
        rows={10}
        maxLength={maxSectionLength}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={current !== undefined}
        aria-controls={`${id}-offers`}
        aria-activedescendant={current && `${id}-offers-${current.key}`}
        onChange={(event) => {
          setCaret(event.target.selectionStart)
          setChosen(0)
          setClosedAt(undefined)
          onChange(event.target.value)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      <OfferList
        id={`${id}-offers`}
        label={writingMessages.metrics()}
        offers={offers}
        current={current}
        list={list}
        onTake={take}
      />
    </div>
  )
}
