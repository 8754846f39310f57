// Does the service lose acknowledged writes when it is killed, or apply a repeated write twice? Writes
// through the API without pause, kills the process at seeded random moments, restarts it, and checks every write.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { faultRows, format, timeRow } from './fault-rows.mjs'
import { defaultServer, onFreshDatabase } from './fresh-database.mjs'
import { timeUntil } from './health-watch.mjs'
import { keepService } from './kept-service.mjs'
import { createChance } from './seeded-chance.mjs'
import { makePlace } from './server.mjs'
import { lookForWrites } from './stored-writes.mjs'
import { hireWriters } from './write-load.mjs'

export const title = 'Kills under write load'

/** A key whose first call was killed is free again after a minute. */
const maxLeaseMs = 90_000

/** On the embedded database, or on the given one, which must be empty. */
export const killUnderWrites = async ({ rounds, seed, databaseUrl, people = 24, settleMs = maxLeaseMs, say }) => {
  const chance = createChance(seed)
  const place = await makePlace({ databaseUrl })
  const service = await keepService(place.env)
  try {
    const load = await hireWriters(service.url, { people, deals: 6 })
    load.go()
    let killedWhileStarting = 0
    for (let round = 1; round <= rounds; round++) {
      const started = performance.now()
      await timeUntil(() => load.hasWrittenSince(started), { maxMs: maxLeaseMs })
      await pause(chance.below(2_000))
      await service.kill()
      // Every third time, starting with the first, it is killed again during startup: an interrupted recovery must lose
      // nothing either.
      if (round % 3 === 1) {
        await service.killWhileStarting(chance.below(1_500))
        killedWhileStarting += 1
      }
      await service.start()
      if (round % 10 === 0) say?.(`${round} kills, ${load.acknowledged.length} writes acknowledged`)
    }
    const unanswered = await load.settle(settleMs)
    const found = await lookForWrites(service.url, load)
    const { crashes } = service
    // The first start created the database; only those after a kill are measured.
    const startMs = service.startMs.slice(1)
    return { load, unanswered, found, crashes, startMs, killedWhileStarting, answers: load.answersSince() }
  } finally {
    await service.stop()
    await place.remove()
  }
}

export const prove = async ({ quick, say, seed = randomInt(2 ** 31) }) => {
  say(`seed ${seed}`)
  const rounds = quick ? 4 : 50
  const rows = []
  const notes = []
  const report = async (where, databaseUrl) => {
    const result = await killUnderWrites({ rounds, seed, databaseUrl, say: (line) => say(`${where}: ${line}`) })
    const about = faultRows(where, result)
    rows.push(...about.rows, timeRow(`start to health, ${where}`, result.startMs, 10_000))
    notes.push(
      `${where}: seed ${seed}; ${rounds} kills, ${result.killedWhileStarting} more while starting; answers: ${format(result.answers)}`,
      ...about.notes,
    )
  }
  await report('embedded')
  await onFreshDatabase(defaultServer, (url) => report('PostgreSQL', url))
  return { rows, notes }
}
