import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { describe, expect, it } from 'vitest'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [someone = ''] = demoEmails
const root = fileURLToPath(new URL('..', import.meta.url))

const command = ['npm', 'start']

/** The modification time of each build output file. */
const written = async (): Promise<Record<string, number>> => {
  const folders = ['contract', 'workbook-reader', 'engine', 'facts', 'fastapi-validation', 'server', 'web'].map(
    (name) => join(root, 'packages', name, 'dist'),
  )
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))),
  )
  return Object.fromEntries(await Promise.all(files.flat().map(async (path) => [path, (await stat(path)).mtimeMs])))
}

describe('npm start', { timeout: 60_000 }, () => {
  it('builds nothing on the second npm start, and reuses the data of the first', async () => {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build.mjs')])
    const { env } = await services.place()
    const first = await services.start({ env, command })
    const { token } = await signIn(first.url, someone)
    await first.stop()

    const before = await written()
    const second = await services.start({ env, command })
    expect(second.said.stdout + second.said.stderr).not.toMatch(/Building|Installing/)
    expect(await written()).toEqual(before)
    expect((await call(second.url, 'GET', '/api/auth/me', { token })).body.email).toBe(someone)
    await second.stop()
  })

  it('stops the service when npm is stopped, although npm does not forward the signal', async () => {
    const { env } = await services.place()
    const server = await services.start({ env, command })
    process.kill(server.pid, 'SIGTERM')
    await server.ended
    await expect(call(server.url, 'GET', '/healthz')).rejects.toThrow('fetch failed')
  })
})
