// People of another organization who keep working: each kind of request in its own loop, at a steady pace, so that
// the quiet and the attacked service get the same load.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadOf } from './attacks.mjs'

const paceMs = 400

const readsOf = ({ deal, workbook, sheet }) => [
  { path: deal },
  { path: `${deal}/comments` },
  { path: '/api/deals' },
  { path: `${deal}/metrics` },
  { path: `${deal}/documents/${workbook}/cells?sheet=${sheet}&range=A1:F20` },
]

const json = (value) => ({ headers: { 'content-type': 'application/json' }, payload: JSON.stringify(value) })

export const victimKinds = {
  reads: (target, n) => readsOf(target)[n % readsOf(target).length],
  comments: ({ deal }, n) => ({
    method: 'POST',
    path: `${deal}/comments`,
    ...json({ content: `Please look at line ${n}.`, section_key: 'section_0' }),
  }),
  'what-ifs': ({ deal, metrics: [metric] }, n) => ({
    method: 'POST',
    path: `${deal}/ripple/preview`,
    ...json({ metric_key: metric.key, new_value: metric.value * (1.05 + (n % 9) / 100) }),
  }),
  uploads: ({ deal }, n) => ({
    method: 'POST',
    path: `${deal}/documents`,
    ...uploadOf(`note ${n}.txt`, Buffer.from(`Note ${n} ${randomUUID()} on the rents of the first year.\n`)),
    isRemovedAfter: true,
  }),
}

/** What-ifs compute; everything else is a read or a small write. */
export const allowedMs = (kind, quietP95) => Math.max(2 * quietP95, kind === 'what-ifs' ? 1_000 : 250)

/** Works for the given time; returns latencies and rejections by kind. */
export const work = async (url, target, seconds) => {
  const end = performance.now() + seconds * 1000
  const send = (token, { method = 'GET', path, headers = {}, payload }) =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}`, ...headers }, body: payload })
  const runKind = async ([kind, make], place) => {
    const done = { latencies: [], refusals: [] }
    await sleep((paceMs / 4) * place)
    for (let n = 0; performance.now() < end; n++) {
      const token = target.tokens[(n + place) % target.tokens.length]
      const request = make(target, n)
      const sent = performance.now()
      const answer = await send(token, request)
      const text = await answer.text()
      const took = performance.now() - sent
      done.latencies.push(took)
      const isWhole = kind !== 'what-ifs' || text.includes('event: ripple_preview')
      if (answer.status >= 300 || !isWhole) done.refusals.push(`${kind} ${answer.status} ${text.slice(0, 200)}`)
      else if (request.isRemovedAfter)
        await send(token, { method: 'DELETE', path: `${target.deal}/documents/${JSON.parse(text).documents[0].id}` })
      await sleep(Math.max(0, paceMs - took))
    }
    return [kind, done]
  }
  return Object.fromEntries(await Promise.all(Object.entries(victimKinds).map(runKind)))
}
