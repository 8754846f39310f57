// Changes one input of a property model and reads its twenty results: our engine, HyperFormula and IronCalc alternate
// in one run on the same generated model. The bench fails unless all give the same results.
//
//   node bench/engine/what-if.mjs [--formulas 19644] [--seconds 2] [--rounds 5] [--only exit_cap_rate] [--without ironcalc]
//     [--years sum] [--functions]
//
// The model adds up its years with SUMIF; with --years sum it uses a SUM over twelve cells instead. With --functions
// the bench also lists the functions of our engine that used the most CPU time. HyperFormula is licensed under the GPL:
// it is used here only for comparison and is not part of the service.
import { parseArgs } from 'node:util'
import { propertyModel } from '@deal-canvas/proof/property-model/model'
import { inputs, nthValue } from '@deal-canvas/proof/property-model/model-inputs'
import { workbookFile } from '@deal-canvas/proof/property-model/workbook-file'
import { brief, loadAverage, median, printFacts, printTable, rateOf, show, timed, verdict } from './measure.mjs'
import { openOurs } from './ours.mjs'
import { openHyperFormula, openIronCalc } from './peers.mjs'
import { printFunctions, profiled } from './profile.mjs'

/** The targets apply to a model of this size. */
const targetSize = '19644'

const { values } = parseArgs({
  options: {
    formulas: { type: 'string', default: targetSize },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    years: { type: 'string', default: 'sumif' },
    only: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    functions: { type: 'boolean', default: false },
  },
})
const [formulas, seconds, rounds] = [values.formulas, values.seconds, values.rounds].map(Number)
const targets = { exit_cap_rate: 200, rent_growth: 400 }
/** The maximum relative difference between two engines. */
const closeness = 1e-9
const compared = 7

const openAll = (model) => {
  const bytes = workbookFile(model)
  const openers = { ours: () => openOurs(model, bytes), HyperFormula: () => openHyperFormula(model) }
  if (!values.without.includes('ironcalc')) openers.IronCalc = () => openIronCalc(model)
  const opened = {}
  for (const [name, open] of Object.entries(openers)) {
    try {
      const { result, ms } = timed(open)
      opened[name] = result
      console.log(`${name} is open after ${show(ms)} ms`)
    } catch (error) {
      // Its WebAssembly memory may be too small for a large model.
      if (name !== 'IronCalc' || !(error instanceof WebAssembly.RuntimeError || error instanceof RangeError))
        throw error
      console.error(
        `\n*** IronCalc is NOT measured, it cannot open this model: ${error.message}. Give less --formulas ***\n`,
      )
      process.exitCode = 1
    }
  }
  return opened
}

const apart = (a, b) => {
  if (typeof a !== 'number' || typeof b !== 'number' || !Number.isFinite(a) || !Number.isFinite(b))
    return Number.POSITIVE_INFINITY
  return a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b))
}

/** The largest difference between each engine and ours, over several values of an input. */
const compare = (engines, input, outputs) => {
  const worst = new Map()
  const seen = outputs.map(() => new Set())
  for (let n = 0; n < compared; n++) {
    const results = Object.entries(engines).map(([name, { set, read }]) => {
      set(input, nthValue(input, n))
      return [name, read()]
    })
    const [[, ours], ...others] = results
    ours.forEach((value, at) => {
      seen[at].add(value)
    })
    for (const [name, theirs] of others) {
      ours.forEach((value, at) => {
        const difference = apart(value, theirs[at])
        if (difference >= (worst.get(name)?.difference ?? 0)) worst.set(name, { difference, label: outputs[at].label })
        if (difference > closeness)
          throw new Error(
            `${outputs[at].label} is ${value} in ours and ${theirs[at]?.value ?? theirs[at]} in ${name}, at ${nthValue(input, n)}`,
          )
      })
    }
  }
  return { worst, moved: seen.filter((results) => results.size > 1).length }
}

const model = propertyModel(formulas, { years: values.years })
printFacts()
console.log(`${show(model.formulas)} formulas, ${model.months} months, ${model.outputs.length} outputs`)
const engines = openAll(model)
const { agreeing, formulas: checked } = engines.ours.calculator.check
if (agreeing !== checked || checked !== model.formulas) throw new Error(`Only ${agreeing} of ${model.formulas} agree`)

for (const [name, input] of Object.entries(inputs)) {
  if (values.only !== undefined && values.only !== name) continue
  const cone = engines.ours.set(input, input.value)
  const { worst, moved } = compare(engines, input, model.outputs)
  if (moved < 5) throw new Error(`Only ${moved} outputs depend on ${name}`)
  const once =
    ({ set, read }) =>
    (n) => {
      set(input, nthValue(input, n))
      read()
    }
  for (const engine of Object.values(engines)) rateOf(once(engine), seconds)
  const measured = new Map(Object.keys(engines).map((engine) => [engine, []]))
  for (let round = 0; round < rounds; round++)
    for (const [engine, opened] of Object.entries(engines)) measured.get(engine).push(rateOf(once(opened), seconds))

  const middle = (engine, field) => median(measured.get(engine).map((one) => one[field]))
  console.log(`\n${name}: ${show(cone)} formulas depend on it, ${moved} of ${model.outputs.length} outputs move\n`)
  printTable(
    ['engine', 'what-ifs/s, each round', 'median', 'per s of CPU', 'ours is', 'by CPU', 'largest difference'],
    [...measured].map(([engine, all]) => {
      const { difference, label } = worst.get(engine) ?? {}
      return [
        engine,
        all.map(({ perSecond }) => brief(perSecond)).join(', '),
        brief(middle(engine, 'perSecond')),
        brief(middle(engine, 'perCpuSecond')),
        ...(engine === 'ours'
          ? ['', '', '']
          : [
              `**${brief(middle('ours', 'perSecond') / middle(engine, 'perSecond'))} x**`,
              `${brief(middle('ours', 'perCpuSecond') / middle(engine, 'perCpuSecond'))} x`,
              `${difference.toExponential(1)} (${label})`,
            ]),
      ]
    }),
  )
  if (values.formulas === targetSize) {
    const [byClock, byCpu] = ['perSecond', 'perCpuSecond'].map(
      (field) => middle('ours', field) / middle('HyperFormula', field) >= targets[name],
    )
    console.log(`Target: at least ${targets[name]} x HyperFormula, ${verdict(byClock, byCpu)}`)
  }
  console.log(`Load average ${loadAverage()}\n`)
  if (values.functions) printFunctions(`ours, ${name}`, await profiled(() => rateOf(once(engines.ours), seconds)))
  for (const { set } of Object.values(engines)) set(input, input.value)
}
