// What people do on their deals, as requests: 80% reads and 20% writes, each kind equally often within its group.
// The amount that is read stays constant, a page of comments, some sections and metrics: the last minute
// requests no more than the first.
import { metricCatalogue } from '@deal-canvas/engine'

const sections = ['executive_summary', 'business_plan', 'market', 'risks', 'financing', 'exit']
const metrics = metricCatalogue.slice(0, 24).map(({ key }) => key)
const emoji = ['👍', '🎉', '🤔', '👀'].map(encodeURIComponent)

const paragraph =
  'Rents grow with the market, renovated units lease at a premium, and the loan is fixed for five years. The exit is ' +
  'underwritten above the going-in cap rate; taxes are reassessed in the second year. '
const memo = (count) => ({ title: 'A section', content: `## Version ${count}\n\n${paragraph.repeat(6)}` })

/** One page of comments. Only these get replies: a thread that kept growing would change the load. */
const maxRecent = 50

const pick = (all) => all[Math.floor(Math.random() * all.length)]

const reads = {
  canvas: ({ deal }) => ({ method: 'GET', path: deal }),
  'comments list': ({ deal }) => ({ method: 'GET', path: `${deal}/comments` }),
  'deals list': () => ({ method: 'GET', path: '/api/deals' }),
  notifications: () => ({ method: 'GET', path: '/api/canvas/notifications' }),
  metrics: ({ deal }) => ({ method: 'GET', path: `${deal}/metrics` }),
}

const writes = {
  comment: ({ deal, count }) => ({
    method: 'POST',
    path: `${deal}/comments`,
    body: { content: `Where does figure ${count} come from?`, section_key: pick(sections) },
  }),
  reply: ({ thread, count }) => ({
    method: 'POST',
    path: `${thread}/replies`,
    body: { content: `From line ${count} of the rent roll.` },
  }),
  resolve: ({ thread }) => ({ method: 'POST', path: `${thread}/resolve` }),
  reaction: ({ thread }) => ({ method: 'PUT', path: `${thread}/reactions/${pick(emoji)}` }),
  'section edit': ({ deal, count }) => ({
    method: 'PUT',
    path: `${deal}/sections/${pick(sections)}`,
    body: memo(count),
  }),
}

export const isRead = (kind) => kind in reads

const readKinds = Object.keys(reads)
const turns = Object.keys(writes).flatMap((write, n) => [
  ...Array.from({ length: 4 }, (_, k) => readKinds[(n * 4 + k) % readKinds.length]),
  write,
])

const pathOf = ({ id }) => `/api/canvas/${id}`

const byItsPeople = (deal, requests) =>
  requests.map((request, n) => ({ deal, token: deal.people[n % deal.people.length].token, ...request }))

const memoOf = (deal) => {
  const path = pathOf(deal)
  return byItsPeople(deal, [
    ...sections.map((key, n) => ({ method: 'PUT', path: `${path}/sections/${key}`, body: memo(n) })),
    ...metrics.map((key, n) => ({ method: 'PUT', path: `${path}/metrics/${key}`, body: { value: n + 0.5 } })),
  ])
}

const threadsOf = (deal) =>
  byItsPeople(
    deal,
    Array.from({ length: maxRecent }, (_, count) => ({
      kind: 'comment',
      ...writes.comment({ deal: pathOf(deal), count }),
    })),
  )

export const createWorkMix = (deals) => {
  const threads = new Map(deals.map((deal) => [deal, []]))
  return {
    /** What must exist before the work starts, step by step: a comment needs its section. */
    beginnings: [memoOf, threadsOf].map((make) => deals.flatMap(make)),

    /** The n-th action, by anyone on any deal. */
    next: (n) => {
      const kind = turns[n % turns.length]
      const deal = pick(deals)
      const path = pathOf(deal)
      const about = { deal: path, thread: `${path}/comments/${pick(threads.get(deal))}`, count: n }
      return { kind, deal, token: pick(deal.people).token, ...(reads[kind] ?? writes[kind])(about) }
    },

    /** Call with every response: new threads are worked on too. */
    answered: ({ kind, deal }, bytes) => {
      if (kind !== 'comment') return
      const recent = threads.get(deal)
      recent.push(JSON.parse(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)).comment_id)
      if (recent.length > maxRecent) recent.shift()
    },
  }
}
