import type { Metric } from '@deal-canvas/contract'
import { type ReactNode, useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { WrongCell } from '../../../features/workbook-grid/wrong-cell.tsx'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { AppliedValues } from './applied-values.tsx'
import { ApplyFooter, useWhyNotApply } from './apply-footer.tsx'
import { IntegrityMove, TouchedSections, Warnings } from './beside-impacts.tsx'
import { CausePath } from './cause-path.tsx'
import drawerStyles from './drawer.module.css'
import { byEffect, headlineOf, inPlace } from './effects.ts'
import { GoalSeekPart } from './goal-seek-part.tsx'
import { ImpactTable } from './impact-table.tsx'
import { badSide } from './limits.ts'
import { previewSummary } from './preview-summary.ts'
import { QuestionedValue } from './questioned-value.tsx'
import { SimulationPart } from './simulation-part.tsx'
import { SimulationSwitch } from './simulation-switch.tsx'
import { StageRow } from './stage-row.tsx'
import { UncertainInputs } from './uncertain-inputs.tsx'
import { useApply } from './use-apply.ts'
import { useCtrlEnter } from './use-ctrl-enter.ts'
import { usePreview, useSimulation } from './use-preview.ts'
import { ValueField } from './value-field.tsx'
import { ValueSlider } from './value-slider.tsx'
import { usuallyVarying } from './varying-inputs.ts'
import styles from './what-if-of-metric.module.css'
import { whyNotSimulated } from './why-not-simulated.ts'

interface WhatIfOfMetricProps {
  metric: Metric & { value: number }
  /** The value to start with; undefined: the present one. */
  initial: number | undefined
  metrics: ReadonlyMap<string, Metric>
  picker: ReactNode
  onClose: () => void
}

/** Debounce time before a changed value is computed. */
const stillMs = 120

export const WhatIfOfMetric = ({ metric, initial, metrics, picker, onClose }: WhatIfOfMetricProps) => {
  const { deal } = useCanvas()
  const [value, setValue] = useState(initial ?? metric.value)
  /** The order of the rows when a drag started: it is kept until the drag ends. */
  const [places, setPlaces] = useState<readonly string[]>()
  const [chosen, setChosen] = useState<string>()
  const [probabilistic, setProbabilistic] = useState(false)
  const [isAsSet, setAsSet] = useState(true)
  const [ownVarying, setOwnVarying] = useState(() => usuallyVarying(metrics.values(), metric.metric_key))
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map())
  const asked = useDebounced(value, stillMs)
  const numbers = [...metrics.values()].map((one) => one.value).join(' ')

  const { query, stage } = usePreview({ metric, value: asked, numbers })
  const isChange = value !== metric.value
  const isCurrent = asked === value && query.isSuccess && !query.isPlaceholderData
  const preview = isChange ? query.data?.preview : undefined

  const why = whyNotSimulated(deal.tier, metric)
  const simulates = probabilistic && why === undefined
  const thresholds = [...limits].map(([key, limit]) => ({
    metric_key: key,
    side: badSide(metrics.get(key)?.better ?? null),
    value: limit,
  }))
  const base = { metric, numbers, varying: isAsSet ? undefined : ownVarying, thresholds }
  const now = useSimulation({
    ...base,
    value: asked,
    enabled: simulates && isChange && isCurrent && places === undefined,
  })
  const before = useSimulation({ ...base, value: metric.value, enabled: simulates && now.isSuccess && !now.isFetching })

  const apply = useApply(onClose)
  const whyNotApply = useWhyNotApply()
  const [reason, setReason] = useState('')
  /** The questionable value that the user has confirmed; it is not applied before. */
  const [confirmed, setConfirmed] = useState<number>()
  const question = preview?.warnings.find(({ code }) => code === 'value_questionable')
  const isConfirmed = confirmed === value
  const canApply =
    preview !== undefined &&
    !preview.hypothetical &&
    (question === undefined || isConfirmed) &&
    isCurrent &&
    whyNotApply === undefined &&
    !apply.isPending
  const applyIt = (): void => {
    if (canApply) apply.mutate({ preview, reason, confirm: isConfirmed })
  }

  const moved = preview?.impacts ?? []
  const impacts = places === undefined ? byEffect(moved) : inPlace(moved, places)
  const path = impacts.find(({ metric_key: key }) => key === chosen) ?? headlineOf(impacts, preview?.sections ?? [])
  const change = (next: number): void => {
    setValue(next)
    apply.reset()
  }

  useCtrlEnter(applyIt)

  return (
    <>
      <div className={drawerStyles.body}>
        <div className={drawerStyles.set}>
          <div>
            {picker}
            <WrongCell metricKey={metric.metric_key} />
          </div>
          <ValueSlider
            metric={metric}
            value={value}
            onChange={change}
            onDrag={(begins) => setPlaces(begins ? impacts.map(({ metric_key: key }) => key) : undefined)}
          />
          <ValueField metric={metric} value={value} onChange={change} />
        </div>
        {query.isError && isChange && (
          <div className="px-5 pb-3">
            <Note tone="red" act={<Button onClick={() => query.refetch()}>{whatIfMessages.previewAgain()}</Button>}>
              {sentenceFor(query.error)}
            </Note>
          </div>
        )}
        {!isChange && <p className={drawerStyles.hint}>{whatIfMessages.changeHint()}</p>}
        {isChange && (
          <StageRow
            stage={isCurrent ? 'done' : stage}
            simulation={
              simulates ? (now.isFetching ? 'running' : now.isSuccess && isCurrent ? 'done' : 'waiting') : undefined
            }
            summary={isCurrent ? previewSummary(preview, now.data?.view) : ''}
          />
        )}
        {question !== undefined && (
          <QuestionedValue
            question={question}
            unit={metric.unit}
            confirmed={isConfirmed}
            onConfirm={(yes) => setConfirmed(yes ? value : undefined)}
            onUse={change}
          />
        )}
        {isChange && metric.provenance.origin === 'computed' && (
          <GoalSeekPart metric={metric} target={value} metrics={metrics} strongest={preview?.inputs ?? []} />
        )}
        {preview !== undefined && (
          <>
            {preview.method === 'catalogue' && <p className={drawerStyles.hint}>{whatIfMessages.catalogFormulas()}</p>}
            <div className={styles.two}>
              <ImpactTable
                preview={preview}
                impacts={impacts}
                metrics={metrics}
                chosen={path?.metric_key}
                onChoose={setChosen}
                busy={!isCurrent}
              />
              <div className={styles.beside}>
                <Warnings warnings={preview.warnings.filter((one) => one !== question)} />
                {path !== undefined && (
                  <CausePath impacts={impacts} chosen={path} metrics={metrics} onChoose={setChosen} />
                )}
                <TouchedSections sections={preview.sections} />
                <IntegrityMove {...preview.integrity} />
              </div>
            </div>
          </>
        )}
        <section className={styles.simulation} aria-label={whatIfMessages.simulation()}>
          <SimulationSwitch
            on={simulates}
            onChange={setProbabilistic}
            why={why}
            view={isChange ? now.data?.view : undefined}
          />
          {simulates && (
            <UncertainInputs
              isAsSet={isAsSet}
              onAsSet={setAsSet}
              metrics={metrics}
              without={metric.metric_key}
              varying={ownVarying}
              view={now.data?.view}
              onChange={setOwnVarying}
            />
          )}
          {simulates && path !== undefined && (
            <SimulationPart
              view={now.data?.view}
              before={before.data?.view}
              error={now.error}
              failure={now.data?.preview.simulation_error?.detail}
              busy={now.isFetching || !isCurrent}
              impacts={impacts}
              chosen={path.metric_key}
              metrics={metrics}
              limits={limits}
              onLimits={setLimits}
            />
          )}
        </section>
        <AppliedValues />
      </div>
      <footer>
        <ApplyFooter
          metric={metric}
          preview={preview}
          ready={canApply}
          applying={apply.isPending}
          proposed={apply.data?.applied === false}
          error={apply.error}
          reason={reason}
          onReason={setReason}
          onApply={applyIt}
          onPreviewAgain={() => {
            apply.reset()
            void query.refetch()
          }}
          onDiscard={onClose}
        />
      </footer>
    </>
  )
}
