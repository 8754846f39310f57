import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const review = readFileSync(join(root, 'docs/SECURITY.md'), 'utf8')

/** The level 1 and 2 requirements of ASVS 5.0.0: each section with the number of its last requirement. */
const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
const requirements = sections.split(/\s+/).flatMap((item) => {
  const [section, last] = item.split(':')
  return Array.from({ length: Number(last) }, (_, index) => `${section}.${index + 1}`)
})

/** Named files are in the server's sources unless their first folder says otherwise. */
const placeOf = (named: string): string => {
  if (/^(tests|deploy|docs|scripts)\//.test(named) || named === 'SECURITY.md') return named
  return /^(web|engine|facts|client|contract|fastapi-validation|workbook-reader|messages)\//.test(named)
    ? `packages/${named}`
    : `packages/server/src/${named}`
}

/** The rows of the review tables, each with the files it names and the test titles it quotes from each. */
const rows = review.split('\n').filter((line) => /^\| (\d+\.\d+\.\d+ \||API\d+ )/.test(line))
const named = rows.flatMap((row) => {
  const [places = ''] = row.split(' | ').slice(-1)
  return [...places.matchAll(/`([^`]+)`((?: ?,? ?“[^”]+”)*)/g)].map(([, file = '', quoted = '']) => ({
    file,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))
})

describe('security review', () => {
  it('covers each of the 253 ASVS requirements exactly once', () => {
    expect(requirements).toHaveLength(253)
    const answered = rows.flatMap((row) => /^\| (\d+\.\d+\.\d+) \|/.exec(row)?.[1] ?? [])
    const inOneGo = [...review.matchAll(/^n\/a: [^\n]*/gm)].flatMap(([line]) => line.match(/\b1[07]\.\d\.\d+\b/g) ?? [])
    expect([...new Set([...answered, ...inOneGo])].sort()).toEqual([...requirements].sort())
    expect(answered).toHaveLength(new Set(answered).size)
  })

  it('gives each ASVS requirement a status, and a file unless it is not applicable', () => {
    for (const row of rows.filter((line) => !line.startsWith('| API'))) {
      const [, , answer = '', place = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      expect(answer).toMatch(/^(held|operator|n\/a|not held)\b/)
      if (!answer.startsWith('n/a')) expect(place, row).not.toBe('')
    }
  })

  it('names only existing files, and quotes only test titles that these files contain', () => {
    expect(named.length).toBeGreaterThan(200)
    const wrong = named.flatMap(({ file, titles }) => {
      const path = join(root, placeOf(file))
      if (!existsSync(path)) return [`no file ${file}`]
      const text = readFileSync(path, 'utf8')
      return titles.filter((title) => !text.includes(title)).map((title) => `${file} has no “${title}”`)
    })
    expect(wrong).toEqual([])
  })
})
