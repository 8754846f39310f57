// Does the service lose what it has acknowledged when it is killed? Writes through the API without pause, kills the
// process at a random moment, starts it again, and looks for every acknowledged write.
//
//   node bench/kill-during-writes.mjs [--rounds 50] [--database-url postgres://… (an empty database)]
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { call, demoEmails, launch, makePlace, printFacts, quantile, signIn, startServer } from './server.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, 'database-url': { type: 'string' } },
})
const [rounds, databaseUrl] = [Number(values.rounds), values['database-url']]
printFacts(databaseUrl)

const place = await makePlace({ databaseUrl })
const acknowledged = { renames: 0, 'sign-ins': 0, refreshes: 0 }
const lost = []
const startMs = []
let killedWhileStarting = 0

const start = async () => {
  const begun = performance.now()
  const server = await startServer(place)
  startMs.push(performance.now() - begun)
  return server
}

/** Each person is renamed by one writer, to numbers that grow: what is stored may be ahead of the last answer, never behind. */
const rename = async (person, token, url) => {
  person.sent += 1
  const { status } = await call(url, 'PATCH', '/api/auth/me', { token, body: { first_name: `${person.sent}` } })
  if (status !== 200) throw new Error(`A rename was answered with ${status}`)
  person.acknowledged = person.sent
  acknowledged.renames += 1
}

const refresh = async (session, url) => {
  const { status, cookie } = await call(url, 'POST', '/api/auth/refresh', { cookie: session.cookie })
  if (status !== 200) throw new Error(`A refresh was answered with ${status}`)
  session.cookie = cookie
  acknowledged.refreshes += 1
}

/** A person may write 300 times a minute, kills or no kills; refreshes count for their session, which is new each round. */
const renamesInRound = 8

/** Writes until the process is gone, and puts what is acknowledged into the sessions and the person. */
const keepWriting = async (person, sessions, url, killed) => {
  try {
    const session = await signIn(url, person.email)
    sessions.push(session)
    acknowledged['sign-ins'] += 1
    for (let count = 0; count < 250; count++) {
      if (count < renamesInRound) await rename(person, session.token, url)
      await refresh(session, url)
    }
  } catch (error) {
    if (!killed.aborted) throw error
  }
}

const check = async (url, people, sessions) => {
  for (const { email, token, cookie } of sessions) {
    const { status } = await call(url, 'GET', '/api/auth/me', { token })
    if (status !== 200) lost.push(`a session of ${email} (${status})`)
    const refreshed = await call(url, 'POST', '/api/auth/refresh', { cookie })
    if (refreshed.status !== 200) lost.push(`a refresh token of ${email} (${refreshed.status})`)
  }
  for (const person of people) {
    const { token } = await signIn(url, person.email)
    const { body } = await call(url, 'GET', '/api/auth/me', { token })
    const stored = Number(body.first_name) || 0
    if (stored >= person.acknowledged && stored <= person.sent) continue
    lost.push(`${person.email} was named ${person.acknowledged} and is ${body.first_name}`)
  }
}

const people = demoEmails.map((email) => ({ email, sent: 0, acknowledged: 0 }))
const everySession = []
let server = await start()
for (let round = 1; round <= rounds; round++) {
  const killed = new AbortController()
  const sessions = []
  const writers = people.map((person) => keepWriting(person, sessions, server.url, killed.signal))
  await Promise.race([pause(300 + Math.random() * 2200), Promise.all(writers)])
  killed.abort()
  await server.kill()
  await Promise.all(writers)

  // Every third time it is killed once more while it starts: a recovery cut short must lose nothing either.
  if (round % 3 === 0) {
    const starting = await launch(place)
    await pause(Math.random() * 1500)
    await starting.kill()
    killedWhileStarting += 1
  }
  server = await start()
  await check(server.url, people, sessions)
  everySession.push(...sessions)
}

/** Once more at the end, for what an earlier round had acknowledged. */
for (const { email, token } of everySession) {
  const { status } = await call(server.url, 'GET', '/api/auth/me', { token })
  if (status !== 200) lost.push(`a session of ${email}, found missing at the end (${status})`)
}
await server.stop()
await place.remove()

const total = Object.values(acknowledged).reduce((sum, count) => sum + count, 0)
const kinds = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}`)
const [middle, longest] = [quantile(startMs, 0.5), Math.max(...startMs)].map(Math.round)
console.log(`rounds ${rounds} (${killedWhileStarting} killed again while starting)`)
console.log(`acknowledged ${total} (${kinds.join(', ')})`)
console.log(`start to ready: median ${middle} ms, longest ${longest} ms`)
console.log(`lost ${lost.length}`)
for (const what of lost.slice(0, 20)) console.log(`  ${what}`)
process.exit(lost.length === 0 ? 0 : 1)
