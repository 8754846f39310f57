import { openFile, reasonOf } from './open-file.mjs'
import { simulateChanges, simulationTable } from './simulation.mjs'
import { onTheWire, saidChange, saidValue, table } from './wording.mjs'

/** Without reliable formulas in the workbook, falls back to the formulas of the metric catalogue. */
const rippleOf = ({ calculator, metrics, tier }, changes, engine) => {
  if (tier === 'full') return engine.createRipple(calculator, metrics)(changes, { integrity: true })
  const values = metrics.matches.filter(({ value }) => typeof value === 'number')
  const known = new Map(values.map(({ metricKey, value }) => [metricKey, value]))
  return engine.rippleByCatalogue(known, changes, metrics.dealType.domain)
}

/** Resolves metric names to keys; `unknown` is the first change whose metric the workbook does not have. */
const nameChanges = (changes, { metrics }, engine) => {
  const keys = metrics.matches.map(({ metricKey }) => metricKey)
  const named = changes.map(({ metric, value }) => ({ metric, value, metricKey: engine.findMetricKey(metric, keys) }))
  return { named, keys, unknown: named.find(({ metricKey }) => metricKey === undefined) }
}

const format = (file, ripple, tier, ms) => {
  const { changed, impacts, warnings, method, formulasRecalculated, integrity } = ripple
  const row = ({ label, before, after, unit, ...rest }, way) => [
    label,
    saidValue(before, unit),
    saidValue(after, unit),
    saidChange({ unit, ...rest }),
    way,
  ]
  const rows = [
    ['metric', 'before', 'after', 'change', 'path'],
    ...changed.map((move) => row(move, '(set)')),
    ...impacts.map((impact) =>
      row(impact, `${impact.path.join(' → ')}${impact.method === method ? '' : ' (by the catalogue)'}`),
    ),
  ]
  const scores = integrity === null ? '' : `, integrity ${integrity.before} → ${integrity.after}`
  return [
    file,
    `  tier ${tier}, by the formulas of the ${method}, ${formulasRecalculated} recalculated${scores}, ${ms} ms`,
    '',
    table(rows, [1, 2, 3]),
    ...(impacts.length === 0 ? ['', 'No other metric changes.'] : []),
    ...(warnings.length === 0 ? [] : ['', ...warnings.map(({ severity, message }) => `${severity}: ${message}`)]),
  ].join('\n')
}

/** Reports how changing some metrics affects all others. */
export const runRipple = ({ files: [file], changes, samples, seed, json }, { engine, print, complain }) => {
  try {
    const opened = openFile(file, engine)
    const { named, keys, unknown } = nameChanges(changes, opened, engine)
    if (unknown !== undefined) {
      const nearest = engine.nearestMetricKeys(unknown.metric, keys, 5)
      const hint = nearest.length === 0 ? 'none were found in it' : `nearest are ${nearest.join(', ')}`
      complain(`${file} has no metric ${unknown.metric}; ${hint}`)
      return 1
    }
    const begun = performance.now()
    const ripple = rippleOf(opened, named, engine)
    const ms = Math.round(performance.now() - begun)
    const simulation =
      samples === undefined || opened.tier !== 'full'
        ? undefined
        : simulateChanges({ ...opened, ripple, samples, seed }, engine)
    if (json) {
      print(
        JSON.stringify({
          file,
          tier: opened.tier,
          ...onTheWire(ripple),
          ...(simulation && { simulation: onTheWire(simulation) }),
          ms,
        }),
      )
      return 0
    }
    print(format(file, ripple, opened.tier, ms))
    if (simulation !== undefined) print(`\n${simulationTable(simulation, engine)}`)
    else if (samples !== undefined)
      print(
        opened.tier === 'full'
          ? '\nNot simulated: no metric depends on what is changed.'
          : '\nNot simulated: that takes a workbook whose formulas come out (tier full).',
      )
    return 0
  } catch (error) {
    complain(`${file}: ${reasonOf(error)}`)
    return 1
  }
}
