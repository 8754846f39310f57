// Measures how long a what-if preview takes on a large model, cold and warm, with and without simulation, and whether
// the service stays responsive. Uploads a generated model, requests previews, and calls /healthz 40 times a second.
//
//   node bench/ripple.mjs [--formulas 20000] [--rounds 20] [--samples 10000] [--looked 5000 (ms)] [--circular]
//
// With --circular the model has a loan whose interest, cash sweep and size depend on one another, and 22,000 formulas
// by default; 10,000 trials should take at most 3 s on two cores with one uncertain metric, at most 6 s with two.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchCpu } from '@deal-canvas/proof/cpu-time'
import { propertyModel } from '@deal-canvas/proof/property-model/model'
import { workbookFile } from '@deal-canvas/proof/property-model/workbook-file'
import { call, makePlace, printFacts, quantile, signIn, startServer } from '@deal-canvas/proof/server'

const { values } = parseArgs({
  options: {
    formulas: { type: 'string' },
    circular: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    samples: { type: 'string', default: '10000' },
    looked: { type: 'string', default: '5000' },
  },
})
const formulas = Number(values.formulas ?? (values.circular ? 22_000 : 20_000))
const [rounds, samples] = [Number(values.rounds), Number(values.samples)]
const targets = values.circular && samples === 10_000 ? { one: 3_000, two: 6_000 } : {}
printFacts()

const model = propertyModel(formulas, { circular: values.circular })
const bytes = workbookFile(model)
console.log(`A model of ${model.formulas} formulas, ${Math.round(bytes.length / 1024)} KiB`)

const place = await makePlace()
const start = () => startServer({ env: place.env })
let server = await start()
const editor = await signIn(server.url, 'editor@example.com')
const send = (method, path, body) => call(server.url, method, path, { token: editor.token, body })

/** Milliseconds until the last event, by wall clock and by CPU time. */
const preview = async (deal, body) => {
  const cpu = watchCpu([server.pid])
  const startedAt = performance.now()
  const { status, body: text } = await send('POST', `/api/canvas/${deal}/ripple/preview`, body)
  const ms = performance.now() - startedAt
  const cpuMs = cpu()
  const blocks = text?.split?.('\n\n').filter((block) => block.startsWith('event:')) ?? []
  if (status !== 200 || !blocks.at(-1)?.startsWith('event: ripple_preview'))
    throw new Error(`${status} ${JSON.stringify(text).slice(0, 500)}`)
  // Fewer trials than requested would meet any target.
  const view = blocks.find((block) => block.startsWith('event: probabilistic_view'))
  const trials = view === undefined ? 0 : JSON.parse(view.slice(view.indexOf('data: ') + 6)).samples
  if (trials !== (body.simulation?.samples ?? 0)) throw new Error(`${trials} trials, not ${body.simulation?.samples}`)
  return { ms, cpuMs }
}

/** Calls /healthz until the work is done; returns the response times. */
const meanwhile = async (work) => {
  const waits = []
  let done = false
  const watching = (async () => {
    while (!done) {
      const startedAt = performance.now()
      await fetch(`${server.url}/healthz`).then((answer) => answer.arrayBuffer())
      waits.push(performance.now() - startedAt)
      await pause(25)
    }
  })()
  try {
    return { result: await work(), waits }
  } finally {
    done = true
    await watching
  }
}

const printTimes = (name, times, waits, cpuTimes = [], target = undefined) => {
  const ms = (value) => `${value.toFixed(0)} ms`
  console.log(
    `${name}: best ${ms(Math.min(...times))}, median ${ms(quantile(times, 0.5))}, slowest ${ms(Math.max(...times))}; ` +
      (cpuTimes.length === 0 ? '' : `CPU of the service, median ${ms(quantile(cpuTimes, 0.5))}; `) +
      `/healthz p50 ${ms(quantile(waits, 0.5))}, p99 ${ms(quantile(waits, 0.99))} of ${waits.length}` +
      (target === undefined ? '' : `; target ${ms(target)}: ${quantile(times, 0.5) <= target ? 'met' : 'missed'}`),
  )
}

try {
  const { body: made } = await send('POST', '/api/deals', { name: 'Bench' })
  const deal = made.deal_id
  const form = new FormData()
  form.append('files', new Blob([bytes]), 'Model.xlsx')
  const uploaded = await fetch(`${server.url}/api/canvas/${deal}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}` },
    body: form,
  }).then((answer) => answer.json())
  const building = await meanwhile(async () => {
    const startedAt = performance.now()
    const { status, body } = await send('POST', `/api/canvas/${deal}/model`, {
      document_id: uploaded.documents[0].id,
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    console.log(`tier ${body.tier}, ${body.differences.length} metrics`)
    return performance.now() - startedAt
  })
  printTimes('taking the model in', [building.result], building.waits)

  const metric = (n) => ({ metric_key: 'exit_cap_rate_pct', new_value: 5 + (n % 10) / 10 })
  const growth = (n) => ({ metric_key: 'rent_growth_pct', new_value: 2 + (n % 10) / 10 })
  const many = async (name, ask, target = undefined) => {
    const { result, waits } = await meanwhile(async () => {
      const times = []
      for (let n = 0; n < rounds; n++) times.push(await preview(deal, ask(n)))
      return times
    })
    printTimes(
      name,
      result.map(({ ms }) => ms),
      waits,
      result.map(({ cpuMs }) => cpuMs),
      target,
    )
  }
  await server.stop()
  server = await start()
  const atOnce = await meanwhile(() => preview(deal, metric(0)))
  printTimes('first preview in the moment of a start', [atOnce.result.ms], atOnce.waits, [atOnce.result.cpuMs])
  await server.stop()
  server = await start()
  await pause(3_000)
  const cold = await meanwhile(() => preview(deal, metric(0)))
  printTimes('cold: a model that is not in memory', [cold.result.ms], cold.waits, [cold.result.cpuMs])
  await server.stop()
  server = await start()
  // A user who runs a what-if has opened the canvas before and looked at it.
  await send('GET', `/api/canvas/${deal}`)
  await pause(Number(values.looked))
  const looked = await meanwhile(() => preview(deal, metric(0)))
  printTimes('first preview after a start and a look at the canvas', [looked.result.ms], looked.waits, [
    looked.result.cpuMs,
  ])
  await many('warm, few formulas', metric)
  await many('warm, many formulas', growth)
  const simulation = { probabilistic: true, simulation: { samples } }
  await many(`warm, many formulas, ${samples} simulations`, (n) => ({ ...growth(n), ...simulation }), targets.one)
  const axis = (metric_key, from, step) => ({
    metric_key,
    values: Array.from({ length: 21 }, (_, n) => Number((from + n * step).toFixed(4))),
  })
  const tables = await meanwhile(async () => {
    const times = []
    for (let n = 0; n < rounds; n++) {
      const startedAt = performance.now()
      const { status, body: text } = await send('POST', `/api/canvas/${deal}/tables/two-way`, {
        metric_key: 'unlevered_irr_pct',
        rows: axis('exit_cap_rate_pct', 4 + n / 100, 0.1),
        columns: axis('rent_growth_pct', 2, 0.1),
      })
      if (status !== 200 || !String(text).includes('event: done'))
        throw new Error(`${status} ${JSON.stringify(text).slice(0, 500)}`)
      times.push(performance.now() - startedAt)
    }
    return times
  })
  printTimes('two-way table of 21 x 21', tables.result, tables.waits, [], values.circular ? undefined : 300)
  const first = await meanwhile(() =>
    preview(deal, {
      ...growth(1),
      probabilistic: true,
      simulation: { samples, uncertain: [{ metric_key: 'exit_cap_rate_pct' }] },
    }),
  )
  printTimes(`two uncertain metrics, ${samples} simulations, second thread cold`, [first.result.ms], first.waits)
  await many(
    `two uncertain metrics, ${samples} simulations`,
    (n) => ({
      ...growth(n),
      probabilistic: true,
      simulation: { samples, uncertain: [{ metric_key: 'exit_cap_rate_pct' }] },
    }),
    targets.two,
  )
} finally {
  await server.stop()
  await place.remove()
}
