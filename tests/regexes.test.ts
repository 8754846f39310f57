import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../scripts/regexes.mjs', import.meta.url))

describe('check of regular expressions', () => {
  let tree: string

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const check = () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--root', tree], { encoding: 'utf8' })
    return { status, problems: stderr.split('\n').filter((line) => line !== '') }
  }
  const allow = (entries: object[]) => write('scripts/regexes/allowed.json', JSON.stringify(entries))

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'deal-canvas-regexes-'))
  })
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it('passes a tree whose regular expressions run in linear time', () => {
    write('packages/server/src/safe.ts', 'export const safe = [/^a+$/, /[a-z]+/g, new RegExp("^x" + "+$")]\n')
    expect(check()).toEqual({ status: 0, problems: [] })
  })

  it('finds every planted slow regex: literal, built from constants, in the contract, and unknown before runtime', () => {
    write('packages/server/src/literal.ts', 'export const slow = (text: string) => text.replace(/x+$/, "")\n')
    write(
      'packages/web/src/page.tsx',
      'const words = ["a", "b"]\nexport const slow = new RegExp("(?:" + words.join("|") + ")*y")\n',
    )
    write('packages/contract/src/fields.ts', 'export const field = { pattern: "(z+)+$" }\n')
    write('packages/engine/src/unknown.ts', 'export const made = (source: string) => new RegExp(source)\n')
    write('packages/server/src/slow.test.ts', 'export const inTests = /x+$/\n')
    const { status, problems } = check()
    expect(status).toBe(1)
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'packages/contract/src/fields.ts:1',
      'packages/engine/src/unknown.ts:1',
      'packages/server/src/literal.ts:1',
      'packages/web/src/page.tsx:2',
    ])
  })

  it('passes a slow regex allowed with a reason, and fails on an entry without a reason or without a match', () => {
    rmSync(join(tree, 'packages'), { recursive: true })
    write('packages/server/src/literal.ts', 'export const slow = (text: string) => text.replace(/x+$/, "")\n')
    const entry = { path: 'packages/server/src/literal.ts', regex: '/x+$/' }
    allow([{ ...entry, reason: 'At most 10 characters.' }])
    expect(check().status).toBe(0)
    allow([{ ...entry, reason: ' ' }])
    expect(check().status).toBe(1)
    allow([
      { ...entry, reason: 'At most 10 characters.' },
      { ...entry, regex: '/y+$/', reason: 'Gone.' },
    ])
    expect(check().problems).toEqual([expect.stringContaining('/y+$/ is gone')])
  })
})
