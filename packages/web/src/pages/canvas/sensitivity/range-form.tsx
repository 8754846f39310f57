import type { Metric, TwoWayTable } from '@deal-canvas/contract'
import { useState } from 'react'
import { sensitivityMessages as messages } from '../../../messages/sensitivity.ts'
import { Button } from '../../../ui/button.tsx'
import { seriesFormatter } from '../../../ui/format-metric.ts'
import { Note } from '../../../ui/note.tsx'
import { readRange, type TypedRange } from './axis-range.ts'
import styles from './two-way-table-card.module.css'

export interface Ranges {
  rows: number[]
  columns: number[]
}

interface RangeFormProps {
  table: TwoWayTable
  rows: Metric
  columns: Metric
  onRanges: (ranges: Ranges | undefined) => void
}

const typedFrom = ({ values, unit }: TwoWayTable['rows']): TypedRange => {
  const format = seriesFormatter(values, unit, { isExact: true })
  return { from: format(values[0] ?? 0), to: format(values.at(-1) ?? 0), steps: String(values.length) }
}

interface RangeFieldsProps {
  metric: Metric
  typed: TypedRange
  onTyped: (typed: TypedRange) => void
}

const RangeFields = ({ metric, typed, onTyped }: RangeFieldsProps) => (
  <fieldset className={styles.range}>
    <legend className="label">{messages.rangeOf({ metric: metric.label })}</legend>
    {(['from', 'to', 'steps'] as const).map((field) => (
      <label key={field}>
        <span className="label">{messages[field]()}</span>
        <input
          className="input"
          inputMode={field === 'steps' ? 'numeric' : 'text'}
          value={typed[field]}
          onChange={({ target }) => onTyped({ ...typed, [field]: target.value })}
        />
      </label>
    ))}
  </fieldset>
)

/** The values on both axes, as a start, an end and a number of values. */
export const RangeForm = ({ table, rows, columns, onRanges }: RangeFormProps) => {
  const [down, setDown] = useState(() => typedFrom(table.rows))
  const [across, setAcross] = useState(() => typedFrom(table.columns))
  const [problem, setProblem] = useState<string>()
  const send = (): void => {
    const [first, second] = [readRange(down, rows), readRange(across, columns)]
    if ('problem' in first) setProblem(first.problem)
    else if ('problem' in second) setProblem(second.problem)
    else {
      setProblem(undefined)
      onRanges({ rows: first.values, columns: second.values })
    }
  }
  return (
    <form
      className={styles.ranges}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <RangeFields metric={rows} typed={down} onTyped={setDown} />
      <RangeFields metric={columns} typed={across} onTyped={setAcross} />
      <div className="flex items-end gap-2">
        <Button type="submit">{messages.useRanges()}</Button>
        <Button look="ghost" onClick={() => onRanges(undefined)}>
          {messages.usualRanges()}
        </Button>
      </div>
      {problem !== undefined && <Note tone="red">{problem}</Note>}
    </form>
  )
}
