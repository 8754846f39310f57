// The built service, composed as in its own main, in a process with unreachable rate limits: twenty thousand
// requests of one person would otherwise get 429 and prove nothing. The shipped service keeps its limits.
import { limitRules } from '@deal-canvas/contract'

const built = (file) => import(new URL(`../../server/dist/${file}`, import.meta.url).href)
const { compose } = await built('compose.js')
const { readConfig } = await built('config.js')
const { createLogger } = await built('http/logger.js')

for (const rule of Object.values(limitRules)) rule.points = 1_000_000_000

const config = readConfig(process.env)
const service = await compose(config, { log: createLogger(config.logLevel) })
await service.app.listen({ host: config.host, port: config.port })
process.once('SIGTERM', () => {
  // The same timeout after which the service itself exits anyway.
  setTimeout(() => process.exit(1), 10_000).unref()
  service.drain().then(() => process.exit(0))
})
console.log('Deal Canvas is ready')
