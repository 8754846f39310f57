// The service on stores that get into trouble while people write: what it answered meanwhile, how soon it was itself
// again, and whether every write that it acknowledged is there, once.
import { faultRows, figure, inWords, noneOf, timeRow } from './fault-rows.mjs'
import { isReady, timeUntil, watchHealth } from './health-watch.mjs'
import { keepService } from './kept-service.mjs'
import { lookForWrites } from './stored-writes.mjs'
import { hireWriters, noAnswer } from './write-load.mjs'

/** A key whose first call was cut off is free again after a minute. */
const longestLeaseMs = 90_000
const longestTroubleMs = 90_000

const sum = (all) => {
  const total = new Map()
  for (const [what, count] of all.flatMap((answers) => [...answers])) total.set(what, (total.get(what) ?? 0) + count)
  return total
}

const span = (times) => {
  const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => figure(Math.round(ms)))
  return least === most ? `${most} ms` : `${least} to ${most} ms`
}

const timesOf = (troubles) => {
  const [{ struck }] = troubles
  if (troubles.length > 1) return ` × ${troubles.length}`
  return struck === undefined ? '' : ` (struck ${figure(struck)} times)`
}

/** Troubles of one name together. */
const noteOf = (where, name, troubles) =>
  `${where}, ${name}${timesOf(troubles)}: ready after ${span(troubles.map(({ readyMs }) => readyMs))}, ` +
  `every deal written again after ${span(troubles.map(({ writingMs }) => writingMs))}; ` +
  `answers: ${inWords(sum(troubles.map(({ answers }) => answers)))}`

/**
 * `work` is given `trouble(name, make)`, where `make` brings one about, ends when the store is back, and may tell how
 * often it struck: one that struck nothing proves nothing.
 * `store` is its name in /readyz; `goesOn`: whether writes are promised to succeed without it.
 */
export const underTrouble = async ({ where, store, env, mostMs, goesOn, say }, work) => {
  const service = await keepService(env)
  try {
    const load = await hireWriters(service.url, { people: 24, deals: 6 })
    const health = watchHealth(service.url)
    const troubles = []
    load.go()
    await work(async (name, make) => {
      await timeUntil(() => load.hasWrittenSince(performance.now() - 1_000), { mostMs: longestTroubleMs })
      load.answersSince()
      const struck = await make()
      const back = performance.now()
      const isWriting = timeUntil(() => load.hasWrittenSince(back), { mostMs: longestTroubleMs })
      const readyMs = await timeUntil(() => isReady(service.url, store), { mostMs: longestTroubleMs })
      const writingMs = await isWriting
      troubles.push({ name, struck, readyMs, writingMs, answers: load.answersSince() })
      say(noteOf(where, name, troubles.slice(-1)))
    })
    const unanswered = await load.settle(longestLeaseMs)
    const { tookMs, failures } = await health.stop()
    const found = await lookForWrites(service.url, load)

    const answers = sum(troubles.map((trouble) => trouble.answers))
    const refused = [...answers].filter(([what]) => what !== 'done' && what !== noAnswer)
    const refusals = refused.reduce((all, [, count]) => all + count, 0)
    const counted = troubles.filter(({ struck }) => struck !== undefined)
    const missed = counted.filter(({ struck }) => struck === 0)
    const names = [...new Set(troubles.map(({ name }) => name))]
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
          troubles.map(({ readyMs }) => readyMs),
          mostMs.ready,
        ),
        timeRow(
          `store back to a write on every deal, ${where}`,
          troubles.map(({ writingMs }) => writingMs),
          mostMs.writing,
        ),
      ],
      notes: [
        ...names.map((name) =>
          noteOf(
            where,
            name,
            troubles.filter((trouble) => trouble.name === name),
          ),
        ),
        ...notes,
      ],
    }
  } finally {
    await service.stop()
  }
}
