import { signedIn } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealId, dealName, dealType } from './deals.ts'
import { metricConfirmations, metricKey, metricOrigins, metricUnits } from './metrics.ts'
import { operation } from './operation.ts'
import { boolean, described, integer, list, model, nullable, number, oneOf, type Static, text } from './schema.ts'
import { maxOfferedMetrics, maxPortfolioDeals, maxPortfolioMetrics } from './sizes.ts'

const tag = 'Portfolio'

export const PortfolioValue = model(
  {
    metric_key: metricKey,
    value: number({ description: 'In the unit of the metric.', examples: [17.4] }),
    unit: oneOf(metricUnits, { description: 'The unit on this deal.', examples: ['percentage_points'] }),
    origin: oneOf(metricOrigins, { description: 'Where the value comes from.', examples: ['computed'] }),
    confirmation: oneOf(metricConfirmations, {
      description: 'confirmed and read values count in totals; unconfirmed ones do not.',
      examples: ['confirmed'],
    }),
  },
  { title: 'PortfolioValue' },
)
export type PortfolioValue = Static<typeof PortfolioValue>

export const PortfolioDeal = model(
  {
    deal_id: dealId,
    name: dealName,
    deal_type: nullable(described(dealType, 'The type of the deal; null: not known.')),
    currency: oneOf(currencyCodes, { description: 'ISO 4217; money of the deal is in whole units of it.' }),
    scenario_name: nullable(
      text({ description: 'The presented scenario, whose numbers these are; null: Base.', examples: ['Bank case'] }),
    ),
    can_export: boolean({ description: 'Whether the caller can export numbers of the deal.' }),
    values: list(PortfolioValue, { description: 'Those metrics that the deal has; the others are missing.' }),
  },
  { title: 'PortfolioDeal' },
)
export type PortfolioDeal = Static<typeof PortfolioDeal>

export const PortfolioMetric = model(
  {
    metric_key: metricKey,
    label: text({ description: 'Its name: of the catalogue, or as the first deal has it.', examples: ['Levered IRR'] }),
    adds_up: nullable(
      oneOf(['sum', 'average'], {
        description:
          'What its totals are. Money and counts have a sum and an average, rates and multiples an average; null: neither makes sense.',
      }),
    ),
  },
  { title: 'PortfolioMetric' },
)
export type PortfolioMetric = Static<typeof PortfolioMetric>

export const PortfolioTotal = model(
  {
    metric_key: metricKey,
    unit: oneOf(metricUnits, { description: 'The unit of the values.' }),
    currency: nullable(
      oneOf(currencyCodes, {
        description: 'The currency of the deals that are totaled; null: the metric is not money.',
      }),
    ),
    sum: nullable(number({ description: 'Null: a sum makes no sense.', examples: [84_200_000] })),
    average: number({ description: 'The plain average over the deals that count.', examples: [42_100_000] }),
    counted: integer({ description: 'Deals that count.', examples: [2] }),
    left_out: integer({ description: 'Deals of this unit and currency whose value is unconfirmed.', examples: [0] }),
  },
  { title: 'PortfolioTotal' },
)
export type PortfolioTotal = Static<typeof PortfolioTotal>

const OfferedMetric = model(
  {
    metric_key: metricKey,
    label: text({ description: 'Its name.', examples: ['Levered IRR'] }),
    deals: integer({ description: 'How many of the deals have it.', examples: [3] }),
  },
  { title: 'OfferedMetric' },
)

export const Portfolio = model(
  {
    metrics: list(PortfolioMetric, { description: 'In the order that was asked for.' }),
    deals: list(PortfolioDeal, {
      description: 'In the order that was asked for; deals that the caller cannot see are left out.',
    }),
    totals: list(PortfolioTotal, {
      description: 'One per metric, unit and currency: amounts of different currencies are never added.',
    }),
    offered: list(OfferedMetric, {
      description: `Metrics that the deals have, those of the most deals first, at most ${maxOfferedMetrics}.`,
    }),
  },
  { title: 'Portfolio' },
)
export type Portfolio = Static<typeof Portfolio>

const asked = {
  deals: list(dealId, { description: 'The deals.', min: 1, max: maxPortfolioDeals }),
}
const metrics = (min: number) => list(metricKey, { description: 'The metrics.', min, max: maxPortfolioMetrics })

export const portfolio = operation({
  id: 'portfolio',
  method: 'POST',
  path: '/api/portfolio',
  tag,
  summary: 'Compare metrics of several deals',
  description: `Answers chosen metrics (at most ${maxPortfolioMetrics}) of chosen deals (at most ${maxPortfolioDeals}) as their memos present them, with the scenario, and where each value comes from. Changes nothing. Sums and averages are made within one currency only, and count no unconfirmed value.`,
  access: signedIn,
  body: model({ ...asked, metrics: metrics(0) }, { title: 'PortfolioRequest' }),
  answer: Portfolio,
  idempotent: false,
  limit: 'content',
})

export const portfolioFormats = ['csv', 'xlsx'] as const

export const exportPortfolio = operation({
  id: 'exportPortfolio',
  method: 'POST',
  path: '/api/portfolio/export',
  tag,
  summary: 'Export a comparison of deals',
  description:
    'Answers the comparison as a file: a zip of CSV files, or a workbook. Deals that the caller can see but not export (a viewer or commenter whose organization has `viewers_export` off) are left out, and named in the file. The export is an event in the audit trail of each deal in it. At most 20 an hour per person.',
  access: signedIn,
  body: model(
    { ...asked, metrics: metrics(1), format: oneOf(portfolioFormats, { description: 'The kind of file.' }) },
    { title: 'ExportPortfolioRequest' },
  ),
  answer: text(),
  mediaType: 'application/octet-stream',
  idempotent: false,
  limit: 'export',
  errors: ['export_empty'],
})
