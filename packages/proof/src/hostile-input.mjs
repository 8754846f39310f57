// At least twenty thousand hostile requests, generated from the schemas of every operation: no server error, no crash,
// every error of one shape, every response as declared in the contract, and the data of others unchanged.
//
//   node packages/proof/src/hostile-input.mjs [--seed 7] [--requests 20000]   (same seed, same requests; new ids)
import { randomInt } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { createJudge } from './answer-judge.mjs'
import { readContract } from './contract.mjs'
import { nextHostile } from './hostile-requests.mjs'
import { exchange } from './raw-exchange.mjs'
import { createChance } from './seeded-chance.mjs'
import { call, signIn } from './server.mjs'
import { startUnlimited } from './start-unlimited.mjs'
import { createSender, plantTenant } from './tenant.mjs'
import { valuesOf } from './well-formed.mjs'

export const title = 'Hostile input on every operation'

const fewest = 20_000
const perRound = 12
const maxShown = 8
const framingPatienceMs = 1_500

/** A user with all rights on their own tenant, so that no permission check keeps a request from the code behind it. */
const plantAttacker = async (service) => {
  const tenant = await plantTenant(service, { person: { dealRole: 'owner', orgRole: 'owner', isSuperadmin: true } })
  return { tenant, values: valuesOf(tenant), shown: { token: tenant.person.token, cookie: tenant.person.cookie } }
}

/** The content of a tenant that was not attacked, as its keeper sees it. */
const lookOf = async ({ keeper, references: { deal_id: deal, document_id: document, org_id: org } }) => {
  const parts = ['sections/executive_summary', 'comments', 'documents', 'metrics', 'members', 'audit-trail']
  const paths = [
    `/api/deals/${deal}`,
    ...[...parts, `documents/${document}`].map((part) => `/api/canvas/${deal}/${part}`),
    ...['', '/members', '/teams'].map((part) => `/api/orgs/${org}${part}`),
  ]
  return Promise.all(paths.map((path) => keeper.send('GET', path)))
}

const demoDeals = ['demo-riverside', 'demo-helios', 'demo-harbor', 'demo-legacy']

/** The content of the demo deals. Nobody in this run has a reason to add events, so the head hash must not change. */
const lookOfDemo = async ({ url }) => {
  const viewer = createSender(url, (await signIn(url, 'viewer@example.com')).token)
  const looks = []
  for (const deal of demoDeals) {
    looks.push(await viewer('GET', `/api/canvas/${deal}/comments`), await viewer('GET', `/api/canvas/${deal}/metrics`))
    const { valid, head_hash: head } = await viewer('GET', `/api/canvas/${deal}/audit-trail/verify`)
    looks.push({ deal, valid, head })
  }
  return looks
}

const show = (bytes) => {
  const text = bytes
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\r\n]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return text.length > 1_500 ? `${text.slice(0, 1_200)} … ${text.length} characters … ${text.slice(-200)}` : text
}

const createTally = () => {
  const found = { faults: [], misshapen: [], outside: [], unanswered: [], smuggled: [] }
  return {
    found,
    statuses: new Map(),
    ways: new Map(),
    perOperation: new Map(),
    ms: new Map(),
    plantings: 0,
    journals: [],
    sent: 0,
    answered: 0,
    bySchema: 0,
    tooMany: 0,
  }
}

const count = (map, key, by = 1) => map.set(key, (map.get(key) ?? 0) + by)

const judgeExchange = (tally, judge, hostile, { answers, isLate, failure }) => {
  const { found } = tally
  const tell = (list, why, answer) =>
    list.push({
      why,
      what: `${hostile.what} (request ${tally.sent})`,
      sent: show(hostile.bytes),
      answer:
        answer === undefined ? 'none' : `${answer.status} ${[...answer.headers].join('; ')}\n${show(answer.body)}`,
    })
  if (answers.length === 0) {
    count(tally.statuses, isLate ? 'none in time' : 'closed')
    if (!hostile.isCut)
      tell(found.unanswered, isLate ? 'not answered in time' : `closed without an answer ${failure ?? ''}`)
    return
  }
  for (const [index, answer] of answers.entries()) {
    tally.answered++
    count(tally.statuses, answer.status)
    if (answer.status === 429) tally.tooMany++
    // Only the first response belongs to the intended request; anything taken for a further one is checked for its
    // shape.
    const asked = index === 0 ? hostile : { method: 'GET', target: '' }
    const { operation, fault, misshapen, outside } = judge(answer, asked)
    if (operation !== undefined) tally.bySchema++
    if (fault !== undefined) tell(found.faults, fault, answer)
    if (misshapen !== undefined) tell(found.misshapen, misshapen, answer)
    if (outside !== undefined) tell(found.outside, outside, answer)
    if (index > 0 && hostile.isSmuggled && answer.status < 400)
      tell(found.smuggled, 'a hidden request was answered', answer)
  }
}

/** Deletions last: what is deleted can no longer be attacked. */
const inRound = (operations, chance) => {
  const all = operations.flatMap((operation) => Array.from({ length: perRound }, () => operation))
  const [removals, others] = [true, false].map((isRemoval) =>
    all.filter(({ method }) => (method === 'DELETE') === isRemoval),
  )
  return [...chance.shuffled(others), ...chance.shuffled(removals)]
}

const attack = async ({ server, service, judge, operations, chance, tally, rounds, say }) => {
  const plant = () => {
    tally.plantings++
    return plantAttacker(service)
  }
  for (let round = 1; round <= rounds; round++) {
    let attacker = await plant()
    for (const operation of inRound(operations, chance)) {
      const hostile = nextHostile({ operation, values: attacker.values, shown: attacker.shown, chance })
      const { isFraming, isCut = false, isSmuggled, wanted = isSmuggled ? 2 : 1 } = hostile
      const sent = performance.now()
      const exchanged = await exchange(server.port, hostile.bytes, {
        isHead: hostile.method === 'HEAD',
        wanted,
        endsAfter: isCut,
        listenMs: hostile.listenMs ?? 0,
        afterUpgrade: hostile.afterUpgrade,
        ...(isFraming ? { patienceMs: framingPatienceMs } : {}),
      })
      tally.sent++
      count(tally.ms, operation.id, performance.now() - sent)
      count(tally.ways, isFraming ? 'framing' : hostile.what)
      count(tally.perOperation, operation.id)
      judgeExchange(tally, judge, hostile, exchanged)
      if (server.isOver())
        throw new Error(`The service ended at request ${tally.sent}:\n${show(hostile.bytes)}\n${server.said.stderr}`)
      keepPassword(attacker, hostile, exchanged)
      if (!(await hasLost(server, attacker, exchanged))) continue
      attacker = (await comeAgain(server, attacker)) ?? (await plant())
    }
    tally.journals.push(await auditTrailOf(server, attacker.tenant))
    say(`round ${round} of ${rounds}: ${tally.sent.toLocaleString('en')} requests`)
  }
}

/** Whether the audit trail of the attacked deal still verifies; undefined if its keeper lost access on the way. */
const auditTrailOf = async ({ url }, { keeper, references }) => {
  const path = `/api/canvas/${references.deal_id}/audit-trail/verify`
  const { status, body } = await call(url, 'GET', path, { token: keeper.token })
  return status === 200 ? body.valid : undefined
}

/** True if the last request ended the attacker's session: everything after it would be rejected as unauthenticated. */
const hasLost = async ({ url }, { shown }, { answers: [answer] }) => {
  if (answer === undefined || (answer.status >= 300 && answer.status !== 401)) return false
  const { status } = await call(url, 'GET', '/api/auth/me', { token: shown.token })
  return status === 401
}

/** Records a password set by a request: without it, a session that ends later could not be opened again. */
const keepPassword = (attacker, { bytes }, { answers: [answer] }) => {
  if (answer === undefined || answer.status >= 300) return
  const spelt = [...bytes.toString().matchAll(/"new_password":("(?:[^"\\]|\\.)*")/g)].at(-1)?.[1]
  if (spelt !== undefined) attacker.values.current_password = JSON.parse(spelt)
}

/** Undefined if signing in again is not possible. */
const comeAgain = async ({ url }, attacker) => {
  const body = { email: attacker.tenant.person.email, password: attacker.values.current_password }
  const answer = await call(url, 'POST', '/api/auth/login', { body })
  if (answer.status !== 200) return undefined
  return { ...attacker, shown: { token: answer.body.access_token, cookie: answer.cookie } }
}

const rowsOf = ({ tally, operations, isHealthy, isUnharmed, isDrained, least, say }) => {
  const { found, answered, sent, bySchema, tooMany, perOperation, journals } = tally
  const number = (value) => value.toLocaleString('en')
  const rowOf = (what, list, outOf) => {
    const kinds = [...new Set(list.map(({ why }) => why))]
    for (const why of kinds.slice(0, maxShown)) {
      const [first, ...rest] = list.filter((failure) => failure.why === why)
      say(`${what}: ${why}, ${rest.length + 1} times; the first, ${first.what}:\n${first.sent}\n--> ${first.answer}\n`)
    }
    return { what, asked: '0', found: `${list.length} of ${number(outOf)}`, held: list.length === 0 }
  }
  const yes = (what, is) => ({ what, asked: 'yes', found: is ? 'yes' : 'no', held: is })
  const minOnOne = Math.min(...operations.map(({ id }) => perOperation.get(id) ?? 0))
  const limited = (100 * tooMany) / answered
  return [
    { what: 'requests', asked: `at least ${number(least)}`, found: number(sent), held: sent >= least },
    {
      what: 'requests to each operation',
      asked: 'at least 1',
      found: `at least ${minOnOne}`,
      held: minOnOne > 0,
    },
    rowOf('faults (5xx)', found.faults, answered),
    rowOf('refusals of another shape than ours', found.misshapen, answered),
    rowOf('answers outside the contract (status, code, type or schema)', found.outside, bySchema),
    rowOf('requests without an answer', found.unanswered, sent),
    rowOf('requests hidden in others that were answered', found.smuggled, sent),
    {
      what: 'answers that only say "too many"',
      asked: 'below 5 %',
      found: `${limited.toFixed(2)} %`,
      held: limited < 5,
    },
    yes('ready and never restarted', isHealthy),
    yes('what others have is as it was', isUnharmed),
    yes('lets go of every connection in time when it is told to end', isDrained),
    rowOf(
      'journals of attacked deals that no longer verify',
      journals
        .filter((isValid) => isValid === false)
        .map(() => ({ why: 'broken', what: 'verify', sent: '', answer: '' })),
      journals.filter((isValid) => isValid !== undefined).length,
    ),
  ]
}

const tableOf = (map) =>
  [...map]
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .map(([name, times]) => `${name}: ${times.toLocaleString('en')}`)
    .join(', ')

const slowest = (ms) =>
  [...ms]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([id, all]) => `${id} ${(all / 1000).toFixed(1)} s`)
    .join(', ')

export const prove = async ({ quick, say, seed = randomInt(2 ** 31), requests = quick ? 1_000 : fewest }) => {
  const contract = await readContract()
  const rounds = Math.ceil(requests / contract.operations.length / perRound)
  say(`seed ${seed}`)
  const started = await startUnlimited()
  let isOver = false
  started.ended.then(() => {
    isOver = true
  })
  const server = { ...started, isOver: () => isOver }
  try {
    const { token } = await signIn(server.url, 'superadmin@example.com')
    const service = { url: server.url, asSuperadmin: createSender(server.url, token) }
    const bystander = await plantTenant(service)
    const before = [await lookOf(bystander), await lookOfDemo(service)]
    const tally = createTally()
    const chance = createChance(seed)
    const begun = performance.now()
    await attack({ server, service, judge: createJudge(contract), ...contract, chance, tally, rounds, say })
    const seconds = (performance.now() - begun) / 1000
    const ready = await call(server.url, 'GET', '/readyz')
    const after = [await lookOf(bystander), await lookOfDemo(service)]
    const isDrained = (await server.stop()) === 0
    return {
      rows: rowsOf({
        tally,
        operations: contract.operations,
        isHealthy: ready.status === 200,
        isUnharmed: isDeepStrictEqual(before, after),
        isDrained,
        least: requests,
        say,
      }),
      notes: [
        `seed ${seed}; ${rounds} rounds over ${contract.operations.length} operations, ${Math.round(tally.sent / seconds)} requests a second`,
        `the slowest operations, all their requests together: ${slowest(tally.ms)}; ${tally.plantings} tenants planted to be attacked`,
        `answers: ${tableOf(tally.statuses)}`,
        `requests: ${tableOf(tally.ways)}`,
        `${tally.bySchema.toLocaleString('en')} answers were of an operation and judged by its declared answers, the others by the shape of refusals`,
      ],
    }
  } finally {
    if (!isOver) await server.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, requests: { type: 'string' } } })
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
  const { rows, notes } = await prove({ quick: false, say: console.log, ...given })
  for (const { what, asked, found, held } of rows)
    console.log(`${held ? 'held  ' : 'FAILED'} ${what}: ${found} (asked ${asked})`)
  for (const note of notes) console.log(`       ${note}`)
  process.exit(rows.every(({ held }) => held) ? 0 : 1)
}
