import { compose, type Service } from './compose.ts'
import { readConfig } from './config.ts'
import { demoPassword, demoPeople } from './features/demo/demo.ts'
import { createLogger } from './http/logger.ts'
import { describeStartFailure } from './start-failure.ts'

const drainMs = 10_000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const service = await compose(config, { log })
  await service.app.listen({ host: config.host, port: config.port })
  drainOnSignal(service, log)
  service.prepare()

  say(`Deal Canvas is ready at ${config.publicUrl.origin}`)
  if (service.hasDemo) {
    say(`Sign in as ${demoPeople.map(({ email }) => email).join(', ')} with the password ${demoPassword}`)
  }
  if (config.databaseUrl === undefined) {
    say('The embedded database survives a killed process, not a power cut: use PostgreSQL for work that matters.')
  }
}

const drainOnSignal = ({ drain }: Service, log: ReturnType<typeof createLogger>): void => {
  let asked = false
  const stop = (signal: string): void => {
    if (asked) return
    asked = true
    log.info({ signal }, 'Draining')
    setTimeout(() => {
      log.error('Not drained in time; stopping all the same')
      process.exit(1)
    }, drainMs).unref()
    drain().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Draining failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

await start().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error).join('\n')}\n`)
  process.exit(1)
})
