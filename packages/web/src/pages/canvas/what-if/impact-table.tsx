import type { Metric, RipplePreview } from '@deal-canvas/contract'
import { useState } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { formatBeforeAfter, formatChange, formatShare } from '../../../ui/format-metric.ts'
import drawerStyles from './drawer.module.css'
import { type EffectBar, effectBars, type Impact, toneOf } from './effects.ts'
import styles from './impact-table.module.css'

interface ImpactTableProps {
  preview: RipplePreview
  /** In display order. */
  impacts: readonly Impact[]
  metrics: ReadonlyMap<string, Metric>
  chosen: string | undefined
  onChoose: (metricKey: string) => void
  /** Newer values are being computed. */
  busy: boolean
}

/** Rows shown before the user expands the rest. */
const first = 12

export const ImpactTable = ({ preview, impacts, metrics, chosen, onChoose, busy }: ImpactTableProps) => {
  const [all, setAll] = useState(false)
  const shown = all ? impacts : impacts.slice(0, first)
  const bars = effectBars(shown)
  const unmoved = [...metrics.values()].filter(
    ({ metric_key: key, kind }) => kind === 'derived' && !impacts.some(({ metric_key: moved }) => moved === key),
  ).length
  const hidden = impacts.length - shown.length
  if (impacts.length === 0) {
    return <p className="p-5 text-fg-2">{whatIfMessages.noImpact({ metric: preview.metric.label })}</p>
  }
  return (
    <div className={styles.impacts} data-busy={busy || undefined}>
      <table aria-label={whatIfMessages.impacts()}>
        <thead>
          <tr>
            <th scope="col">{whatIfMessages.metric()}</th>
            <th scope="col" className={drawerStyles.num}>
              {whatIfMessages.impactBefore()}
            </th>
            <th scope="col" className={drawerStyles.num}>
              {whatIfMessages.impactAfter()}
            </th>
            <th scope="col" className={`${drawerStyles.num} ${styles.change}`}>
              {whatIfMessages.impactChange()}
            </th>
            <th scope="col" className={drawerStyles.num} colSpan={2}>
              {whatIfMessages.impactEffect()}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((impact, n) => (
            <ImpactRow
              key={impact.metric_key}
              impact={impact}
              bar={bars[n]}
              better={metrics.get(impact.metric_key)?.better}
              chosen={impact.metric_key === chosen}
              onChoose={() => onChoose(impact.metric_key)}
            />
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap items-center gap-x-2 pt-2 text-small text-fg-2">
        {hidden > 0 ? (
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            {whatIfMessages.showMoreChanged({ count: hidden })}
          </button>
        ) : (
          <span>{whatIfMessages.changed({ count: impacts.length })}</span>
        )}
        <span className="text-fg-3">{whatIfMessages.notChanged({ count: unmoved })}</span>
      </p>
    </div>
  )
}

interface ImpactRowProps {
  impact: Impact
  bar: EffectBar | undefined
  better: Metric['better'] | undefined
  chosen: boolean
  onChoose: () => void
}

const toneMessages = { better: whatIfMessages.betterEffect, worse: whatIfMessages.worseEffect }

const ImpactRow = ({ impact, bar, better, chosen, onChoose }: ImpactRowProps) => {
  const { label, unit, delta, delta_pct: share } = impact
  const { before, after } = formatBeforeAfter(impact)
  const tone = toneOf(delta, better)
  const effect = share === null && delta !== null ? whatIfMessages.fromZero() : formatShare(share)
  return (
    <tr data-tone={tone} data-chosen={chosen || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={chosen} onClick={onChoose}>
          {label}
        </button>
      </th>
      <td className={`${drawerStyles.num} ${styles.was}`}>{before}</td>
      <td className={`${drawerStyles.num} ${styles.now}`}>{after}</td>
      <td className={`${drawerStyles.num} ${styles.change}`}>{formatChange(delta, unit)}</td>
      <td className={`${drawerStyles.num} ${styles.share}`}>
        {tone === 'plain'
          ? effect
          : toneMessages[tone].rich({ effect, hidden: (text) => <span className="sr-only">{text}</span> })}
      </td>
      <td className={styles.effect} aria-hidden="true">
        {bar !== undefined && (
          <span>
            <i style={{ left: `${bar.left}%`, width: `${bar.width}%` }} />
          </span>
        )}
      </td>
    </tr>
  )
}
