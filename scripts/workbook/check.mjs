import { openFile, reasonOf } from './open-file.mjs'
import { saidShare, saidValue, table } from './wording.mjs'

const mostShown = 10

const show = (value) => (typeof value === 'object' && value !== null ? value.error : value)

const cellOf = ({ value, sheet, cell, period, confidence }) => ({
  value,
  sheet,
  cell,
  period: period?.label ?? null,
  confidence,
})

const metricsOf = (matches) =>
  Object.fromEntries(
    matches.map((match) => [
      match.metricKey,
      { ...cellOf(match), unit: match.unit, alternatives: match.alternatives.map(cellOf) },
    ]),
  )

const checkFile = (file, engine) => {
  const begun = performance.now()
  const { calculator, metrics, tier } = openFile(file, engine)
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
    deal_type: metrics.dealType.domain ?? 'none',
    last_actual_year: metrics.lastActualYear ?? null,
    metrics: metricsOf(metrics.matches),
    integrity: { score, coverage, counts, total, checks_run: checksRun, findings },
    ms: Math.round(performance.now() - begun),
  }
}

const saidCounts = (counts) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`)
    .join(', ')

const headline = ({ metrics }, { kindOf }) => {
  const all = Object.entries(metrics)
  const core = all.filter(([key]) => kindOf(key)?.core)
  return core.length > 0 ? core : all
}

const inWords = (result, engine) => {
  const { file, formulas, computed, agreeing, disagreeing, unsupported, frozen, tier, integrity, ms } = result
  const rows = headline(result, engine).map(([key, { value, unit, sheet, cell }]) => [
    `    ${engine.kindOf(key)?.label ?? key}`,
    saidValue(value, unit),
    `${sheet}!${cell}`,
  ])
  return [
    file,
    `  ${formulas} formulas, ${computed} computed, ${agreeing} agree (${saidShare(agreeing, formulas)}), ${ms} ms`,
    ...Object.entries(frozen).map(([why, count]) => `  ${count} keep their value: ${why}`),
    ...Object.entries(unsupported).map(([name, count]) => `  unknown function ${name}: ${count}`),
    ...disagreeing
      .slice(0, mostShown)
      .map(
        ({ sheet, cell, formula, expected, got }) =>
          `  ${sheet}!${cell} =${formula}: ${expected} expected, ${got} computed`,
      ),
    ...(disagreeing.length > mostShown ? [`  and ${disagreeing.length - mostShown} more that disagree`] : []),
    `  tier ${tier}, integrity ${integrity.score}${integrity.total === 0 ? '' : ` (${saidCounts(integrity.counts)})`}`,
    ...(rows.length === 0 ? ['  no metrics found'] : ['  headline metrics', table(rows, [1])]),
  ].join('\n')
}

/** Tells of each file how far it comes out; one that cannot be read does not keep the others from being read. */
export const runCheck = ({ files, json }, { engine, print }) => {
  for (const file of files) {
    try {
      const result = checkFile(file, engine)
      print(json ? JSON.stringify(result) : inWords(result, engine))
    } catch (error) {
      const reason = reasonOf(error)
      print(json ? JSON.stringify({ file, error: reason }) : `${file}\n  ${reason}`)
    }
  }
  return 0
}
