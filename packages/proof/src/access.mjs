// Calls every operation of the contract as ten identities: on their own tenant, on a foreign one, on things that do not
// exist, and on foreign things requested inside their own deal. Streams are opened and read.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { readContract } from './contract.mjs'
import { atTheDoor, identities, isOfTheDoor, seesAllNames, settle } from './identities.mjs'
import { exchange, spell } from './raw-exchange.mjs'
import { call, signIn } from './server.mjs'
import { startUnlimited } from './start-unlimited.mjs'
import { createSender, nowhere } from './tenant.mjs'
import { bodyOf, NoRequest, referencesIn, targetOf, valuesOf, wellFormed } from './well-formed.mjs'

export const title = 'Access: ten identities at every operation'

const maxShown = 12
const isChannel = ({ answers }) => answers.some(({ status }) => status === 101)
const nameOf = ({ method, path }) => `${method} ${path}`

const headersOf = (operation, { token, cookie }, { contentType, accept }) => {
  const isByCookie = operation.access.kind === 'refresh_cookie'
  const upgrade = [
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
    ['sec-websocket-version', '13'],
    ['sec-websocket-key', Buffer.from(randomUUID().slice(0, 16)).toString('base64')],
    ['sec-websocket-protocol', token === undefined ? 'canvas.v1' : `canvas.v1, bearer.${token}`],
  ]
  return [
    ['host', '127.0.0.1'],
    ...(isChannel(operation) ? upgrade : [['connection', 'close']]),
    ...(token === undefined || isByCookie || isChannel(operation) ? [] : [['authorization', `Bearer ${token}`]]),
    ...(cookie === undefined || !isByCookie ? [] : [['cookie', `canvas_refresh=${cookie}`]]),
    ...(contentType === undefined ? [] : [['content-type', contentType]]),
    ...(accept === undefined ? [] : [['accept', accept]]),
  ]
}

const ask = async (port, operation, request, shown, { accept, listenMs = 60 } = {}) => {
  const { body, contentType } = bodyOf(request)
  const headers = headersOf(operation, shown, { contentType, accept })
  const bytes = spell({ method: operation.method, target: targetOf(operation, request), headers, body })
  const { answers, failure } = await exchange(port, bytes, { listenMs })
  const [answer] = answers
  if (answer === undefined) throw new Error(`${nameOf(operation)} was not answered (${failure ?? 'closed'})`)
  const text = answer.body.toString()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  const { code } = isJson && answer.status >= 400 ? JSON.parse(text) : {}
  const heads = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  return {
    status: answer.status,
    code,
    text,
    everything: `${heads}\n${text}`,
    isStream: isStream || answer.status === 101,
  }
}

/**
 * A response with the names of its subject removed, so that it can be compared with the response about another subject.
 */
const withoutNames = (text, references) =>
  Object.values(references)
    .flat()
    .reduce((rest, name) => rest.replaceAll(name, '<it>'), text)

/** Reads first, then changes, then deletions from the innermost outwards: a deletion must not hide what existed. */
const inOrder = (operations) => {
  const rank = ({ method }) => (method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1)
  const depth = ({ path }) => path.split('/').length
  return operations.toSorted((a, b) => rank(a) - rank(b) || depth(b) - depth(a))
}

/** What a stranger could have changed in a tenant, as its keeper sees it; a superadmin can change the organization. */
const lookOf = async ({ keeper, references: { deal_id: deal, org_id: org } }, { isSuperadmin }) => {
  const content = [
    'sections/executive_summary',
    'comments',
    'documents',
    'metrics',
    'scenarios',
    'scenarios/base/uncertainty',
    'thresholds',
    'facts',
    'reconciliation',
    'feedback',
  ]
  const more = ['members', 'teams', 'audit-trail']
  const onDeal = [...content, ...(isSuperadmin ? [] : more)].map((part) => `/api/canvas/${deal}/${part}`)
  const inOrg = ['', '/members', '/teams', '/invitations'].map((part) => `/api/orgs/${org}${part}`)
  const paths = [`/api/deals/${deal}`, ...onDeal, '/api/intake', ...(isSuperadmin ? [] : [...inOrg, '/api/auth/me'])]
  return Promise.all(paths.map((path) => keeper.send('GET', path)))
}

const createTally = () => ({
  found: {
    unbuilt: new Set(),
    letIn: [],
    shutOut: [],
    words: [],
    differences: [],
    traces: [],
    faults: [],
    crossed: [],
    deaf: [],
  },
  counts: { asked: 0, refused: 0, entered: 0, compared: 0, streams: 0, heard: 0 },
  reached: new Set(),
  succeeded: new Set(),
  saw: { inner: new Set(), outer: new Set() },
})

/** Sends the requests of one identity and records what is wrong with each response. */
const createAsker = (port, visitor, { found, counts }) => {
  const { identity, own, foreign } = visitor
  const note = (list, operation, place, { status, code, text }, more = '') =>
    list.push(`${identity.name}, ${nameOf(operation)}, ${place}: ${status} ${code ?? ''} ${more} ${text.slice(0, 160)}`)
  const orUnbuilt = (operation, build) => {
    try {
      return build()
    } catch (error) {
      if (!(error instanceof NoRequest)) throw error
      found.unbuilt.add(`${nameOf(operation)}: ${error.message}`)
      return undefined
    }
  }
  return {
    note,

    build: (operation, references) => orUnbuilt(operation, () => wellFormed(operation, valuesOf(own, references))),

    /** Several requests, one of which must be valid: some fields exclude each other, which a schema cannot express. */
    forms: (operation) => {
      const values = valuesOf(own)
      const optional = Object.keys(operation.body?.schema.properties ?? {})
      const choices = [true, [], ...optional.map((name) => [name])]
      return orUnbuilt(operation, () => choices.map((given) => wellFormed(operation, values, { given }))) ?? []
    },

    hear: async (operation, place, request, options) => {
      const answer = await ask(port, operation, request, visitor.shown, options)
      counts.asked++
      if (answer.isStream) counts.streams++
      if (answer.status >= 500) note(found.faults, operation, place, answer)
      const words = seesAllNames(operation, identity) ? [foreign.inner] : [foreign.inner, foreign.outer]
      // A response can repeat an address that the caller sent; the caller knows nothing else of the foreign tenant.
      const heard = withoutNames(answer.everything, foreign.references)
      const leaked = words.filter((word) => heard.toLowerCase().includes(word.toLowerCase()))
      if (leaked.length > 0) note(found.words, operation, place, answer, `holds ${leaked}`)
      return answer
    },

    /** Returns whether the identity was correctly let in. */
    judgeDoor: (operation, place, answer, { mustEnter = false, ...where }) => {
      const wanted = atTheDoor(operation, identity, where)
      const isRefused = answer.status >= 400 && isOfTheDoor(operation, answer.code)
      counts[wanted === 'in' ? 'entered' : 'refused']++
      if (wanted !== 'in' && answer.code !== wanted) note(found.letIn, operation, place, answer, `not ${wanted}`)
      if (wanted === 'in' && isRefused && mustEnter) note(found.shutOut, operation, place, answer)
      return wanted === 'in' && !isRefused
    },
  }
}

/** On things of others: the response must be identical to the one about things that do not exist. */
const walkAbroad = async (operations, visitor, asker, { found, counts }) => {
  const { identity, own, foreign } = visitor
  const compare = async (operation, place, foreignReferences, absentReferences, isOwn) => {
    const heard = []
    for (const [where, references] of [
      [place, foreignReferences],
      [`${place}, absent`, absentReferences],
    ]) {
      const answer = await asker.hear(operation, where, asker.build(operation, references))
      heard.push({ answer, status: answer.status, text: withoutNames(answer.text, references) })
    }
    const [there, absent] = heard
    asker.judgeDoor(operation, place, there.answer, { isOwn, isThere: false })
    if (seesAllNames(operation, identity)) return
    counts.compared++
    // Successful bodies can differ, by times and numbers; leaked foreign words were checked above.
    const isSame = there.status === absent.status && (there.status < 400 || there.text === absent.text)
    if (!isSame)
      asker.note(found.differences, operation, place, there.answer, `but of nothing ${absent.status} ${absent.text}`)
  }

  for (const operation of inOrder(operations)) {
    const request = asker.build(operation, own.references)
    if (request === undefined) continue
    const named = referencesIn(request, own.references)
    if (named.length === 0) continue
    const absent = nowhere(foreign.references)
    await compare(operation, 'foreign', foreign.references, absent, false)
    if (named.length === 1 || operation.params.length === 0) continue
    const [container] = named
    const inOwn = (references) => ({ ...references, [container]: own.references[container] })
    await compare(operation, 'foreign inside own', inOwn(foreign.references), inOwn(absent), true)
  }
}

/** On their own things: access is granted or denied as declared, and every operation works for some identity. */
const walkAtHome = async (port, operations, visitor, asker, tally) => {
  const { own } = visitor
  const streams = []
  for (const operation of inOrder(operations)) {
    const forms = asker.forms(operation)
    let [request, answer] = [undefined, undefined]
    for (const form of forms) {
      request = form
      answer = await asker.hear(operation, 'own', request)
      if (answer.status !== 422 && answer.status !== 404) break
    }
    if (answer === undefined) continue
    if (asker.judgeDoor(operation, 'own', answer, { isOwn: true, mustEnter: true })) {
      if (answer.status !== 422 && answer.status !== 404) tally.reached.add(operation)
      if (answer.status < 400) tally.succeeded.add(operation)
      for (const kind of ['inner', 'outer']) if (answer.text.includes(own[kind])) tally.saw[kind].add(operation)
    }
    if (operation.method === 'GET') {
      if (answer.isStream) streams.push({ operation, request })
      const accept = 'text/event-stream'
      const asStream = answer.isStream ? answer : await asker.hear(operation, 'own, as a stream', request, { accept })
      asker.judgeDoor(operation, 'own, as a stream', asStream, { isOwn: true, mustEnter: true })
      if (asStream.isStream && !answer.isStream) streams.push({ operation, request, accept })
      continue
    }
    // Before much is changed: listeners on their own things must not receive foreign events.
    if (streams.length > 0) await listen(port, visitor, streams.splice(0), tally)
    if (answer.status < 300) await visitor.afterSuccess(operation, request)
  }
}

/** Opens all streams at once, lets the keepers of both tenants write, and records what arrives. */
const listen = async (port, visitor, streams, { found, counts }) => {
  const { identity, own, foreign } = visitor
  const listening = streams.map(({ operation, request, accept }) =>
    ask(port, operation, request, visitor.shown, { accept, listenMs: 1_500 }),
  )
  await pause(400)
  const news = `news-${randomUUID()}`
  for (const { keeper, references, inner } of [foreign, own]) {
    const mentioned = keeper === own.keeper && identity.dealRole !== undefined ? [own.person.id] : []
    await keeper.send('POST', `/api/canvas/${references.deal_id}/comments`, {
      content: `${news} ${inner}`,
      mentioned_user_ids: mentioned,
    })
  }
  for (const [index, answer] of (await Promise.all(listening)).entries()) {
    const where = `${identity.name}, ${nameOf(streams[index].operation)}`
    counts.heard++
    if ([foreign.inner, foreign.outer].some((word) => answer.everything.includes(word))) found.crossed.push(where)
    // A stream of something else in the tenant, such as an intake, carries no events of the deal.
    const named = referencesIn(streams[index].request, own.references)
    const isOfDeal = named.every((name) => name === 'deal_id')
    if (isOfDeal && identity.dealRole !== undefined && !answer.text.includes(news))
      found.deaf.push(`${where}: ${answer.text.slice(-200)}`)
  }
}

const report = ({ tally, operations, chosen, isSame, say }) => {
  const { found, counts, reached, succeeded, saw } = tally
  const neverReached = operations.filter((operation) => !reached.has(operation)).map(nameOf)
  const number = (value) => value.toLocaleString('en')
  const rowOf = (what, list, outOf) => {
    for (const line of list.slice(0, maxShown)) say(`${what}: ${line}`)
    return { what, asked: '0', found: `${list.length} of ${number(outOf)}`, held: list.length === 0 }
  }
  const unbuilt = [...new Set([...found.unbuilt, ...neverReached])]
  return {
    rows: [
      {
        what: 'the service serves the contract that was walked',
        asked: 'yes',
        found: isSame ? 'yes' : 'no',
        held: isSame,
      },
      rowOf('operations without a valid request that reached them', unbuilt, operations.length),
      rowOf('leaks: let in, or refused in other words than the contract has', found.letIn, counts.refused),
      rowOf('leaks: answers that hold a word of the other tenant', found.words, counts.asked),
      rowOf('leaks: what may not be seen told apart from what is not there', found.differences, counts.compared),
      rowOf("leaks: another tenant's news on a stream", found.crossed, counts.heard),
      rowOf('foreign tenants changed by who may not', found.traces, chosen.length),
      rowOf('shut out though they may', found.shutOut, counts.entered),
      rowOf('streams that did not tell what happened on their own deal', found.deaf, counts.heard),
      rowOf('faults (5xx)', found.faults, counts.asked),
      {
        what: 'operations that show the planted words to who may read them, so that the search is not blind',
        asked: 'at least 20',
        found: String(new Set([...saw.inner, ...saw.outer]).size),
        held: new Set([...saw.inner, ...saw.outer]).size >= 20,
      },
    ],
    notes: [
      `${chosen.length} identities, ${operations.length} operations, ${number(counts.asked)} answers: ` +
        `${number(counts.refused)} to be refused, ${number(counts.entered)} to be let in, ` +
        `${number(counts.compared)} laid beside the answer about nothing, ${number(counts.streams)} streams and channels`,
      `${succeeded.size} operations answered somebody with success; of the others the state or a made-up secret said no: ` +
        operations
          .filter((operation) => !succeeded.has(operation) && reached.has(operation))
          .map(({ id }) => id)
          .join(', '),
      `identities: ${chosen.map(({ name }) => name).join(', ')}`,
    ],
  }
}

/** Quick mode: the identities that differ most. */
const quickOnes = new Set(['anonymous', 'viewer', 'owner', 'superadmin', 'deal token'])

export const prove = async ({ quick, say }) => {
  const { document, operations } = await readContract()
  const server = await startUnlimited()
  try {
    const served = await call(server.url, 'GET', '/openapi.json')
    const { token } = await signIn(server.url, 'superadmin@example.com')
    const service = { url: server.url, secret: server.secret, asSuperadmin: createSender(server.url, token) }
    const chosen = quick ? identities.filter(({ name }) => quickOnes.has(name)) : identities
    const tally = createTally()
    for (const identity of chosen) {
      const begun = performance.now()
      const visitor = await settle(service, identity)
      const planted = performance.now()
      const asker = createAsker(server.port, visitor, tally)
      const before = await lookOf(visitor.foreign, identity)
      await walkAbroad(operations, visitor, asker, tally)
      const after = await lookOf(visitor.foreign, identity)
      if (!isDeepStrictEqual(before, after))
        tally.found.traces.push(`${identity.name}: ${firstDifference(before, after)}`)
      await walkAtHome(server.port, operations, visitor, asker, tally)
      const [planting, walking] = [planted - begun, performance.now() - planted].map(Math.round)
      say(`${identity.name}: planted in ${planting} ms, walked in ${walking} ms`)
    }
    return report({ tally, operations, chosen, isSame: isDeepStrictEqual(served.body, document), say })
  } finally {
    await server.stop()
  }
}

const firstDifference = (before, after) => {
  const index = before.findIndex((value, at) => !isDeepStrictEqual(value, after[at]))
  return `${JSON.stringify(before[index]).slice(0, 300)} became ${JSON.stringify(after[index]).slice(0, 300)}`
}
