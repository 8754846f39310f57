import type { Document } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { foundIn } from './found-in.ts'

const made = (more: Partial<Document>): Document => ({
  id: '1',
  file_name: 'a.xlsx',
  kind: 'xlsx',
  size: 3,
  sha256: 'a',
  state: 'digitized',
  problem: null,
  title: null,
  parts: null,
  uploaded_by: { id: 'me', display_name: 'Me', email_verified: true },
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
})

it('counts sheets of workbooks and pages of documents, but nothing for CSV files', () => {
  expect(foundIn(made({ parts: 14 }), [])).toBe('14 sheets')
  expect(foundIn(made({ kind: 'pdf', parts: 1, title: 'Offering' }), [])).toBe('1 page, “Offering”')
  expect(foundIn(made({ kind: 'csv', parts: 1 }), [])).toBe('')
})

it('explains why a file could not be read', () => {
  expect(foundIn(made({ state: 'failed', problem: 'It has a password' }), [])).toBe('It has a password.')
  expect(foundIn(made({ state: 'failed' }), [])).toBe('The file could not be read.')
})

it('names another file with the same content, but not the file itself', () => {
  const file = made({})
  expect(foundIn(file, [file])).toBe('')
  expect(foundIn(file, [file, made({ id: '2', file_name: 'b.xlsx' })])).toBe('same content as b.xlsx')
})

it('says how far text recognition is, how many pages it read, and which it could not', () => {
  const scan = made({ kind: 'pdf', parts: 3 })
  expect(foundIn({ ...scan, parts: null, state: 'stored', ocr: { pages: 3, read: 1 } }, [])).toBe(
    'recognizing text: 1 of 3 pages',
  )
  const problem = 'Page 2 could not be read: It is damaged.'
  expect(foundIn({ ...scan, problem, ocr: { pages: 3, read: 2 } }, [])).toBe(
    `3 pages, 2 pages read by text recognition. ${problem}`,
  )
})

it('names the folder or the mail that a file came in', () => {
  const mail = made({ id: '2', file_name: 'Offer.eml', sha256: 'b' })
  expect(foundIn(made({ parts: 1, path: 'Data room/Legal' }), [])).toBe('1 sheet, in Data room/Legal')
  expect(foundIn(made({ parts: 1, parent_id: '2' }), [mail])).toBe('1 sheet, attached to Offer.eml')
})
