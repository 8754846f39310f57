// Runs the service on one port across restarts. An unexpected exit is a crash: it is recorded, and the service is
// started
// again, so that everything written until then can still be checked.
import { setTimeout as pause } from 'node:timers/promises'
import { isReady, timeUntil } from './health-watch.mjs'
import { launch, startServer } from './server.mjs'
import { steadyPort } from './steady-port.mjs'

const patienceMs = 60_000

export const keepService = async (given) => {
  const port = await steadyPort()
  const env = { ...given, PORT: String(port) }
  const url = `http://127.0.0.1:${port}`
  const crashes = []
  const startMs = []
  /** Undefined while a stop is intended. */
  let server

  const start = async () => {
    const begun = performance.now()
    const started = await startServer({ env })
    // Clients that waited for it reconnect all at once, with /readyz behind them.
    const readyMs = await timeUntil(() => isReady(url, 'database'), { maxMs: patienceMs })
    if (readyMs > patienceMs) throw new Error(`Not ready ${patienceMs} ms after it said so`)
    startMs.push(performance.now() - begun)
    server = started
    void started.ended.then((end) => server === started && startAfterCrash(started, end))
  }

  const startAfterCrash = async ({ said }, { code, signal }) => {
    crashes.push(`ended by itself (${code ?? signal}): ${said.stderr.slice(-500)}`)
    for (const crashed = server; server === crashed; ) {
      try {
        await start()
      } catch (error) {
        // The service cannot start while a store is down; the crash itself is already recorded.
        crashes.push(`did not start again: ${error.message.slice(0, 500)}`)
        await pause(1_000)
      }
    }
  }

  const letGo = () => {
    const last = server
    server = undefined
    return last
  }

  await start()
  return {
    url,
    crashes,
    startMs,
    start,
    kill: async () => letGo()?.kill(),
    /** Kills the service during startup: a recovery that was interrupted must lose nothing either. */
    killWhileStarting: async (afterMs) => {
      const starting = await launch({ env })
      await pause(afterMs)
      const { code, signal } = await starting.kill()
      if (signal !== 'SIGKILL') crashes.push(`ended while starting (${code ?? signal}): ${starting.said.stderr}`)
    },
    stop: async () => letGo()?.stop(),
  }
}
