import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = [
  'contract',
  'messages',
  'workbook-reader',
  'engine',
  'facts',
  'memo',
  'paper',
  'fastapi-validation',
  'client',
  'web',
  'server',
  'proof',
]

/** Forbidden imports, each with the rule that forbids it. */
const violations: [from: string, to: string, rule: string][] = [
  ['packages/contract/src/a.ts', 'packages/engine/src/index.ts', 'contract-imports'],
  ['packages/engine/src/a.ts', '@deal-canvas/contract', 'engine-imports'],
  ['packages/engine/src/a.ts', 'node:fs', 'engine-is-pure'],
  ['packages/facts/src/a.ts', '@deal-canvas/workbook-reader', 'facts-imports'],
  ['packages/facts/src/a.ts', 'node:fs', 'engine-is-pure'],
  ['packages/memo/src/a.ts', '@deal-canvas/contract', 'memo-imports'],
  ['packages/memo/src/a.ts', 'node:fs', 'engine-is-pure'],
  ['packages/paper/src/a.ts', '@deal-canvas/contract', 'paper-imports'],
  ['packages/workbook-reader/src/a.ts', '@deal-canvas/engine', 'workbook-reader-imports'],
  ['packages/fastapi-validation/src/a.ts', '@deal-canvas/contract', 'fastapi-validation-imports'],
  ['packages/contract/src/a.ts', 'node:fs', 'contract-runs-anywhere'],
  ['packages/messages/src/a.ts', '@deal-canvas/contract', 'messages-imports'],
  ['packages/client/src/a.ts', 'packages/server/src/index.ts', 'client-imports'],
  ['packages/web/src/a.ts', '@deal-canvas/engine', 'web-imports'],
  ['packages/server/src/a.ts', '@deal-canvas/client', 'server-imports'],
  [
    'packages/server/src/features/one/one.service.ts',
    'packages/server/src/features/two/two.service.ts',
    'features-meet-at-index',
  ],
  [
    'packages/server/src/compose-features.ts',
    'packages/server/src/features/two/two.service.ts',
    'features-are-composed-by-index',
  ],
  ['packages/server/src/features/one/one.service.ts', 'packages/server/src/http/http.ts', 'services-know-no-routes'],
  [
    'packages/server/src/features/one/one.store.ts',
    'packages/server/src/features/one/one.service.ts',
    'stores-know-no-services',
  ],
  [
    'packages/server/src/features/one/one.routes.ts',
    'packages/server/src/features/one/one.store.ts',
    'routes-know-no-stores',
  ],
  ['packages/server/src/platform/p.ts', 'packages/server/src/features/one/one.service.ts', 'platform-is-below'],
  ['packages/server/src/http/http.ts', 'packages/server/src/features/one/one.service.ts', 'http-is-beside-features'],
  ['packages/server/src/http/http.ts', 'packages/server/src/compose.ts', 'only-compose-sees-everything'],
  ['packages/web/src/pages/one/a.ts', 'packages/web/src/pages/two/a.ts', 'pages-know-no-pages'],
  ['packages/web/src/features/one/a.ts', 'packages/web/src/pages/two/a.ts', 'only-the-router-knows-pages'],
  ['packages/web/src/deal-data/a.ts', 'packages/web/src/features/one/a.ts', 'deal-data-is-below-features'],
  ['packages/proof/src/a.ts', 'packages/server/src/index.ts', 'proof-imports'],
  ['tests/a.test.ts', 'bench/a.ts', 'tests-import-no-bench'],
]

const files = [
  ...packages.map((name) => `packages/${name}/src/index.ts`),
  'packages/web/src/deal-data/a.ts',
  'packages/web/src/features/one/a.ts',
  'packages/web/src/pages/one/a.ts',
  'packages/web/src/pages/two/a.ts',
  'bench/a.ts',
  'tests/a.test.ts',
  'packages/server/src/compose.ts',
  'packages/server/src/http/http.ts',
  'packages/server/src/platform/p.ts',
  ...['one', 'two'].flatMap((name) =>
    ['service', 'store', 'routes'].map((part) => `packages/server/src/features/${name}/${name}.${part}.ts`),
  ),
]

describe('import direction', () => {
  let tree: string

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const cruise = () => {
    const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
    const args = [bin, '--config', 'dependency-cruiser.config.cjs', '--output-type', 'json', 'packages', 'tests']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 })
    if (stdout === '') throw new Error(stderr)
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
    return summary.violations.map(({ from, rule }) => `${from} ${rule.name}`)
  }

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'deal-canvas-direction-'))
    for (const file of ['dependency-cruiser.config.cjs', 'tsconfig.base.json', 'tsconfig.test.json'])
      cpSync(join(root, file), join(tree, file))
    for (const path of files) write(path, 'export const here = 1\n')
    mkdirSync(join(tree, 'node_modules/@deal-canvas'), { recursive: true })
    for (const name of packages) {
      cpSync(join(root, `packages/${name}/package.json`), join(tree, `packages/${name}/package.json`))
      symlinkSync(join(tree, `packages/${name}`), join(tree, `node_modules/@deal-canvas/${name}`))
    }
  })
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it('passes a tree without import violations', () => {
    expect(cruise()).toEqual([])
  })

  it('reports every planted import violation under its rule', () => {
    const planted = new Map<string, string[]>()
    for (const [from, to] of violations) {
      const target = /^(packages|bench)\//.test(to) ? `./${relative(dirname(from), to)}` : to
      planted.set(from, [
        ...(planted.get(from) ?? []),
        `import * as planted${planted.size}${planted.get(from)?.length ?? 0} from '${target}'`,
      ])
    }
    for (const [from, imports] of planted) write(from, `${imports.join('\n')}\nexport const here = 2\n`)
    const found = cruise()
    for (const [from, , rule] of violations) expect(found).toContain(`${from} ${rule}`)
  })
})
