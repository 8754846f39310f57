// Collects query plans: the service runs inside this process, and PostgreSQL sends the plan of every executed statement
// to its connection (auto_explain).
import pg from 'pg'

const built = (path) => import(new URL(`../../packages/server/dist/${path}`, import.meta.url).href)

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_level': 'notice',
}

/** Records every plan on every connection of this process, with the name of its prepared statement. */
const hearPlans = () => {
  const heard = []
  const names = new Map()
  const listened = new WeakSet()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (config, ...rest) {
    if (config?.name !== undefined) names.set(config.text.trim(), config.name)
    if (!listened.has(this)) {
      listened.add(this)
      this.on('notice', ({ message }) => heard.push(message))
    }
    return query.call(this, config, ...rest)
  }
  const stop = () => {
    pg.Client.prototype.query = query
  }
  return { heard, names, stop }
}

const depthOf = (line) => line.search(/\S/)

/** Removes plan nodes that were never executed, which are long and uninformative. */
const withoutIdleParts = (plan) => {
  const kept = []
  let idle = Number.POSITIVE_INFINITY
  for (const line of plan.split('\n')) {
    if (depthOf(line) > idle) continue
    idle = line.includes('(never executed)') ? depthOf(line) : Number.POSITIVE_INFINITY
    if (idle === Number.POSITIVE_INFINITY) kept.push(line)
  }
  return kept.join('\n')
}

/** Parses `duration: … plan:`, the statement, and the lines of its plan. */
const readPlan = (message, names) => {
  const [, text, plan] = /plan:\nQuery Text: ([\s\S]*?)\n((?:\S.*\(cost=)[\s\S]*)$/.exec(message) ?? []
  if (plan === undefined) return undefined
  return { text, name: names.get(text.trim()), plan: withoutIdleParts(plan.replaceAll(/ {2}\(cost=[^)]*\)/g, '')) }
}

/** The plans of all statements of these requests, each once, under the first request that ran it. */
export const explainRequests = async (env, client, requests) => {
  const { rows } = await client.query('SELECT current_database() AS name')
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`ALTER DATABASE ${rows[0].name} SET ${name} = '${value}'`)
  }
  const { heard, names, stop } = hearPlans()
  const { compose } = await built('compose.js')
  const { readConfig } = await built('config.js')
  const { createLogger } = await built('http/logger.js')
  const service = await compose(readConfig(env), { log: createLogger('warn') })
  const explained = new Map()
  try {
    for (const { what, method, path, token, body } of requests) {
      heard.length = 0
      const answer = await service.app.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { payload: JSON.stringify(body) } : {}),
      })
      if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`)
      for (const message of heard) {
        const plan = readPlan(message, names)
        if (plan !== undefined && !explained.has(plan.text)) explained.set(plan.text, { what, ...plan })
      }
    }
  } finally {
    stop()
    await service.drain()
  }
  return [...explained.values()].filter(({ text }) => !text.includes('pg_notify'))
}
