// Runs the service on stores that fail while people write: what it responded meanwhile, how soon it recovered,
// and whether every acknowledged write is there, exactly once.
import { faultRows, figure, format, noneOf, timeRow } from './fault-rows.mjs'
import { isReady, timeUntil, watchHealth } from './health-watch.mjs'
import { keepService } from './kept-service.mjs'
import { lookForWrites } from './stored-writes.mjs'
import { hireWriters, noAnswer } from './write-load.mjs'

/** A key whose first call was interrupted is free again after a minute. */
const maxLeaseMs = 90_000
const maxFaultMs = 90_000

const sum = (all) => {
  const total = new Map()
  for (const [what, count] of all.flatMap((answers) => [...answers])) total.set(what, (total.get(what) ?? 0) + count)
  return total
}

const span = (times) => {
  const [min, max] = [Math.min(...times), Math.max(...times)].map((ms) => figure(Math.round(ms)))
  return min === max ? `${max} ms` : `${min} to ${max} ms`
}

const timesOf = (faults) => {
  const [{ struck }] = faults
  if (faults.length > 1) return ` × ${faults.length}`
  return struck === undefined ? '' : ` (struck ${figure(struck)} times)`
}

/** Summarizes all faults of one name. */
const noteOf = (where, name, faults) =>
  `${where}, ${name}${timesOf(faults)}: ready after ${span(faults.map(({ readyMs }) => readyMs))}, ` +
  `every deal written again after ${span(faults.map(({ writingMs }) => writingMs))}; ` +
  `answers: ${format(sum(faults.map(({ answers }) => answers)))}`

/**
 * `work` gets `fault(name, make)`, where `make` causes a fault, resolves when the store is back, and can return how
 * often it took effect: one that never did proves nothing.
 * `store` is its name in /readyz; `goesOn`: whether writes must succeed without it.
 */
export const underFault = async ({ where, store, env, maxMs, goesOn, say }, work) => {
  const service = await keepService(env)
  try {
    const load = await hireWriters(service.url, { people: 24, deals: 6 })
    const health = watchHealth(service.url)
    const faults = []
    load.go()
    await work(async (name, make) => {
      await timeUntil(() => load.hasWrittenSince(performance.now() - 1_000), { maxMs: maxFaultMs })
      load.answersSince()
      const struck = await make()
      const back = performance.now()
      const isWriting = timeUntil(() => load.hasWrittenSince(back), { maxMs: maxFaultMs })
      const readyMs = await timeUntil(() => isReady(service.url, store), { maxMs: maxFaultMs })
      const writingMs = await isWriting
      faults.push({ name, struck, readyMs, writingMs, answers: load.answersSince() })
      say(noteOf(where, name, faults.slice(-1)))
    })
    const unanswered = await load.settle(maxLeaseMs)
    const { tookMs, failures } = await health.stop()
    const found = await lookForWrites(service.url, load)

    const answers = sum(faults.map((fault) => fault.answers))
    const refused = [...answers].filter(([what]) => what !== 'done' && what !== noAnswer)
    const refusals = refused.reduce((all, [, count]) => all + count, 0)
    const counted = faults.filter(({ struck }) => struck !== undefined)
    const missed = counted.filter(({ struck }) => struck === 0)
    const names = [...new Set(faults.map(({ name }) => name))]
    const { rows, notes } = faultRows(where, { load, unanswered, found, crashes: service.crashes })
    return {
      rows: [
        ...rows,
        noneOf(`requests without an answer, ${where}`, answers.get(noAnswer) ?? 0),
        ...(goesOn ? [noneOf(`writes refused meanwhile, ${where}`, refusals)] : []),
        noneOf(`failures of /healthz meanwhile, ${where}`, failures.length, ` of ${figure(tookMs.length)}`),
        timeRow(`/healthz meanwhile, ${where}`, tookMs, 2_000),
        ...(counted.length > 0 ? [noneOf(`faults that struck nothing, ${where}`, missed.length)] : []),
        timeRow(
          `store back to health, ${where}`,
          faults.map(({ readyMs }) => readyMs),
          maxMs.ready,
        ),
        timeRow(
          `store back to a write on every deal, ${where}`,
          faults.map(({ writingMs }) => writingMs),
          maxMs.writing,
        ),
      ],
      notes: [
        ...names.map((name) =>
          noteOf(
            where,
            name,
            faults.filter((fault) => fault.name === name),
          ),
        ),
        ...notes,
      ],
    }
  } finally {
    await service.stop()
  }
}
