import { compose, type Service } from './compose.ts'
import { readConfig } from './config.ts'
import { demoPassword, demoPeople } from './features/demo/demo.ts'
import { createLogger } from './http/logger.ts'
import { watchProcessFaults } from './process-faults.ts'
import { describeStartFailure } from './start-failure.ts'

const drainMs = 10_000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const faults = watchProcessFaults(log)
  const service = await compose(config, { log, onStep: say, unhandledRejections: faults.unhandledRejections })
  await service.app.listen({ host: config.host, port: config.port })
  const stop = createStop(service, log)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  faults.stopWith(stop)
  service.prepare()

  say(`Deal Canvas is ready at ${config.publicUrl.origin}`)
  if (service.hasDemo) {
    say(`Sign in as ${demoPeople.map(({ email }) => email).join(', ')} with the password ${demoPassword}`)
  }
  if (config.databaseUrl === undefined) {
    say('The embedded database survives a killed process but not a power failure. Use PostgreSQL in production.')
  }
}

/** Drains once, on the first reason to stop; exits with 0 only after a signal. */
const createStop = ({ drain }: Service, log: ReturnType<typeof createLogger>) => {
  let asked = false
  let exitCode = 0
  return (reason: NodeJS.Signals | 'uncaughtException'): void => {
    if (reason === 'uncaughtException') exitCode = 1
    if (asked) return
    asked = true
    log.info({ signal: reason }, 'Draining')
    setTimeout(() => {
      log.error('Not drained in time; stopping anyway')
      process.exit(1)
    }, drainMs).unref()
    drain().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'Draining failed')
        process.exit(1)
      },
    )
  }
}

await start().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error).join('\n')}\n`)
  process.exit(1)
})
