import type { Metric } from '@deal-canvas/contract'
import { useState } from 'react'
import { useMetrics } from '../../../deal-data/canvas-query.ts'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { AppliedValues } from './applied-values.tsx'
import styles from './drawer.module.css'
import { Drawer } from './drawer.tsx'
import { MetricPicker } from './metric-picker.tsx'
import { WhatIfOfMetric } from './what-if-of-metric.tsx'

interface WhatIfDrawerProps {
  /** Empty: the user picks one. */
  metricKey: string
  /** Another value to start with, such as that of a document. */
  value?: number | undefined
  onClose: () => void
}

type WithValue = Metric & { value: number }
const hasValue = (metric: Metric): metric is WithValue => metric.value !== null

/** Shows what another value of a metric would do to the deal. */
export const WhatIfDrawer = ({ metricKey, value, onClose }: WhatIfDrawerProps) => {
  const metrics = useMetrics()
  const [picked, setPicked] = useState(metricKey)
  const known = [...metrics.values()].filter(hasValue)
  const metric = known.find(({ metric_key: key }) => key === picked)
  const picker = <MetricPicker metrics={known} chosen={metric} onChoose={({ metric_key: key }) => setPicked(key)} />
  return (
    <Drawer title={whatIfMessages.title()} onClose={onClose}>
      {metric === undefined ? (
        <div className={styles.body}>
          <div className={styles.set}>{picker}</div>
          <p className={styles.hint}>
            {picked !== '' && metrics.size > 0 ? whatIfMessages.noValueHint() : whatIfMessages.pickHint()}
          </p>
          <AppliedValues />
        </div>
      ) : (
        <WhatIfOfMetric
          key={picked}
          metric={metric}
          initial={picked === metricKey ? value : undefined}
          metrics={metrics}
          picker={picker}
          onClose={onClose}
        />
      )}
    </Drawer>
  )
}
