import { type BlockView, type ChartView, drawChart } from '@deal-canvas/memo'
import { type ReactNode, useRef } from 'react'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import { FactCard } from './fact-card.tsx'
import { KpiRow } from './kpi-row.tsx'
import styles from './memo-block.module.css'
import { ModelTable } from './model-table.tsx'
import { RiskCard } from './risk-card.tsx'
import { SensitivityTable } from './sensitivity-table.tsx'
import { SourceLink } from './source-link.tsx'
import { useBlockWidth } from './use-block-width.ts'

const Titled = ({ title, unit, children }: { title?: string; unit?: string; children: ReactNode }) => (
  <figure className={styles.block}>
    {title !== undefined && (
      <figcaption className={styles.title}>
        {title}
        {unit !== undefined && <span>{unit}</span>}
      </figcaption>
    )}
    {children}
  </figure>
)

const Chart = ({ view, caption }: { view: ChartView; caption: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  const width = useBlockWidth(place)
  return (
    <div ref={place} className={styles.chart}>
      {width !== undefined && <ChartDrawing drawing={drawChart(view, width)} />}
      {caption !== undefined && <p className={styles.caption}>{caption}</p>}
    </div>
  )
}

const titled = ({ title, unit }: { title?: string; unit?: string }) => ({
  ...(title === undefined ? {} : { title }),
  ...(unit === undefined ? {} : { unit }),
})

/** A block as it was computed: the same content as in exports. */
export const BlockBody = ({ view }: { view: BlockView }) => {
  switch (view.view) {
    case 'kpis':
      return (
        <Titled {...titled(view)}>
          <KpiRow view={view} />
        </Titled>
      )
    case 'table':
      return (
        <Titled {...titled(view)}>
          <ModelTable view={view} />
        </Titled>
      )
    case 'grid':
      return (
        <Titled title={view.title}>
          <SensitivityTable view={view} />
        </Titled>
      )
    case 'tornado':
      return (
        <Titled title={view.title}>
          <Chart view={view} caption={view.bars.map(({ label, range }) => `${label} ${range}`).join(' · ')} />
        </Titled>
      )
    case 'histogram':
      return (
        <Titled title={view.title}>
          <Chart view={view} caption={view.note} />
        </Titled>
      )
    case 'series':
      return (
        <Titled {...titled(view)}>
          <Chart view={view} caption={view.source === undefined ? undefined : <SourceLink source={view.source} />} />
        </Titled>
      )
    case 'fact':
      return <FactCard view={view} />
    case 'risk':
      return <RiskCard view={view} />
    case 'unavailable':
      return (
        <Titled {...titled(view)}>
          <p className={styles.unavailable}>{messages.unavailable({ reason: view.reason })}</p>
        </Titled>
      )
  }
}
