import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptSecret } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deal-canvas-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('stored secret', () => {
  it('creates a secret of at least 32 bytes once and returns the same one afterwards', async () => {
    const secret = await keptSecret(folder, 'jwt-secret')
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
    expect(await keptSecret(folder, 'jwt-secret')).toBe(secret)
    expect(await keptSecret(folder, 'another')).not.toBe(secret)
  })

  it('creates the secret readable by its owner only, creating the folder if needed', async () => {
    const inside = join(folder, 'new', 'data')
    await keptSecret(inside, 'jwt-secret')
    expect((await stat(join(inside, 'jwt-secret'))).mode & 0o777).toBe(0o600)
    expect((await stat(inside)).mode & 0o777).toBe(0o700)
  })

  it('creates a new secret when a process was killed before the first was fully written', async () => {
    await writeFile(join(folder, 'jwt-secret.new'), 'hal')
    const secret = await keptSecret(folder, 'jwt-secret')
    expect(await readFile(join(folder, 'jwt-secret'), 'utf8')).toBe(`${secret}\n`)
  })

  it('stops the startup when the secret cannot be read, instead of replacing it', async () => {
    await mkdir(join(folder, 'jwt-secret'))
    await expect(keptSecret(folder, 'jwt-secret')).rejects.toThrow('EISDIR')
  })
})
