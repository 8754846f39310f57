import { describe, expect, it } from 'vitest'
import { hostileWorkbooks } from './fixtures/hostile-workbooks.mjs'
import { packageOf, workbookParts } from './fixtures/packages.mjs'
import { readWorkbook } from './read-workbook.ts'
import { UnreadableWorkbook } from './unreadable.ts'

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return error.code
    throw error
  }
}

const refused = hostileWorkbooks.filter(({ ends, isHeavy }) => ends !== 'read' && !isHeavy)

describe('hostile workbook files', () => {
  it.each(refused)('rejects $name as $ends', ({ ends, make }) => {
    expect(codeOf(() => readWorkbook(make()))).toBe(ends)
  })

  it('rejects a workbook with one changed byte', () => {
    const parts = workbookParts({ rows: '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>' })
    const bytes = packageOf(parts)
    const sheet = new TextDecoder('latin1').decode(bytes).indexOf('sheet1.xml')
    // The compressed bytes of the sheet start after its name; this changes one of them.
    const damaged = bytes.slice()
    damaged[sheet + 60] = (damaged[sheet + 60] ?? 0) ^ 1
    expect(codeOf(() => readWorkbook(bytes))).toBeUndefined()
    expect(['malformed', 'suspicious_compression']).toContain(codeOf(() => readWorkbook(damaged)))
  })
})
