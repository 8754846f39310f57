import { formatBeforeAfter } from '@deal-canvas/contract'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import { foundAs, type Metrics } from '../metrics/index.ts'
import type { Difference } from './built-model.ts'
import { differencesOf, sectionsCiting } from './differences.ts'

interface Deps {
  metrics: Pick<Metrics, 'all' | 'change'>
  sections: Pick<Sections, 'all'>
  currencyOf(dealId: string): Promise<string>
  noticeBreaches: NoticeBreaches
}

type Values = ReadonlyMap<string, number | null>

/** Notifies the members of a deal of hurdles and covenants that were met before and are breached now. */
export type NoticeBreaches = (deal: ChangingDeal, before: Values, after: Values) => Promise<void>

export interface WrittenNumbers {
  /** Describes the change of a metric, for a notification. */
  describe(metricKey: string): string
  /** The former value of each metric that was written, including those whose value stayed the same. */
  before: Record<string, number | null>
  differences: Difference[]
  staleSections: string[]
}

export type WriteNumbers = ReturnType<typeof createWriteNumbers>

/** Writes new values of metrics inside a change of their deal. Metrics that the deal does not have are ignored. */
export const createWriteNumbers =
  ({ metrics, sections, currencyOf, noticeBreaches }: Deps) =>
  async (deal: ChangingDeal, values: Values): Promise<WrittenNumbers> => {
    const dealId = deal.row.id
    const rows = (await metrics.all(dealId)).filter(({ metricKey }) => values.has(metricKey))
    const moved = await metrics.change(
      deal,
      rows.map((row) => ({ ...foundAs(row), value: values.get(row.metricKey) ?? null })),
    )
    const former = new Map(rows.map(({ metricKey, value }) => [metricKey, value]))
    await noticeBreaches(deal, former, values)
    const currency = await currencyOf(dealId)
    return {
      describe: (metricKey) => {
        const row = rows.find((metric) => metric.metricKey === metricKey)
        const move = { unit: row?.unit ?? 'ratio', before: row?.value ?? null, after: values.get(metricKey) ?? null }
        const { before, after } = formatBeforeAfter(
          { metric_key: metricKey, ...move },
          { missing: 'unknown', currency },
        )
        return `${row?.label ?? metricKey}: ${before} → ${after}`
      },
      before: Object.fromEntries(former),
      differences: differencesOf(moved, rows),
      staleSections: sectionsCiting(moved, await sections.all(dealId)),
    }
  }
