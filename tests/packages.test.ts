import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepServices } from './support/services.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [owner = ''] = demoEmails
const { PATH = '', HOME = '' } = process.env

const run = (command: string, args: string[], { cwd, env = {} }: { cwd: string; env?: Record<string, string> }) =>
  new Promise<string>((resolve, reject) => {
    execFile(command, args, { cwd, env: { PATH, HOME, ...env } }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)),
    )
  })

/** The published packages, and what they need from others. Packed from the installed copies, so no network is used. */
const packed = ['packages/contract', 'packages/client', 'node_modules/typebox', 'node_modules/eventsource-parser']

const program = `
import { ApiError, createClient } from '@deal-canvas/client'
import { createComment, dealEvents, dealMetrics, deals, finalizeDeal } from '@deal-canvas/contract'

const [baseUrl = '', apiKey = '', dealId = ''] = process.argv.slice(2)
const client = createClient({ baseUrl, apiKey })
const params = { deal_id: dealId }

const listed: string[] = (await client.call(deals)).deals.map(({ deal_id }) => deal_id)
const numbers = await client.call(dealMetrics, { params })
const labels: string[] = numbers.metrics.map(({ label }) => label)
const comment = await client.call(createComment, { params, body: { content: 'From another folder.' } })
const events = []
for await (const { event } of client.stream(dealEvents, { params, query: { since: 0 } })) {
  events.push(event)
  if (events.length === 2) break
}
const refused = await client.call(finalizeDeal, { params, body: { decision: 'approved', rationale: 'x' } }).then(
  () => 'not refused',
  (error: unknown) => (error instanceof ApiError ? error.code : 'another error'),
)
// @ts-expect-error A number is not the text of a comment.
const wrong = () => client.call(createComment, { params, body: { content: 7 } })
console.log(JSON.stringify({ listed, labels, author: comment.author_name, events, refused, wrong: typeof wrong }))
`

describe('the packages outside of this repository', () => {
  const services = keepServices(afterAll)
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deal-canvas-packages-'))
    await mkdir(join(folder, 'tarballs'))
    for (const path of packed)
      await run('npm', ['pack', join(root, path), '--pack-destination', 'tarballs', '--ignore-scripts'], { cwd: folder })
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }))
    const tarballs = (await readdir(join(folder, 'tarballs'))).map((name) => `./tarballs/${name}`)
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
      cwd: folder,
    })
  }, 180_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('contain neither tests nor build state', async () => {
    for (const name of ['client', 'contract']) {
      const files = await readdir(join(folder, 'node_modules/@deal-canvas', name), { recursive: true })
      expect(files).toContain('dist/index.js')
      expect(files).toContain('dist/index.d.ts')
      expect(files.filter((file) => /\.test\.|tsbuildinfo|testing/.test(file))).toEqual([])
    }
  })

  it('type-check a program and run it with an API key against a running service [KEY-20]', async () => {
    await writeFile(join(folder, 'program.ts'), program)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          lib: ['ES2023', 'DOM', 'DOM.Iterable'],
          module: 'NodeNext',
          strict: true,
          types: [],
          outDir: 'out',
        },
        files: ['program.ts', 'process.d.ts'],
      }),
    )
    await writeFile(join(folder, 'process.d.ts'), 'declare const process: { argv: string[] }\n')
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder })

    const { env } = await services.emptyPlace()
    const { url } = await services.start({ env: { ...env, DEMO: 'on' } })
    const { token } = await signIn(url, owner)
    const { body: me } = await call(url, 'GET', '/api/auth/me', { token })
    const { body: issued } = await call(url, 'POST', `/api/orgs/${me.orgs[0].org_id}/api-keys`, {
      token,
      body: { name: 'Ledger', scope: 'comment', deal_ids: ['demo-riverside'] },
    })
    const said = await run(process.execPath, ['out/program.js', url, issued.key, 'demo-riverside'], { cwd: folder })
    const { listed, labels, author, events, refused } = JSON.parse(said)
    expect(listed).toEqual(['demo-riverside'])
    expect(labels.length).toBeGreaterThan(3)
    expect(author).toBe('Ledger (API key)')
    expect(events).toHaveLength(2)
    expect(refused).toBe('key_scope')
  }, 300_000)
})
