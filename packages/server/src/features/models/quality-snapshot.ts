import type { FinancialHighlight, QualityFinding, QualityQuestion } from '@deal-canvas/contract'
import { assess, createMetricNames, type MetricCell, metricsForChecks } from '@deal-canvas/engine'
import { worthOf } from './cell-number.ts'
import { withApplied } from './found-in-workbook.ts'
import type { OpenModel } from './open-models.ts'
import { isSameNumber } from './same-number.ts'

/** The quality of a model; stored, because computing it is slow. */
/** A finding as the check of the model leaves it. */
export type FoundFinding = Omit<QualityFinding, 'id' | 'title' | 'settlement' | 'version'>

export interface QualitySnapshot {
  score: number
  counts: { critical: number; high: number; medium: number; low: number }
  total: number
  checksRun: number
  coverage: number
  findings: FoundFinding[]
  questions?: Omit<QualityQuestion, 'title'>[]
  highlights: Record<string, FinancialHighlight>
}

const maxMessageLength = 500
const maxNamed = 20

/** Checks an open model in its current state. */
export const qualitySnapshot = (model: OpenModel): QualitySnapshot => {
  const { score, counts, total, checksRun, coverage, findings, questions } = assess(
    model.calculator,
    metricsForChecks(model.calculator.model, model.matches),
  )
  return {
    score,
    counts: { ...counts },
    total,
    checksRun,
    coverage,
    findings: findings.map(({ check, severity, message, sheet, cell, impact }) => ({
      check,
      severity,
      message: message.slice(0, maxMessageLength),
      sheet,
      cell,
      impact: { dependents: impact.dependents, metrics: impact.metrics.slice(0, maxNamed) },
    })),
    questions: questions.map(({ metricKey, message, ...question }) => ({
      ...question,
      metric_key: metricKey,
      message: message.slice(0, maxMessageLength),
    })),
    highlights: highlightsOf(model),
  }
}

const highlightsOf = (model: OpenModel): Record<string, FinancialHighlight> => {
  const { calculator, workbook, matches } = model
  const { grid } = calculator.model
  const metricName = createMetricNames(matches)
  const highlights = matches.map(({ sources, metricKey, unit, ...match }) => {
    const sourceOf = ({ sheet, cell, row, column, scale, confidence, period }: MetricCell) => {
      const at = workbook.sheets.findIndex(({ name }) => name === sheet)
      const held = grid.get(grid.idOf(at, row, column))
      const value = typeof held === 'number' ? worthOf(held, { unit, scale, date1904: workbook.date1904 }) : null
      return { sheet, cell, value, confidence, period: period?.label ?? null }
    }
    const own = sourceOf(match)
    const others = sources.map(sourceOf)
    const compared = others.filter(({ sheet, period }) => sheet !== own.sheet && period === own.period)
    const agrees = compared.every(
      ({ value }) => value !== null && own.value !== null && isSameNumber(unit, own.value, value),
    )
    const highlight: FinancialHighlight & { metricKey: string } = {
      metricKey,
      label: metricName(metricKey),
      value: own.value,
      unit,
      sources: [own, ...others],
      agreement: compared.length === 0 ? 'single' : agrees ? 'agrees' : 'differs',
    }
    return highlight
  })
  return Object.fromEntries(withApplied(model, highlights).map(({ metricKey, ...highlight }) => [metricKey, highlight]))
}
