import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { read as readElsewhere } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { formatCell } from './cell-reference.ts'
import { readWorkbook } from './read-workbook.ts'

/** Third-party workbooks, which are not part of the project. */
const folder = process.env['WORKBOOKS'] ?? fileURLToPath(new URL('../../../../shared/workbooks', import.meta.url))
const files = ['models', 'ironcalc', 'poi']
  .map((name) => join(folder, name))
  .flatMap((path) => (existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : []))

/** One reader keeps function prefixes and the other does not; the other reads newer errors as #VALUE!. */
const plain = (formula: string | undefined): string => (formula ?? '').replaceAll(/_xl(?:fn|ws|udf|op)\./g, '')

const rule = 'reads every cell of real workbooks as an independent reader does'
if (files.length === 0) it.skip(`${rule}: NOT TESTED, no workbooks in shared/workbooks`)
else
  it(rule, { timeout: 60_000 }, () => {
    let cells = 0
    const different: string[] = []
    for (const file of files) {
      const bytes = readFileSync(file)
      const theirs = readElsewhere(bytes, { cellText: false, sheetStubs: true, cellHTML: false })
      for (const { name, cells: ours } of readWorkbook(bytes).sheets) {
        const sheet = theirs.Sheets[name] ?? {}
        for (const cell of ours) {
          const at = formatCell(cell)
          const other = sheet[at]
          cells += 1
          const value = typeof cell.value === 'object' && cell.value !== null ? cell.value.error : cell.value
          const isSameValue =
            other?.t === 'e'
              ? typeof cell.value === 'object'
              : value === (other?.v ?? null) || (value === null && other?.v === 0)
          const isSameFormula = cell.fromArray === true || plain(cell.formula) === plain(other?.f)
          if (!isSameValue || !isSameFormula)
            different.push(`${file} ${name}!${at}: ${value} ${cell.formula} / ${other?.v} ${other?.f}`)
        }
        // Chart sheets contain copies of the charted numbers there, and no cells.
        if (sheet['!type'] === 'chart') continue
        const known = new Set(ours.map((cell) => formatCell(cell)))
        const missed = Object.keys(sheet).filter((at) => !at.startsWith('!') && sheet[at].t !== 'z' && !known.has(at))
        different.push(...missed.map((at) => `${file} ${name}!${at} is missing`))
      }
    }
    expect(different.slice(0, 10)).toEqual([])
    expect(cells).toBeGreaterThan(10_000)
  })
