import { openFile, reasonOf } from './open-file.mjs'
import { saidShare, saidValue, table } from './wording.mjs'

const maxShown = 10

const show = (value) => (typeof value === 'object' && value !== null ? value.error : value)

const cellOf = ({ value, sheet, cell, period, confidence }) => ({
  value,
  sheet,
  cell,
  period: period?.label ?? null,
  confidence,
})

const scaleNames = new Map([
  [1, 'units'],
  [1e3, 'thousands'],
  [1e5, 'lakhs'],
  [1e6, 'millions'],
  [1e7, 'crores'],
  [1e9, 'billions'],
])

const unitsOf = (scale) => (scale === undefined ? null : { scale, name: scaleNames.get(scale) ?? `times ${scale}` })

/** The reading of the whole workbook, with the field names of the API. */
const readingOf = ({ calculator: { model }, metrics: { dealType, lastActualYear, matches, unsure } }, engine) => ({
  deal_type: engine.detectDealKind(model.workbook, dealType),
  deal_type_confidence: Math.round(dealType.confidence * 1000) / 1000,
  // One of the deal types of the API.
  deal_type_legacy: dealType.domain ?? 'none',
  units: unitsOf(engine.commonAmountScale({ matches, unsure })),
  currency: engine.workbookCurrency(model.workbook)?.currency ?? null,
  boundary: { last_actual_year: lastActualYear ?? null },
  last_actual_year: lastActualYear ?? null,
  scenario: engine.liveScenario(model.workbook, model) ?? null,
})

const unsureOf = (unsure) =>
  Object.fromEntries(
    unsure.map(({ metricKey, unit, alternatives }) => [metricKey, { unit, alternatives: alternatives.map(cellOf) }]),
  )

const metricsOf = (matches) =>
  Object.fromEntries(
    matches.map((match) => [
      match.metricKey,
      { ...cellOf(match), unit: match.unit, alternatives: match.alternatives.map(cellOf) },
    ]),
  )

const checkFile = (file, engine) => {
  const begun = performance.now()
  const opened = openFile(file, engine)
  const { calculator, metrics, tier } = opened
  const { check, model } = calculator
  const { sheets } = model.workbook
  const { score, coverage, counts, total, checksRun, findings } = engine.assess(
    calculator,
    engine.metricsForChecks(model, metrics.matches),
  )
  return {
    file,
    sheets: sheets.length,
    formulas: check.formulas,
    computed: check.computed,
    agreeing: check.agreeing,
    disagreeing: check.disagreeing.map(({ formula, expected, got }) => ({
      sheet: sheets[formula.place.sheet].name,
      cell: engine.formatCell(formula.place),
      formula: formula.text,
      expected: show(expected),
      got: show(got),
    })),
    unsupported: Object.fromEntries(check.unsupported),
    frozen: Object.fromEntries(check.frozen),
    tier,
    ...readingOf(opened, engine),
    metrics: metricsOf(metrics.matches),
    unsure: unsureOf(metrics.unsure),
    integrity: { score, coverage, counts, total, checks_run: checksRun, findings },
    ms: Math.round(performance.now() - begun),
  }
}

const saidCounts = (counts) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`)
    .join(', ')

const formatConfidence = (confidence) => `${Math.round(confidence * 100)} %`

/** The columns value, cell, period and confidence. */
const cellColumns = ({ value, sheet, cell, period, confidence }, unit, currency) => [
  saidValue(value, unit, currency ?? undefined),
  `${sheet}!${cell}`,
  period ?? '',
  formatConfidence(confidence),
]

const metricLines = ({ metrics, currency }, { kindOf }) => {
  const rows = Object.entries(metrics).flatMap(([key, { unit, alternatives, ...cell }]) => [
    [`    ${kindOf(key)?.label ?? key}`, ...cellColumns(cell, unit, currency)],
    ...alternatives.map((other) => ['      or', ...cellColumns(other, unit, currency)]),
  ])
  return rows.length === 0 ? ['  no metrics found'] : ['  metrics', table(rows, [1, 4])]
}

const unsureLines = ({ unsure, currency }, { kindOf }) => {
  const rows = Object.entries(unsure).flatMap(([key, { unit, alternatives }]) =>
    alternatives.map((cell, place) => [
      place === 0 ? `    ${kindOf(key)?.label ?? key}` : '      or',
      ...cellColumns(cell, unit, currency),
    ]),
  )
  return rows.length === 0 ? [] : ['  unsure, to check', table(rows, [1, 4])]
}

const readingLines = ({ deal_type, deal_type_confidence, units, currency, boundary, scenario }) => {
  const rows = [
    ['deal type', deal_type === 'other' ? 'other' : `${deal_type} (${formatConfidence(deal_type_confidence)})`],
    ['units', units?.name ?? 'unknown'],
    ['currency', currency ?? 'unknown'],
    ['last actual year', String(boundary.last_actual_year ?? 'unknown')],
    [
      'live scenario',
      scenario === null
        ? 'no selector found'
        : `${scenario.value} of ${scenario.choices.join(', ')} (${scenario.label}, ${scenario.sheet}!${scenario.cell})`,
    ],
  ]
  return table(rows.map(([name, value]) => [`  ${name}`, value]))
}

const format = (result, engine) => {
  const { file, formulas, computed, agreeing, disagreeing, unsupported, frozen, tier, integrity, ms } = result
  return [
    file,
    `  ${formulas} formulas, ${computed} computed, ${agreeing} agree (${saidShare(agreeing, formulas)}), ${ms} ms`,
    ...Object.entries(frozen).map(([why, count]) => `  ${count} keep their value: ${why}`),
    ...Object.entries(unsupported).map(([name, count]) => `  unknown function ${name}: ${count}`),
    ...disagreeing
      .slice(0, maxShown)
      .map(
        ({ sheet, cell, formula, expected, got }) =>
          `  ${sheet}!${cell} =${formula}: ${expected} expected, ${got} computed`,
      ),
    ...(disagreeing.length > maxShown ? [`  and ${disagreeing.length - maxShown} more that disagree`] : []),
    `  tier ${tier}, integrity ${integrity.score}${integrity.total === 0 ? '' : ` (${saidCounts(integrity.counts)})`}`,
    readingLines(result),
    ...metricLines(result, engine),
    ...unsureLines(result, engine),
  ].join('\n')
}

/** Reports the check of each file; an unreadable file does not stop the others. */
export const runCheck = ({ files, json }, { engine, print }) => {
  for (const file of files) {
    try {
      const result = checkFile(file, engine)
      print(json ? JSON.stringify(result) : format(result, engine))
    } catch (error) {
      const reason = reasonOf(error)
      print(json ? JSON.stringify({ file, error: reason }) : `${file}\n  ${reason}`)
    }
  }
  return 0
}
