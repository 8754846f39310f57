import { createHash } from 'node:crypto'
import {
  type DealRole,
  defaultCurrency,
  type Portfolio,
  type PortfolioDeal,
  type portfolioFormats,
} from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { DomainError, refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { portfolioMessages as messages } from '../../messages/portfolio.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealNumber, ReadDealNumbers } from '../metrics/index.ts'
import type { ComparedDeal, PortfolioStore } from './portfolio.store.ts'
import type { PortfolioToWrite } from './portfolio-tables.ts'
import { addsUp, totalValues } from './total-values.ts'

export interface Asked {
  deals: readonly string[]
  metrics: readonly string[]
}

export type PortfolioFormat = (typeof portfolioFormats)[number]

interface Deps {
  store: PortfolioStore
  readNumbers: ReadDealNumbers
  changes: Pick<DealChanges, 'change'>
  roleOf(userId: string, dealId: string): Promise<DealRole | undefined>
  isExporter(role: DealRole | undefined): boolean
  render(format: PortfolioFormat, portfolio: PortfolioToWrite, signal: AbortSignal): Promise<Uint8Array>
  now: Clock
}

interface Compared {
  portfolio: Omit<Portfolio, 'offered'>
  /** Of the deals that the caller can see, in the order that was asked for. */
  rows: readonly ComparedDeal[]
}

export interface PortfolioFile {
  bytes: Uint8Array
  sha256: string
  format: PortfolioFormat
  at: Date
}

export type Portfolios = ReturnType<typeof createPortfolios>

/** Compares metrics of several deals. Everyone sees the deals that they can see, and nothing of the others. */
export const createPortfolios = (deps: Deps) => {
  const { store, readNumbers, changes, roleOf, isExporter, render, now } = deps

  const canExport = async (userId: string, { dealId, viewersExport }: ComparedDeal): Promise<boolean> =>
    viewersExport || isExporter(await roleOf(userId, dealId))

  const compare = async ({ userId }: Actor, { deals, metrics }: Asked): Promise<Compared> => {
    const visible = new Map((await store.visible(userId, deals)).map((row) => [row.dealId, row]))
    const rows = deals.flatMap((id) => visible.get(id) ?? [])
    const numbers = await readNumbers([...visible.keys()], metrics)
    const exportable = await Promise.all(rows.map((row) => canExport(userId, row)))
    const shown = rows.map((row, at) => presentDeal(row, { numbers, metrics, isExportable: exportable[at] === true }))
    const all = [...numbers.values()].flat()
    return {
      rows,
      portfolio: {
        metrics: metrics.map((metric_key) => {
          const known = all.find(({ metricKey }) => metricKey === metric_key)
          const kind = kindOf(metric_key)
          const unit = known?.unit ?? kind?.unit
          return {
            metric_key,
            label: kind?.label ?? known?.label ?? metric_key,
            adds_up: unit === undefined ? null : addsUp(metric_key, unit),
          }
        }),
        deals: shown,
        totals: totalValues(metrics, shown),
      },
    }
  }

  /**
   * Records the export on a deal. False: the caller has lost the right to export it since it was read, so that the file
   * must be made without it.
   */
  const record = async (
    actor: Actor,
    row: ComparedDeal,
    data: { format: PortfolioFormat; metric_keys: string[]; deals: number; sha256: string; size: number },
  ): Promise<boolean> => {
    try {
      await changes.change(
        actor,
        row.dealId,
        'viewer',
        async (deal) => {
          if (!row.viewersExport && !isExporter(deal.role)) refuse('export_not_allowed')
          deal.record('export.portfolio', { ...data, version: row.modelVersion })
        },
        { evenIfDecided: true },
      )
      return true
    } catch (error) {
      if (error instanceof DomainError && ['deal_not_found', 'export_not_allowed'].includes(error.code)) return false
      throw error
    }
  }

  return {
    show: async (actor: Actor, asked: Asked): Promise<Portfolio> => {
      assertDistinct(asked)
      const { portfolio, rows } = await compare(actor, asked)
      const offered = await store.offered(rows.map(({ dealId }) => dealId))
      return {
        ...portfolio,
        offered: offered.map(({ metricKey, label, deals }) => ({ metric_key: metricKey, label, deals })),
      }
    },

    /** The events are written before the file is handed over: no file leaves without them. */
    export: async (
      actor: Actor,
      asked: Asked,
      format: PortfolioFormat,
      signal: AbortSignal,
    ): Promise<PortfolioFile> => {
      assertDistinct(asked)
      const { portfolio, rows } = await compare(actor, asked)
      const included = portfolio.deals.filter((deal) => deal.can_export)
      if (included.length === 0) refuse('export_empty')
      const at = now()
      const bytes = await render(
        format,
        {
          metrics: portfolio.metrics,
          deals: included,
          totals: totalValues(asked.metrics, included),
          leftOut: portfolio.deals.filter((deal) => !deal.can_export).map(({ name }) => name),
          at: at.toISOString(),
        },
        signal,
      )
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const data = {
        format,
        metric_keys: [...asked.metrics],
        deals: included.length,
        sha256,
        size: bytes.byteLength,
      }
      const ids = new Set(included.map(({ deal_id }) => deal_id))
      // One change per deal, each under its own lock: a change that held several could wait for another one forever.
      for (const row of rows) if (ids.has(row.dealId) && !(await record(actor, row, data))) refuse('export_not_allowed')
      return { bytes, sha256, format, at }
    },
  }
}

const presentDeal = (
  row: ComparedDeal,
  shown: { numbers: ReadonlyMap<string, DealNumber[]>; metrics: readonly string[]; isExportable: boolean },
): PortfolioDeal => {
  const known = shown.numbers.get(row.dealId) ?? []
  return {
    deal_id: row.dealId,
    name: row.name,
    deal_type: row.dealType,
    currency: row.currency ?? defaultCurrency,
    scenario_name: row.scenarioName,
    can_export: shown.isExportable,
    values: shown.metrics.flatMap((metric_key) => {
      const number = known.find(({ metricKey }) => metricKey === metric_key)
      if (number === undefined) return []
      const { value, unit, origin, confirmation } = number
      return [{ metric_key, value, unit, origin, confirmation }]
    }),
  }
}

const assertDistinct = (asked: Asked): void => {
  for (const field of ['deals', 'metrics'] as const)
    if (new Set(asked[field]).size < asked[field].length)
      throw new InvalidInput({ at: ['body', field], reason: messages.repeated(), input: asked[field] })
}
