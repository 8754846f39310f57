import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../scripts/rules.mjs', import.meta.url))
let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'deal-canvas-rules-'))
  for (const folder of ['packages', 'tests', 'docs']) mkdirSync(join(tree, folder))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

const check = (rules: string[], tests: string) => {
  writeFileSync(join(tree, 'docs', 'RULES.md'), rules.map((id) => `- **${id}** A rule.`).join('\n'))
  writeFileSync(join(tree, 'packages', 'a.test.ts'), tests)
  const { status, stderr } = spawnSync(process.execPath, [script, '--root', tree], { encoding: 'utf8' })
  return { status, problems: stderr.split('\n').filter((line) => line !== '') }
}
/** A title, assembled so that the rules check of this project does not count it. */
const titled = (ids: string) => `'does it [${ids}]'`

test('the rules check passes when a test title quotes each rule', () => {
  const tests = `it(${titled('A-1')}, () => {})\nit.each([1])(\n  ${titled('A-2, B-1')},\n  async () => {})\n`
  expect(check(['A-1', 'A-2', 'B-1'], tests)).toEqual({ status: 0, problems: [] })
})

test('the rules check finds a rule that no test title quotes', () => {
  expect(check(['A-1', 'A-2'], `it(${titled('A-1')}, () => {})\n`)).toEqual({
    status: 1,
    problems: ['No test title quotes A-2'],
  })
})

test('the rules check ignores an id in a comment, in another string, or in a todo test', () => {
  const tests = `// ${titled('A-1')}\nconst text = ${titled('A-1')}\nit.todo(${titled('A-1')})\n`
  expect(check(['A-1'], tests).problems).toEqual(['No test title quotes A-1'])
})

test('the rules check finds a test title that quotes an unknown id', () => {
  expect(check(['A-1'], `it(${titled('A-1, A-7')}, { timeout: 1 }, () => {})\n`)).toEqual({
    status: 1,
    problems: [`${join('packages', 'a.test.ts')} quotes A-7, which docs/RULES.md does not list`],
  })
})

test('the rules check finds an id that is listed twice', () => {
  expect(check(['A-1', 'A-1'], `it(${titled('A-1')}, () => {})\n`)).toEqual({
    status: 1,
    problems: ['docs/RULES.md lists A-1 twice'],
  })
})
