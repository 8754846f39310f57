import type { Logger } from 'pino'

/**
 * Decides what an unhandled failure does to the process. A rejection belongs to one task, so the node continues. After
 * an uncaught exception no state can be trusted, so the node stops.
 */
export const watchProcessFaults = (log: Pick<Logger, 'error' | 'fatal'>) => {
  let rejections = 0
  let stop: (reason: 'uncaughtException') => void = () => process.exit(1)

  process.on('unhandledRejection', (reason) => {
    rejections += 1
    log.error({ err: reason }, 'Unhandled rejection')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception')
    stop('uncaughtException')
  })

  return {
    unhandledRejections: (): number => rejections,
    /** From now on an uncaught exception drains the service; before that there is nothing to drain. */
    stopWith: (drainAndExit: typeof stop): void => {
      stop = drainAndExit
    },
  }
}
