import { definitionOf, severities } from './catalogue.ts'
import { oneForEachCause } from './causes.ts'
import type { LocatedFinding, MappedMetric, Question, Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { metricCap } from './metric-cap.ts'
import { areaOfPlace, cellOf } from './rectangles.ts'
import { coverageOf, type Judged, scoreOf } from './score.ts'
import { certain } from './sure-metrics.ts'
import { saidMetric, saidNumber } from './wording.ts'

/** In the order of gravity, the worst first. */
export const gravest = (a: Pick<Judged, 'severity'>, b: Pick<Judged, 'severity'>): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity)

/** What a check found, with its severity. */
export type JudgedSlip = Slip & Judged

/** A finding by the names of its sheet and cell. */
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

/** More questions than this are not answered by anyone. */
const maxQuestions = 20

/** The mapping that a check has to be sure of first: the least sure one that it rests on. */
const doubtOf = ({ restsOn = [] }: Slip): MappedMetric | undefined => {
  const unsure = restsOn.filter(({ confidence }) => confidence < certain)
  return unsure.length === 0 ? undefined : unsure.reduce((a, b) => (b.confidence < a.confidence ? b : a))
}

const questionOf = ({ workbook, nameOf }: Layout, slip: Slip, metric: MappedMetric): Question => ({
  check: slip.check,
  metricKey: metric.metricKey,
  message: `Is ${nameOf(metric)} the ${saidMetric(metric.metricKey)}${metric.value === null ? '' : ` (${saidNumber(metric.value)})`}? If it is: ${slip.message}`,
  sheet: workbook.sheets[metric.sheet]?.name ?? '',
  cell: cellOf(areaOfPlace(metric)),
  value: metric.value,
  confidence: metric.confidence,
})

/** One question for each cell and metric, the likeliest mappings first. */
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

/** What checks say of a workbook together; undefined: one had nothing to look at. */
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
