import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { describe, expect, it } from 'vitest'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [someone = ''] = demoEmails

describe('data folder lock', { timeout: 120_000 }, () => {
  it('rejects a second process on a data folder with exit code 1, and lets a third start after the first is killed', async () => {
    const { env } = await services.place()
    const first = await services.start({ env })
    const { token } = await signIn(first.url, someone)

    const second = await services.launch({ env })
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.said).toEqual({
      stdout: '',
      stderr: `The data folder ${env['DATA_DIR']} is in use by another process. Stop that process, or set DATA_DIR to another folder.\n`,
    })
    expect((await call(first.url, 'GET', '/api/auth/me', { token })).status).toBe(200)

    expect(await first.kill()).toEqual({ code: null, signal: 'SIGKILL' })
    const third = await services.start({ env })
    expect((await call(third.url, 'GET', '/api/auth/me', { token })).body.email).toBe(someone)
    expect(await third.stop()).toEqual({ code: 0, signal: null })
  })

  it('starts exactly one of three processes racing for a new data folder, whose tokens stay valid after a restart', async () => {
    const { env } = await services.emptyPlace()
    const servers = await Promise.all([1, 2, 3].map(() => services.launch({ env })))
    const outcomes = await Promise.all(
      servers.map((server) =>
        server.says('Deal Canvas is ready').then(
          () => 'ready',
          () => server.said.stderr,
        ),
      ),
    )
    const refused = outcomes.filter((outcome) => outcome !== 'ready')
    expect(refused).toHaveLength(2)
    for (const words of refused) expect(words).toMatch(/^The data folder .* is in use by another process\. .*\n$/)
    const holder = servers[outcomes.indexOf('ready')]
    if (holder === undefined) throw new Error('None of the three is ready')
    const { token } = await signIn(holder.url, someone)
    await holder.stop()
    const again = await services.start({ env })
    expect((await call(again.url, 'GET', '/api/auth/me', { token })).status).toBe(200)
  })
})
