import { type ChildProcess, fork } from 'node:child_process'
import { Hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { blobsContract, contentOf, listed, sha256Of } from './blobs.contract.ts'
import { createFolderBlobs } from './folder-blobs.ts'

const roomy = { maxBytes: 10_000_000 }
let root: string
let folder: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'blobs-'))
  folder = join(root, 'blobs')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const tempFiles = () => readdir(join(folder, 'temp'))
const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)

const makeOld = async (path: string) => {
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  await utimes(path, twoDaysAgo, twoDaysAgo)
}

blobsContract('Blobs in a folder', async () => ({
  blobs: await createFolderBlobs({ folder }),
  remains: async () => (await tempFiles()).length,
}))

describe('blob folder', () => {
  test('stores a blob as the file ab/cd/<sha256>, readable by its owner only', async () => {
    const blobs = await createFolderBlobs({ folder })
    const bytes = randomBytes(100)
    const { sha256 } = await blobs.put(bytes, roomy)
    expect(bytes.equals(await readFile(pathOf(sha256)))).toBe(true)
    expect((await stat(pathOf(sha256))).mode & 0o777).toBe(0o600)
  })

  test('hashes and writes a large array one MiB at a time without blocking the event loop', async () => {
    const update = vi.spyOn(Hash.prototype, 'update')
    const bytes = randomBytes(5 * 2 ** 20 + 7)
    const blobs = await createFolderBlobs({ folder })
    const { sha256, size } = await blobs.put(bytes, roomy)
    const pieces = update.mock.calls.map(([piece]) => piece.length)
    update.mockRestore()
    expect([sha256, size]).toEqual([sha256Of(bytes), bytes.length])
    expect(Math.max(...pieces)).toBeLessThanOrEqual(2 ** 20)
    expect(bytes.equals(await contentOf(blobs, sha256))).toBe(true)
  })

  test('resets the age of a blob that is put again, so that the garbage collector keeps it', async () => {
    const blobs = await createFolderBlobs({ folder })
    const { sha256 } = await blobs.put(randomBytes(100), roomy)
    await makeOld(pathOf(sha256))
    const [old] = await listed(blobs)
    await blobs.put(await readFile(pathOf(sha256)), roomy)
    const [fresh] = await listed(blobs)
    expect(Number(fresh?.storedAt) - Number(old?.storedAt)).toBeGreaterThan(24 * 60 * 60 * 1000)
  })

  test('removes leftovers older than a day at startup and keeps younger ones', async () => {
    await createFolderBlobs({ folder })
    for (const name of ['old', 'young']) await writeFile(join(folder, 'temp', name), 'half an upload')
    await makeOld(join(folder, 'temp', 'old'))
    await createFolderBlobs({ folder })
    expect(await tempFiles()).toEqual(['young'])
  })

  test('lists many blobs in pages and skips files that are not blobs', async () => {
    const blobs = await createFolderBlobs({ folder })
    const parent = join(folder, 'ab', 'cd')
    await mkdir(parent, { recursive: true })
    const names = Array.from({ length: 1_100 }, (_, index) => `abcd${String(index).padStart(60, '0')}`)
    for (const name of [...names, '.DS_Store']) await writeFile(join(parent, name), '')
    const pages: string[][] = []
    for await (const page of blobs.list()) pages.push(page.map(({ sha256 }) => sha256))
    expect(pages.map((page) => page.length)).toEqual([500, 500, 100])
    expect(pages.flat()).toEqual(names)
  })
})

describe('blob store after a killed process', () => {
  /** The child process runs plain JavaScript, so the adapter is compiled into its own folder. */
  const startPutter = async (task: 'midway' | 'endless'): Promise<ChildProcess> => {
    await writeFile(join(root, 'package.json'), '{ "type": "module" }')
    for (const name of ['blobs', 'folder-blobs']) {
      const source = await readFile(new URL(`./${name}.ts`, import.meta.url), 'utf8')
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          target: ts.ScriptTarget.ES2023,
          rewriteRelativeImportExtensions: true,
        },
      })
      await writeFile(join(root, `${name}.js`), outputText)
    }
    const adapter = pathToFileURL(join(root, 'folder-blobs.js')).href
    return fork(new URL('./fixtures/putter.mjs', import.meta.url), [adapter, folder, task], { execArgv: [] })
  }
  const kill = async (child: ChildProcess) => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }

  test('leaves no blob when the process is killed during a put, and removes the leftover a day later', async () => {
    const child = await startPutter('midway')
    expect((await once(child, 'message'))[0]).toBe('two chunks written')
    await kill(child)

    expect(await listed(await createFolderBlobs({ folder }))).toEqual([])
    const [leftover, ...more] = await tempFiles()
    expect(more).toEqual([])
    const path = join(folder, 'temp', leftover ?? expect.unreachable('no leftover'))
    expect((await stat(path)).size).toBe(200_000)

    await makeOld(path)
    await createFolderBlobs({ folder })
    expect(await tempFiles()).toEqual([])
  })

  test.each([1, 3, 10])('leaves only complete blobs when the process is killed after %i or more puts', async (puts) => {
    const child = await startPutter('endless')
    for (let put = 0; put < puts; put++) expect((await once(child, 'message'))[0]).toBe('one blob put')
    await kill(child)

    const blobs = await createFolderBlobs({ folder })
    const all = await listed(blobs)
    expect(all.length).toBeGreaterThanOrEqual(puts)
    for (const { sha256 } of all) expect(sha256Of(await contentOf(blobs, sha256))).toBe(sha256)
    expect((await tempFiles()).length).toBeLessThanOrEqual(1)
  })
})
