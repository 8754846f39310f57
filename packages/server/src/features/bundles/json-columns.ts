import {
  anyJson,
  boolean,
  FactTable,
  FrozenCells,
  integer,
  list,
  map,
  maxBundledInstantLength,
  maxBundledItems,
  maxBundledNameLength,
  maxScenarioOverrides,
  maxVaryingInputs,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type TSchema,
  text,
} from '@deal-canvas/contract'
import { type Check, compile, createReport } from '@deal-canvas/fastapi-validation'

type Fits = (value: unknown) => boolean

const fits = (schema: TSchema): Fits => {
  const check: Check = compile(schema, 'json', 'bundle column')
  return (value) => {
    const report = createReport()
    report.at('column', check, value)
    return report.failures.length === 0
  }
}

/** One of several shapes, told apart by the field `kind`. */
const byKind =
  (shapes: Readonly<Record<string, Fits>>): Fits =>
  (value) => {
    const kind: unknown = Object(value).kind
    return typeof kind === 'string' && Object.hasOwn(shapes, kind) && shapes[kind]?.(value) === true
  }

const listOf =
  (item: Fits, max: number): Fits =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(item)

const orNull =
  (inner: Fits): Fits =>
  (value) =>
    value === null || inner(value)

const place = model({
  page: nullable(integer()),
  sheet: nullable(text({ max: maxBundledNameLength })),
  cell: nullable(text({ max: maxBundledNameLength })),
  box: nullable(list(number(), { max: maxBundledItems })),
  quote: nullable(text()),
})

const spread = fits(model({ kind: text(), below: number(), above: number(), isRelative: boolean(), metricKey: text() }))

const uncertainty = byKind({
  triangular: spread,
  normal: spread,
  uniform: spread,
  lognormal: spread,
  pert: spread,
  discrete: fits(
    model({
      metricKey: text(),
      choices: list(model({ value: number(), probability: number() }), { max: maxBundledItems }),
    }),
  ),
  history: fits(model({ metricKey: text(), observed: list(number(), { max: maxBundledItems }) })),
})

/** What the JSON columns of bundled tables can hold. The rest of the service trusts its own rows, so nothing else may enter. */
export const jsonColumns: Readonly<Record<string, Fits>> = {
  'comments.document_anchor': orNull(
    byKind({
      cell: fits(
        model({
          sheet: text(),
          cell: text({ max: maxBundledNameLength }),
          labels: model({ row: list(text(), { max: maxBundledItems }), column: nullable(text()) }),
          text: text(),
        }),
      ),
      passage: fits(model({ position: integer(), start: integer(), page: nullable(integer()), quote: text() })),
    }),
  ),
  'comments.suggestion': fits(nullable(model({ replacement: text(), base_version: integer() }))),
  'deal_metrics.source': fits(nullable(model({ file: text(), sheet: text(), cell: text() }))),
  'deal_models.frozen': fits(nullable(FrozenCells)),
  'deal_origins.upgrade': fits(
    nullable(
      model({
        at: text({ max: maxBundledInstantLength }),
        covers: oneOf(['nothing', 'empty', 'all']),
        signature: text({ max: maxBundledNameLength }),
      }),
    ),
  ),
  'document_facts.period': fits(
    nullable(
      model({
        kind: oneOf(['year', 'half', 'quarter', 'month', 'trailing', 'nth_year']),
        year: optional(integer()),
        nth: optional(number()),
        label: text(),
      }),
    ),
  ),
  'document_facts.place': fits(
    model({
      from: integer(),
      to: integer(),
      page: optional(integer()),
      sheet: optional(text()),
      cell: optional(text()),
      box: optional(anyJson()),
    }),
  ),
  'fact_readings.tables': fits(list(FactTable, { max: maxBundledItems })),
  'model_overrides.before': fits(map(nullable(number()))),
  'reconciliation_findings.effects': fits(
    list(model({ metricKey: text(), before: nullable(number()), after: nullable(number()) }), { max: maxBundledItems }),
  ),
  'reconciliation_findings.other_place': fits(nullable(place)),
  'reconciliation_findings.place': fits(place),
  'scenarios.overrides': fits(
    list(
      model({
        metricKey: text(),
        value: number(),
        reason: nullable(text()),
        setBy: text(),
        setAt: text({ max: maxBundledInstantLength }),
      }),
      { max: maxScenarioOverrides },
    ),
  ),
  'scenarios.proposed_against': fits(nullable(map(number()))),
  'uncertainty_settings.correlations': fits(
    list(model({ one: text(), other: text(), correlation: number({ minimum: -1, maximum: 1 }) }), {
      max: maxBundledItems,
    }),
  ),
  'uncertainty_settings.inputs': orNull(listOf(uncertainty, maxVaryingInputs)),
}
