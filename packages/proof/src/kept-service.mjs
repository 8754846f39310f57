// The service on one port for all its lives. An end that nobody asked for is a crash: it is told, and another start
// follows, so that what was written until then can still be looked for.
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
  /** Undefined while an end is wanted. */
  let server

  const start = async () => {
    const begun = performance.now()
    const started = await startServer({ env })
    // People who waited for it come all at once, and /readyz behind them.
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
        // While a store is away there is no start; the crash itself is told already.
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
    /** A start that is cut short: what it had begun to mend must not be lost by that either. */
    killWhileStarting: async (afterMs) => {
      const starting = await launch({ env })
      await pause(afterMs)
      const { code, signal } = await starting.kill()
      if (signal !== 'SIGKILL') crashes.push(`ended while starting (${code ?? signal}): ${starting.said.stderr}`)
    },
    stop: async () => letGo()?.stop(),
  }
}
