import type { Metric } from '@deal-canvas/contract'
import type { Block } from '@deal-canvas/memo'
import { useState } from 'react'
import { useMetrics } from '../../../../../deal-data/canvas-query.ts'
import { writingMessages as messages } from '../../../../../messages/writing.ts'
import { Field } from '../../../../../ui/field.tsx'
import { FormDialog } from '../../../../../ui/form-dialog.tsx'
import { SelectField } from '../../../../../ui/select-field.tsx'
import { tableMetrics, usualTable } from '../../../sensitivity/table-choice.ts'
import styles from './block-dialog.module.css'
import type { MetricKind } from './insertions.ts'

/** As many as a strip or a table of a memo can hold. */
const maxChosen = 12

interface MetricSelectProps {
  label: string
  metrics: readonly Metric[]
  chosen: string
  onChoose: (key: string) => void
}

const MetricSelect = ({ label, metrics, chosen, onChoose }: MetricSelectProps) => (
  <SelectField label={label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
    {metrics.map(({ metric_key: key, label: name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    ))}
  </SelectField>
)

interface MetricChecksProps {
  metrics: readonly Metric[]
  chosen: readonly string[]
  onChoose: (keys: string[]) => void
}

/** Several metrics, in the order in which they were chosen. */
const MetricChecks = ({ metrics, chosen, onChoose }: MetricChecksProps) => {
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  return (
    <>
      <Field
        label={messages.findMetric()}
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <fieldset className={styles.checks}>
        <legend className="label">{messages.chosenOf({ count: chosen.length, max: maxChosen })}</legend>
        {metrics
          .filter(({ label, metric_key: key }) => chosen.includes(key) || label.toLowerCase().includes(wanted))
          .map(({ metric_key: key, label }) => (
            <label key={key} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                disabled={!chosen.includes(key) && chosen.length >= maxChosen}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
                }
              />
              {label}
            </label>
          ))}
      </fieldset>
    </>
  )
}

interface BlockDialogProps {
  kind: MetricKind
  onInsert: (block: Block) => void
  onClose: () => void
}

/** Chooses the metrics of a block. */
export const BlockDialog = ({ kind, onInsert, onClose }: BlockDialogProps) => {
  const metrics = [...useMetrics().values()].filter(({ value }) => value !== null)
  const { outputs, inputs } = tableMetrics(metrics)
  const usual = usualTable({ outputs, inputs })
  const [several, setSeveral] = useState<string[]>([])
  const [output, setOutput] = useState(usual?.output ?? outputs[0]?.metric_key ?? '')
  const [rows, setRows] = useState(usual?.rows ?? '')
  const [columns, setColumns] = useState(usual?.columns ?? '')
  const isSeveral = kind === 'kpis' || kind === 'scenarios'
  const isGrid = kind === 'sensitivity'
  const isReady = isSeveral
    ? several.length > 0
    : output !== '' && (!isGrid || (rows !== '' && columns !== '' && rows !== columns))

  const blocks: Record<MetricKind, () => Block> = {
    kpis: () => ({ block: 'kpis', metrics: several }),
    scenarios: () => ({ block: 'scenarios', metrics: several }),
    tornado: () => ({ block: 'tornado', metric: output }),
    histogram: () => ({ block: 'histogram', metric: output }),
    sensitivity: () => ({
      block: 'sensitivity',
      metric: output,
      rows: { metric: rows },
      columns: { metric: columns },
    }),
  }

  return (
    <FormDialog
      title={messages.blockKind({ kind })}
      act={messages.insertBlock()}
      busy={false}
      idle={!isReady}
      refusal={undefined}
      onSubmit={() => onInsert(blocks[kind]())}
      onClose={onClose}
    >
      {isSeveral && <MetricChecks metrics={metrics} chosen={several} onChoose={setSeveral} />}
      {!isSeveral && outputs.length === 0 && <p className="text-fg-2">{messages.nothingComputed()}</p>}
      {!isSeveral && outputs.length > 0 && (
        <MetricSelect label={messages.metric()} metrics={outputs} chosen={output} onChoose={setOutput} />
      )}
      {isGrid && inputs.length < 2 && <p className="text-fg-2">{messages.tooFewInputs()}</p>}
      {isGrid && inputs.length > 1 && (
        <>
          <MetricSelect label={messages.rows()} metrics={inputs} chosen={rows} onChoose={setRows} />
          <MetricSelect label={messages.columns()} metrics={inputs} chosen={columns} onChoose={setColumns} />
        </>
      )}
    </FormDialog>
  )
}
