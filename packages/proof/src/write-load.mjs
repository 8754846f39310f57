// People who write without pause and track every write: one whose response was lost or was an error is sent again under
// the same Idempotency-Key until it is acknowledged, however often the service or a store goes down meanwhile.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call, demoEmails, signIn } from './server.mjs'
import { within } from './within.mjs'

/** Pause between two requests of a person, who can write 300 times a minute. */
const spacingMs = 220
/** Longer than the service waits for a store: without a response by then, the request hangs. */
const patienceMs = 40_000
/** A key whose first call died stays taken for a minute; retrying more often only keeps a person from writing. */
const inProgressMs = 10_000
const absentMs = 500
const password = 'a-long-enough-one'
const section = 'proof'
export const noAnswer = 'no answer'

/** Kinds of writes, used in turn. A mark occurs in the text of a single write. */
const kinds = {
  comment: {
    ask: ({ canvas }, mark) => ({ path: `${canvas}/comments`, body: { content: mark } }),
    idOf: ({ comment_id }) => comment_id,
    heard: (person, { comment_id }) => {
      person.commentId = comment_id
    },
  },
  reply: {
    ask: ({ canvas, commentId }, mark) => ({
      path: `${canvas}/comments/${commentId}/replies`,
      body: { content: mark },
    }),
    idOf: ({ replies }, mark) => replies.find(({ content }) => content === mark)?.reply_id,
  },
  rating: {
    ask: ({ canvas }, mark) => ({
      path: `${canvas}/feedback`,
      body: { section_key: section, rating: 1 + (mark.length % 5), comment: mark },
    }),
    idOf: ({ feedback_id }) => feedback_id,
  },
  event: {
    ask: ({ canvas }, mark) => ({
      path: `${canvas}/audit-events`,
      body: { kind: 'retrieval', type: 'proof', data: { mark } },
    }),
    idOf: ({ seq }) => String(seq),
  },
  /** Without a key: sent again until acknowledged; the last one determines the final state. */
  rename: {
    ask: (_person, mark) => ({ method: 'PATCH', path: '/api/auth/me', body: { first_name: mark } }),
    heard: (person, { first_name }) => {
      person.firstName = first_name
    },
  },
  /** If the successor of a refresh token was lost in transit, the token can be used once more. */
  refresh: {
    ask: ({ cookie }) => ({ path: '/api/auth/refresh', cookie }),
    heard: (person, { access_token }, cookie) => {
      person.token = access_token
      person.cookie = cookie
    },
  },
  'sign-in': {
    ask: ({ email }) => ({ path: '/api/auth/login', body: { email, password } }),
    heard: (person, { access_token }) => {
      person.otherTokens.push(access_token)
    },
  },
}
/** Sign-ins are rare, because hashing passwords would leave little time for anything else. */
const often = Object.keys(kinds).filter((kind) => kind !== 'sign-in')
const inTurns = [...Array.from({ length: 8 }, () => often).flat(), 'sign-in']

const must = async (url, method, path, sending) => {
  const { status, body } = await call(url, method, path, sending)
  if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** Editors of some deals, created through the API itself, so that it works the same on every store. */
const invite = async (url, { people, deals }) => {
  const superadmin = await signIn(
    url,
    demoEmails.find((email) => email.startsWith('superadmin')),
  )
  const sending = (body) => ({ token: superadmin.token, body })
  const org = await must(url, 'POST', '/api/superadmin/orgs', sending({ name: `Proof ${randomUUID().slice(0, 8)}` }))
  const invited = Array.from({ length: people }, async (_, n) => {
    const email = `writer-${n}-${org.id}@example.com`
    await must(
      url,
      'POST',
      '/api/superadmin/users',
      sending({ email, display_name: `Writer ${n}`, password, org_id: org.id, org_role: 'admin' }),
    )
    const { token, cookie } = await signIn(url, email, { password })
    return { email, name: `writer ${n}`, token, cookie }
  })
  const all = await Promise.all(invited)
  const dealIds = []
  for (const { token } of all.slice(0, deals)) {
    const body = { name: `Deal ${dealIds.length}`, org_id: org.id }
    const { deal_id } = await must(url, 'POST', '/api/deals', { token, body })
    await must(url, 'PUT', `/api/canvas/${deal_id}/sections/${section}`, { token, body: { content: 'To be rated.' } })
    dealIds.push(deal_id)
  }
  return all.map((person, n) => {
    const dealId = dealIds[n % dealIds.length]
    return { ...person, dealId, canvas: `/api/canvas/${dealId}`, written: 0, place: n, open: [], otherTokens: [] }
  })
}

/** Responses that the docs allow during a fault; anything else is an error of the service. */
const isPromised = ({ status, body, headers }) =>
  (status === 503 && body.code === 'store_unavailable' && headers.has('retry-after')) ||
  (status === 409 && body.code === 'idempotency_in_progress')

export const hireWriters = async (url, { people, deals }) => {
  const everyone = await invite(url, { people, deals })
  const acknowledged = []
  const unexpected = []
  const retried = new Set()
  /** When the newest acknowledged write of each deal was sent. */
  const newest = new Map(everyone.map(({ dealId }) => [dealId, 0]))
  let answers = new Map()
  let isWriting = false
  let working = Promise.resolve()

  const count = (what) => answers.set(what, (answers.get(what) ?? 0) + 1)

  const begin = (person) => {
    const name = inTurns[(person.place + person.written) % inTurns.length]
    const kind = name === 'reply' && person.commentId === undefined ? 'comment' : name
    person.written += 1
    const mark = `${person.name} ${person.written}`
    const write = { kind, mark, key: randomUUID(), request: kinds[kind].ask(person, mark), tries: 0, notBefore: 0 }
    person.open.push(write)
    return write
  }

  /** A write that waits for its first call to expire does not block new writes; any other is retried first. */
  const nextOf = (person) => {
    const due = person.open.find(({ notBefore }) => notBefore <= performance.now())
    const isBusy = person.open.some(({ isInProgress }) => !isInProgress)
    return due ?? (isWriting && !isBusy ? begin(person) : undefined)
  }

  const keep = (person, write, { body, cookie }, sentAt) => {
    const { idOf, heard } = kinds[write.kind]
    heard?.(person, body, cookie)
    acknowledged.push({ kind: write.kind, mark: write.mark, dealId: person.dealId, id: idOf?.(body, write.mark) })
    if (idOf !== undefined) newest.set(person.dealId, Math.max(sentAt, newest.get(person.dealId)))
    person.open.splice(person.open.indexOf(write), 1)
  }

  const putOff = (write, { status, body, headers }) => {
    write.isInProgress = status === 409
    const waitMs = write.isInProgress ? inProgressMs : Number(headers.get('retry-after') ?? 0) * 1_000
    write.notBefore = performance.now() + waitMs
    if (!isPromised({ status, body, headers })) unexpected.push(`${write.kind}: ${status} ${JSON.stringify(body)}`)
  }

  const attempt = async (person, write) => {
    const { method = 'POST', path, ...sending } = write.request
    const headers = { 'idempotency-key': write.key }
    const sentAt = performance.now()
    write.tries += 1
    if (write.tries > 1) retried.add(write.key)
    let answer
    try {
      answer = await within(patienceMs, call(url, method, path, { token: person.token, headers, ...sending }))
    } catch {
      // A server that is down stays down for a moment; retrying at once would take CPU time from its start.
      write.notBefore = performance.now() + absentMs
      return count(noAnswer)
    }
    const { status, body } = answer
    count(status < 300 ? 'done' : `${status} ${body.code ?? ''}`.trim())
    if (status < 300) keep(person, write, answer, sentAt)
    else putOff(write, answer)
  }

  let deadline = Number.POSITIVE_INFINITY
  const work = async (person) => {
    while (isWriting || (person.open.length > 0 && performance.now() < deadline)) {
      const write = nextOf(person)
      const spaced = pause(spacingMs)
      if (write !== undefined) await attempt(person, write)
      await spaced
    }
  }

  return {
    people: everyone,
    dealIds: [...newest.keys()],
    acknowledged,
    unexpected,
    retried,
    go: () => {
      isWriting = true
      deadline = Number.POSITIVE_INFINITY
      working = Promise.all(everyone.map(work))
    },
    /** The responses by status and code since the last call. */
    answersSince: () => {
      const counted = answers
      answers = new Map()
      return counted
    },
    /** True if each deal has acknowledged a write sent after that moment. */
    hasWrittenSince: (moment) => [...newest.values()].every((at) => at > moment),
    /** Starts no new writes and retries the open ones. Returns those that were never acknowledged. */
    settle: async (waitMs) => {
      isWriting = false
      deadline = performance.now() + waitMs
      await working
      return everyone.flatMap(({ open }) => open)
    },
  }
}
