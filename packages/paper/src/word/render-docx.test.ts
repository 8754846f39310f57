import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDocument } from '@deal-canvas/memo/document'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { firstMissing, sectionWords } from '../testing/memo-words.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { sampleMemo } from '../testing/sample-memo.ts'
import { renderDocx } from './render-docx.ts'

const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).flatMap(([path, content]) =>
      /\.(xml|rels)$/.test(path) ? [[path, strFromU8(content)]] : [],
    ),
  )

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const textOf = (xml: string): string =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
    .map(([, text]) => text ?? '')
    .join('')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s/g, '')

const hasOffice = spawnSync('lowriter', ['--version']).status === 0

describe('the memo as a Word document', () => {
  it('holds every word of every section in order, with headings, footnotes, tables and charts', async () => {
    const memo = sampleMemo()
    const parts = partsOf(await renderDocx(memo))
    const xml = parts['word/document.xml'] ?? ''
    const words = memo.sections.flatMap(({ title, document }) => [...title.split(' '), ...sectionWords(memo, document)])
    expect(firstMissing(textOf(xml), words)).toBeUndefined()
    expect(xml.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(memo.sections.length + 3)
    expect(xml.match(/<w:footnoteReference /g)).toHaveLength(6)
    expect(textOf(parts['word/footnotes.xml'] ?? '')).toContain(
      'Purchaseprice,$48.50M.Assumptions!B6.ConfirmedbyMayaOkafor.',
    )
    expect(xml).toContain('<w:tblHeader/>')
    expect(xml).toMatch(/<w:instrText[^>]*>TOC /)
    expect(parts['word/settings.xml']).toContain('<w:updateFields')
    expect(parts['docProps/core.xml']).toContain('Riverside Apartments')
    expect(xml).not.toContain('images.example')
  })

  it('gives the same bytes for the same memo', async () => {
    expect(Buffer.compare(await renderDocx(sampleMemo()), await renderDocx(sampleMemo()))).toBe(0)
  })

  it('drops characters that XML cannot hold', async () => {
    const document = readDocument('left\u0001\ud800\uffferight 😀 שלום').toJSON()
    const parts = partsOf(
      await renderDocx(sampleMemo({ sections: [{ number: '1', title: 'A', document, blocks: [] }] })),
    )
    expect(textOf(parts['word/document.xml'] ?? '')).toContain('leftright😀שלום')
  })

  it.skipIf(!hasOffice && process.env['REQUIRE_ALL'] !== '1')(
    'opens in LibreOffice and prints the same words',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'memo-'))
      try {
        const memo = sampleMemo({ watermark: 'Jonas Berg, Nov 16' })
        writeFileSync(join(folder, 'memo.docx'), await renderDocx(memo))
        const profile = `-env:UserInstallation=file://${folder}/profile`
        const { status } = spawnSync(
          'soffice',
          [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, 'memo.docx'],
          {
            cwd: folder,
            timeout: 110_000,
          },
        )
        expect(status).toBe(0)
        const { pages } = await readPdf(new Uint8Array(readFileSync(join(folder, 'memo.pdf'))))
        const text = pages.join('').replaceAll(/\s/g, '')
        const words = memo.sections.flatMap(({ document }) => sectionWords(memo, document))
        expect(words.filter((word) => !text.includes(word))).toEqual([])
        expect(text).toContain('b97c37ffd8425e768d744c6b4943514df16d75390c32e3b4fff4073d16f98e83')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
