import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { stablePackage } from './stable-package.ts'

const packageWith = (id: string): Uint8Array =>
  zipSync({
    'word/document.xml': strToU8(`<w:hyperlink r:id="${id}"/>`),
    'word/_rels/document.xml.rels': strToU8(`<Relationship Id="${id}"/>`),
  })

describe('a Word package', () => {
  it('has the same bytes for all random identifiers of links, also those that end or begin with a hyphen', () => {
    const date = new Date('2026-11-19T12:00:00Z')
    const ids = [
      'rIdabcdefghijklmnopqrstu',
      'rIdabcdefghijklmnopqrst-',
      'rId-bcdefghijklmnopqrstu',
      'rId_bcdefghijklmnopqrst_',
    ]
    const [first, ...others] = ids.map((id) => stablePackage(packageWith(id), date))
    for (const other of others) expect(other).toEqual(first)
    expect(strFromU8(unzipSync(first as Uint8Array)['word/document.xml'] as Uint8Array)).toBe(
      '<w:hyperlink r:id="rIdLink1"/>',
    )
  })
})
