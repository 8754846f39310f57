import { fileURLToPath } from 'node:url'
import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { describe, expect, it } from 'vitest'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [someone = ''] = demoEmails
const preload = fileURLToPath(new URL('./support/fault-on-signal.mjs', import.meta.url))

const start = async () => {
  const { env } = await services.place()
  return services.start({ env: { ...env, LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${preload}` } })
}

describe('unhandled errors', { timeout: 120_000 }, () => {
  it('logs and counts an unhandled rejection and keeps serving', async () => {
    const server = await start()
    for (const count of [1, 2]) {
      process.kill(server.pid, 'SIGUSR2')
      await expect
        .poll(async () => (await call(server.url, 'GET', '/metrics')).body)
        .toContain(`unhandled_rejections_total ${count}`)
    }
    expect(server.said.stderr).toContain('A planted rejection')
    expect(server.said.stderr).toContain('Unhandled rejection')
    expect((await signIn(server.url, someone)).token).not.toBe('')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  it('drains and exits with 1 after an uncaught exception', async () => {
    const server = await start()
    process.kill(server.pid, 'SIGWINCH')
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.said.stderr).toContain('A planted exception')
    expect(server.said.stderr).toContain('Draining')
    expect(server.said.stderr).not.toContain('Not drained in time')
  })
})
