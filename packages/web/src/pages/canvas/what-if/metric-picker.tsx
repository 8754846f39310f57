import type { Metric } from '@deal-canvas/contract'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Icon } from '../../../ui/icon.tsx'
import drawerStyles from './drawer.module.css'
import { cellOf, matchMetrics } from './match-metrics.ts'
import styles from './metric-picker.module.css'

interface MetricPickerProps {
  metrics: readonly Metric[]
  chosen: Metric | undefined
  onChoose: (metric: Metric) => void
}

/** Finds a metric by words of its name or its cell. */
export const MetricPicker = ({ metrics, chosen, onChoose }: MetricPickerProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [lit, setLit] = useState(0)
  const open = typed !== undefined
  const found = open ? matchMetrics(metrics, typed) : []
  const active = found[lit]

  useEffect(() => {
    if (open) list.current?.children[lit]?.scrollIntoView({ block: 'nearest' })
  }, [lit, open])

  const choose = (metric: Metric): void => {
    setTyped(undefined)
    onChoose(metric)
  }

  const openList = (): void => {
    setTyped('')
    setLit(Math.max(0, chosen === undefined ? 0 : metrics.indexOf(chosen)))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (open) setLit((found.length + lit + step) % Math.max(1, found.length))
      else openList()
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (active !== undefined) choose(active)
    } else if (event.key === 'Escape' && open) {
      // Closes only the list, not the drawer below it.
      event.preventDefault()
      event.stopPropagation()
      setTyped(undefined)
    }
  }

  return (
    <div className={`field ${styles.picker}`}>
      <label className="label" htmlFor={id}>
        {whatIfMessages.metric()}
      </label>
      <div className="relative">
        <input
          ref={field}
          id={id}
          className="input"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.metric_key}`}
          placeholder={chosen?.label ?? whatIfMessages.pickMetric()}
          value={typed ?? chosen?.label ?? ''}
          onChange={(event) => {
            setTyped(event.target.value)
            setLit(0)
          }}
          onClick={() => !open && openList()}
          onBlur={() => setTyped(undefined)}
          onKeyDown={onKeyDown}
        />
        {!open && chosen !== undefined && (
          <span className={`${styles.cell} ${drawerStyles.cell}`}>
            {cellOf(chosen) ?? whatIfMessages.enteredByHand()}
          </span>
        )}
        <Icon name="down" size={14} />
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={whatIfMessages.metrics()}
          hidden={!open}
          className="pop"
        >
          {found.map((metric, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The field takes the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: The field keeps the focus and names the lit row.
            <div
              key={metric.metric_key}
              id={`${id}-${metric.metric_key}`}
              role="option"
              aria-selected={n === lit}
              // Keep the focus in the field when an option is pressed: losing it would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setLit(n)}
              onClick={() => choose(metric)}
            >
              <span className="min-w-0 flex-1 truncate">{metric.label}</span>
              <span className={`${styles.cell} ${drawerStyles.cell}`}>{cellOf(metric)}</span>
              <span className={`${styles.num} ${drawerStyles.num}`}>{formatMetric(metric.value, metric.unit)}</span>
            </div>
          ))}
          {found.length === 0 && <p className="px-2 py-1.5 text-fg-3">{whatIfMessages.noMatchingMetric()}</p>}
        </div>
      </div>
    </div>
  )
}
