import { findingMessages as messages } from '../messages/findings.ts'
import { metricNameOf } from '../metrics/metric-name.ts'
import { definitionOf, severities } from './catalogue.ts'
import type { LocatedFinding, MappedMetric, Question, Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { metricCap } from './metric-cap.ts'
import { areaOfPlace, cellOf } from './rectangles.ts'
import { coverageOf, type Judged, scoreOf } from './score.ts'
import { certain } from './sure-metrics.ts'

/** Statement ties: a model's own check that fails in the same columns fails because of them. */
const ties = new Set(['balance_sheet_unbalanced', 'cash_tie_out', 'sources_ne_uses'])

/** Whether two findings are in the same columns of one sheet. */
const shareColumns = (left: Slip, right: Slip): boolean =>
  left.areas.some((a) => right.areas.some((b) => a.sheet === b.sheet && a.left <= b.right && b.left <= a.right))

/** Drops findings that only repeat another one: one cause, one finding. */
const oneForEachCause = (slips: readonly Slip[]): Slip[] => {
  const reportedTies = slips.filter(({ check }) => ties.has(check))
  return slips.filter(
    (slip) => slip.check !== 'failed_model_check' || !reportedTies.some((tie) => shareColumns(tie, slip)),
  )
}

/** In order of severity, the most severe first. */
export const gravest = (a: Pick<Judged, 'severity'>, b: Pick<Judged, 'severity'>): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity)

/** A finding of a check, with its severity. */
export type JudgedSlip = Slip & Judged

/** A finding with the names of its sheet and cell. */
export const locate = (
  { workbook }: Layout,
  { check, severity, message, areas: [area] }: JudgedSlip,
): LocatedFinding => ({
  check,
  severity,
  message,
  sheet: area === undefined ? null : (workbook.sheets[area.sheet]?.name ?? null),
  cell: area === undefined ? null : cellOf(area),
})

/** Maximum number of questions: nobody would answer more. */
const maxQuestions = 20

/** The mapping that a check must be sure of first: the least certain one it relies on. */
const doubtOf = ({ restsOn = [] }: Slip): MappedMetric | undefined => {
  const unsure = restsOn.filter(({ confidence }) => confidence < certain)
  return unsure.length === 0 ? undefined : unsure.reduce((a, b) => (b.confidence < a.confidence ? b : a))
}

const questionText = ({ nameOf, formatMetric }: Layout, slip: Slip, { metricKey, value, ...place }: MappedMetric) => {
  const asked = { cell: nameOf(place), name: metricNameOf(metricKey), finding: slip.message }
  return value === null
    ? messages.question(asked)
    : messages.questionWithValue({ ...asked, value: formatMetric(metricKey, value) })
}

const questionOf = (layout: Layout, slip: Slip, metric: MappedMetric): Question => ({
  check: slip.check,
  metricKey: metric.metricKey,
  message: questionText(layout, slip, metric),
  sheet: layout.workbook.sheets[metric.sheet]?.name ?? '',
  cell: cellOf(areaOfPlace(metric)),
  value: metric.value,
  confidence: metric.confidence,
})

/** One question per cell and metric, the most likely mappings first. */
const questionsOf = (layout: Layout, slips: readonly Slip[]): Question[] => {
  const asked = new Map<string, Question>()
  for (const slip of slips) {
    const doubt = doubtOf(slip)
    if (doubt === undefined) continue
    const key = `${doubt.metricKey} ${doubt.sheet} ${doubt.row} ${doubt.column}`
    if (!asked.has(key)) asked.set(key, questionOf(layout, slip, doubt))
  }
  return [...asked.values()].sort((a, b) => b.confidence - a.confidence).slice(0, maxQuestions)
}

/** The combined result of several checks; undefined if one had nothing to examine. */
export const judge = (
  layout: Layout,
  metrics: readonly MappedMetric[],
  results: readonly (readonly Slip[] | undefined)[],
) => {
  const { model, check } = layout
  const all = results.flatMap((found) => found ?? [])
  const slips = oneForEachCause(all.filter((slip) => doubtOf(slip) === undefined))
    .map((slip): JudgedSlip => ({ ...slip, severity: slip.severity ?? definitionOf(slip.check).severity }))
    .sort((a, b) => gravest(a, b) || definitionOf(b.check).confidence - definitionOf(a.check).confidence)
  const checksRun = results.filter((found) => found !== undefined).length
  const formulas = model.formulas.length
  const frozen = model.formulas.filter((formula) => formula.frozen !== undefined).length
  const coverage = coverageOf({ formulas, verified: formulas - frozen - check.disagreeing.length, checksRun })
  const score = scoreOf(slips, coverage, metricCap(metrics))
  return { slips, checksRun, coverage, score, questions: questionsOf(layout, all) }
}
