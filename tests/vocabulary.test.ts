import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../scripts/vocabulary.mjs', import.meta.url))
let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'deal-canvas-vocabulary-'))
  for (const folder of ['packages', 'bench', 'scripts', 'tests']) mkdirSync(join(tree, folder))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

const check = (source: string) => {
  writeFileSync(join(tree, 'packages', 'a.ts'), source)
  const { status, stderr } = spawnSync(process.execPath, [script, '--root', tree], { encoding: 'utf8' })
  return { status, problems: stderr.split('\n').filter((line) => line !== '') }
}

test('the vocabulary check passes code that uses the glossary terms', () => {
  expect(check('const maxRows = 3\nconst almostDone = true\n')).toEqual({ status: 0, problems: [] })
})

test('the vocabulary check reports the line of a replaced name and the term to use instead', () => {
  expect(check(`const x = 1\nconst ${'most'}Rows = bytes${'InWords'}(x)\n`)).toEqual({
    status: 1,
    problems: [
      join('packages', `a.ts:2 most${'Rows'}: use max…`),
      join('packages', `a.ts:2 bytes${'InWords'}: use format…`),
    ],
  })
})
