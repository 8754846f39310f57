// Callers that compute with a workbook also need the reader.
export {
  type CellPosition,
  columnName,
  type ErrorValue,
  formatCell,
  lastColumn,
  lastRow,
  parseCell,
  readWorkbook,
  type Scalar,
  type UnreadableCode,
  UnreadableWorkbook,
  type Workbook,
  type WorkbookCell,
  type WorkbookSheet,
} from '@deal-canvas/workbook-reader'
export type { CheckResult, Disagreement } from './calculate/check.ts'
export type { FormulaCell, Model } from './calculate/model.ts'
export { sameValue } from './calculate/same-value.ts'
export { compareWorkbooks, type WorkbookDifference } from './compare/compare-workbooks.ts'
export { type Calculator, type Change, openCalculator } from './compile/calculator.ts'
export { type FrozenReason, frozenReasons } from './compile/frozen-formulas.ts'
export { cellsNamedIn, formatFormula, type NamedCells, namedElsewhereIn } from './formula/format-formula.ts'
export { createFormulaLinks, type FormulaLinks } from './formula/formula-links.ts'
export { listedFunctions } from './functions/listed-functions.ts'
export { shownValue } from './functions/shown-value.ts'
export { type Assessment, assess } from './integrity/assess.ts'
export { type CheckId, catalogue as checkCatalogue, type Severity } from './integrity/catalogue.ts'
export type { Finding, Impact, LocatedFinding, MappedMetric } from './integrity/finding.ts'
export { scoreCaps } from './integrity/score.ts'
export { type ScoreChange, scoreChange } from './integrity/score-change.ts'
export { createScores, type Judgement } from './integrity/scores.ts'
export { isDateFormat } from './integrity/timelines.ts'
export { type WorkbookCases, workbookCases } from './integrity/workbook-cases.ts'
export { catalogue as metricCatalogue, kindOf, placeOf } from './metrics/catalogue/catalogue.ts'
export type { MetricDomain, MetricKind } from './metrics/catalogue/metric-kind.ts'
export { commonAmountScale, isScaledAmount } from './metrics/common-amount-scale.ts'
export { type ComputedShare, createComputedShare } from './metrics/computed-share.ts'
export { type DealKind, detectDealKind } from './metrics/deal-kind.ts'
export { type DealType, detectDealType } from './metrics/deal-type.ts'
export { derive } from './metrics/derive.ts'
export { evaluate as evaluateMetricFormula, readFormula as readMetricFormula } from './metrics/formula.ts'
export { type FrozenCell, type FrozenCells, frozenCells, maxFrozenCells } from './metrics/frozen-cells.ts'
export { headlineMetrics } from './metrics/headline-metrics.ts'
export { layoutLines } from './metrics/layout-lines.ts'
export {
  type MetricCell,
  type MetricMap,
  type MetricMatch,
  mapMetrics,
  metricCandidates,
  type ReadingSettings,
  type UnsureMetric,
} from './metrics/map-metrics.ts'
export { matchLabel } from './metrics/match-label.ts'
export { type MetricSubject, metricSubjects, subjectOf } from './metrics/metric-subject.ts'
export { normalizeLabel } from './metrics/normalize-label.ts'
export { type Period, readPeriod } from './metrics/period.ts'
export { type Question, questionValue } from './metrics/question-value.ts'
export { readableFormula } from './metrics/readable-formula.ts'
export { scaleIn } from './metrics/scale.ts'
export { type Tier, tierOf } from './metrics/tier.ts'
export { isUnitText } from './metrics/unit-text.ts'
export { type WorkbookCurrency, workbookCurrency } from './metrics/workbook-currency.ts'
export { type CellUnit, cellValueOf, metricValueOf } from './ripple/cell-value.ts'
export { metricsForChecks } from './ripple/mapped-cells.ts'
export { findMetricKey, nearestMetricKeys } from './ripple/metric-keys.ts'
export { createMetricNames } from './ripple/metric-names.ts'
export { createRipple, type RippleOptions } from './ripple/ripple.ts'
export { rippleByCatalogue } from './ripple/ripple-by-catalogue.ts'
export {
  type MetricChange,
  type MetricMove,
  type Ripple,
  type RippleImpact,
  type RippleMethod,
  RippleRefusal,
  type RippleWarning,
  type RippleWarningCode,
} from './ripple/ripple-result.ts'
export type { ChangeSummary } from './simulate/change.ts'
export { correlationsPossible } from './simulate/correlations-possible.ts'
export { defaultCorrelations } from './simulate/default-correlations.ts'
export type { Distribution, DistributionKind } from './simulate/distribution.ts'
export { drawnRange } from './simulate/drawn-range.ts'
export type { Sampling } from './simulate/draws.ts'
export type { Driver } from './simulate/drivers.ts'
export type { FanPoint } from './simulate/fan.ts'
export type { InvalidDraws } from './simulate/faults.ts'
export { ImpossibleSimulation } from './simulate/impossible.ts'
export { sharesOfFirstRound } from './simulate/join.ts'
export { type LiveScenario, liveScenario } from './simulate/live-scenario.ts'
export {
  addedRuns,
  type Plan as SimulationPlan,
  planInSteps,
  planSimulation,
  type Work as SimulationWork,
} from './simulate/plan.ts'
export type { Probability } from './simulate/probability.ts'
export {
  type Computed as ComputedSamples,
  maxInputs as maxUncertainInputs,
  maxSamples,
  type RankCorrelation,
  type SimulationRequest,
  type Threshold,
  type UncertainInput,
  type WatchedOutput,
  type WatchedSeries,
} from './simulate/request.ts'
export { buffersOf, divideRuns, type Runs, runShare, type Share as SimulationShare } from './simulate/run.ts'
export { costOfRun } from './simulate/run-cost.ts'
export { refinePlan } from './simulate/settle.ts'
export { simulate, simulateWith } from './simulate/simulate.ts'
export type { Spread } from './simulate/spread.ts'
export {
  type OutputResult,
  type SimulationResult,
  sharesOfOutput,
  summarize as summarizeSimulation,
  summarizeInputs,
  summarizeOutput,
} from './simulate/summarize.ts'
export type { Histogram, Summary } from './simulate/summary.ts'
export type { TornadoBar } from './simulate/tornado.ts'
export { defaultUncertainty, type Uncertainty, uncertainMetric } from './simulate/uncertain-metric.ts'
export type { Worst } from './simulate/worst.ts'
export { catalogueFunction } from './solve/catalogue-function.ts'
export {
  type GoalSeek,
  type GoalSeekPoint,
  type GoalSeekReason,
  type GoalSeekResult,
  type MetricFunction,
  seekGoal,
  usualRange,
} from './solve/goal-seek.ts'
export { type InputStrength, strongestInputs } from './solve/strongest-inputs.ts'
export {
  type TableAxis,
  type TableRows,
  type TwoWayTable,
  tableRows,
  tableRowsByCatalogue,
} from './solve/two-way-table.ts'
export { usualAxis } from './solve/usual-axis.ts'
export { whileVarying } from './solve/workbook-function.ts'
export { findTables } from './tables/find-tables.ts'
export type { ModelTable as FoundTable, ModelTableKind } from './tables/model-table.ts'
