// Opens one workbook file in its own process and prints the cost as JSON; run by bench/engine/growth.mjs.
//
//   node --expose-gc bench/engine/growth-open.mjs FILE FORMULAS [--profile]
//
// With --profile it prints the CPU time of each step of opening instead.
import { readFileSync } from 'node:fs'
import { assess, mapMetrics, openCalculator, readWorkbook } from '@deal-canvas/engine'
import { propertyModel } from '@deal-canvas/proof/property-model/model'
import { inputs, nthValue } from '@deal-canvas/proof/property-model/model-inputs'
import { median, rateOf, timed } from './measure.mjs'
import { profiled } from './profile.mjs'

const [, , file, formulas, mode] = process.argv
const seconds = 1.5
const further = 3

const open = () => {
  const bytes = readFileSync(file)
  const read = timed(() => readWorkbook(bytes))
  const opened = timed(() => openCalculator(read.result))
  const calculator = opened.result
  const metrics = timed(() => mapMetrics(read.result, calculator.model))
  const names = read.result.sheets.map(({ name }) => name)
  const mapped = metrics.result.matches.map(({ metricKey, value, sheet, row, column, confidence }) => ({
    metricKey,
    value: typeof value === 'number' ? value : null,
    sheet: names.indexOf(sheet),
    row,
    column,
    confidence,
  }))
  const integrity = timed(() => assess(calculator, mapped))
  const steps = { read, open: opened, metrics, integrity }
  return {
    calculator,
    ms: Object.fromEntries(Object.entries(steps).map(([step, { ms }]) => [step, ms])),
    cpuMs: Object.fromEntries(Object.entries(steps).map(([step, { cpuMs }]) => [step, cpuMs])),
  }
}

/** Collects garbage twice, because some objects are freed only by the second collection. */
const memory = () => {
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  return { rss: rss / 1e6, live: (heapUsed + arrayBuffers) / 1e6 }
}

const middleOf = (runs, field) =>
  Object.fromEntries(Object.keys(runs[0][field]).map((step) => [step, median(runs.map((run) => run[field][step]))]))

const measure = () => {
  const before = memory()
  const { calculator, ms, cpuMs } = open()
  const { check, model, compiled, templates } = calculator
  if (check.agreeing !== check.formulas) throw new Error(`${check.agreeing} of ${check.formulas} formulas agree`)
  const { sheets } = propertyModel(Number(formulas))
  const idOf = ({ sheet, row, column }) => model.grid.idOf(Object.keys(sheets).indexOf(sheet), row, column)
  const cones = Object.values(inputs).map((input) => calculator.set([{ id: idOf(input), value: input.value }]))
  const after = memory()
  const rates = Object.values(inputs).map((input) => {
    const once = (n) => calculator.set([{ id: idOf(input), value: nthValue(input, n) }])
    rateOf(once, seconds)
    return rateOf(once, seconds).perCpuSecond
  })
  const warm = Array.from({ length: further }, () => {
    const { ms, cpuMs } = open()
    return { ms, cpuMs }
  })
  return {
    formulas: check.formulas,
    compiled,
    templates,
    cones,
    rates,
    cold: { ms, cpuMs },
    warm: { ms: middleOf(warm, 'ms'), cpuMs: middleOf(warm, 'cpuMs') },
    memory: { rss: after.rss, rssMore: after.rss - before.rss, more: after.live - before.live },
  }
}

console.log(JSON.stringify(mode === '--profile' ? await profiled(open) : measure()))
