// Looks for every acknowledged write as its author would: in the comment threads of the deals, in their audit trails,
// in the
// profiles. Everything there must have been acknowledged once; anything else is a write done twice.
import { call } from './server.mjs'

const read = async (url, { token }, path) => {
  const { status, body } = await call(url, 'GET', path, { token })
  if (status !== 200) throw new Error(`GET ${path} answered ${status} ${JSON.stringify(body)}`)
  return body
}

const readPages = async function* (url, person, path, limit) {
  for (let cursor = ''; ; ) {
    const page = await read(url, person, `${path}?limit=${limit}${cursor}`)
    yield page
    if (!page.has_more) return
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const inThreads = async (url, person) => {
  const seen = []
  for await (const { comments } of readPages(url, person, `${person.canvas}/comments`, 100)) {
    for (const { comment_id, content, replies } of comments) {
      seen.push({ kind: 'comment', id: comment_id, mark: content })
      for (const reply of replies) seen.push({ kind: 'reply', id: reply.reply_id, mark: reply.content })
    }
  }
  return seen
}

const entryKinds = {
  'comment.created': ({ data }) => ({ kind: 'comment', id: data.comment_id }),
  'comment.replied': ({ data }) => ({ kind: 'reply', id: data.reply_id }),
  'feedback.given': ({ data }) => ({ kind: 'rating', id: data.feedback_id }),
  'ext.proof': ({ seq, data }) => ({ kind: 'event', id: String(seq), mark: data.mark }),
}

const inAuditTrail = async (url, person) => {
  const seen = []
  for await (const { timeline } of readPages(url, person, `${person.canvas}/audit-trail`, 5000)) {
    for (const entry of timeline) if (entry.type in entryKinds) seen.push(entryKinds[entry.type](entry))
  }
  return seen
}

const places = [
  { name: 'threads', kinds: ['comment', 'reply'], look: inThreads },
  { name: 'journal', kinds: ['comment', 'reply', 'rating', 'event'], look: inAuditTrail },
]

const nameOf = ({ kind, id }) => `${kind} ${id}`

const compare = (acknowledged, stored, where) => {
  const times = new Map()
  for (const item of stored) times.set(nameOf(item), (times.get(nameOf(item)) ?? 0) + 1)
  const marks = new Map(acknowledged.map((write) => [nameOf(write), write.mark]))
  const isOther = (item) => item.mark !== undefined && marks.has(nameOf(item)) && marks.get(nameOf(item)) !== item.mark
  return {
    lost: [
      ...acknowledged
        .filter((write) => !times.has(nameOf(write)))
        .map((write) => `${nameOf(write)} is not in the ${where}`),
      ...stored.filter(isOther).map((item) => `${nameOf(item)} says something else in the ${where}`),
    ],
    repeated: [
      ...stored
        .filter((item) => !marks.has(nameOf(item)))
        .map((item) => `${nameOf(item)} in the ${where} was never acknowledged`),
      ...[...times]
        .filter(([, count]) => count > 1)
        .map(([name, count]) => `${name} is ${count} times in the ${where}`),
    ],
  }
}

/** Checks that acknowledged sessions exist, and the last acknowledged name. */
const lostOf = async (url, { email, token, otherTokens, firstName }) => {
  const lost = []
  for (const accessToken of [token, ...otherTokens]) {
    const { status, body } = await call(url, 'GET', '/api/auth/me', { token: accessToken })
    if (status !== 200) lost.push(`a session of ${email} (${status})`)
    else if (body.first_name !== (firstName ?? null))
      lost.push(`${email} was named ${firstName}, is ${body.first_name}`)
  }
  return lost
}

export const lookForWrites = async (url, { people, dealIds, acknowledged }) => {
  const lost = []
  const repeated = []
  const broken = []
  for (const dealId of dealIds) {
    // The creator of the deal comes first, and can verify its audit trail.
    const person = people.find((item) => item.dealId === dealId)
    for (const { name, kinds, look } of places) {
      const expected = acknowledged.filter((write) => write.dealId === dealId && kinds.includes(write.kind))
      const found = compare(expected, await look(url, person), name)
      lost.push(...found.lost)
      repeated.push(...found.repeated)
    }
    const verdict = await read(url, person, `${person.canvas}/audit-trail/verify`)
    if (!verdict.valid) broken.push(`${dealId} at entry ${verdict.first_bad_seq}`)
  }
  for (const person of people) lost.push(...(await lostOf(url, person)))
  return { lost, repeated, broken }
}
