import { expect, it } from 'vitest'
import { documentPlaceOf, isAbout } from './document-anchor.ts'

const cell = {
  document_id: 'model',
  file_name: 'Model.xlsx',
  sheet: 'Returns',
  cell: 'B7',
  label: 'Exit cap rate',
  text: '5.25%',
}
const passage = {
  document_id: 'om',
  file_name: 'OM.pdf',
  passage_id: '12',
  page: 4,
  quote: 'The property\nhas 212 units.',
}
const onCell = { cell, passage: null, anchor_status: 'anchored' } as const
const onPassage = { cell: null, passage, anchor_status: 'moved' } as const

it('names the cell or the page and quote of a comment, with the address of the place', () => {
  expect(documentPlaceOf(onCell)).toEqual({
    documentId: 'model',
    fileName: 'Model.xlsx',
    place: 'Returns!B7 · Exit cap rate',
    search: { sheet: 'Returns', cell: 'B7' },
  })
  expect(documentPlaceOf(onPassage)).toEqual({
    documentId: 'om',
    fileName: 'OM.pdf',
    place: 'Page 4: “The property has 212 units.”',
    search: { page: 4, passage: '12', quote: passage.quote },
  })
  expect(documentPlaceOf({ cell: null, passage: null })).toBeUndefined()
})

it('shortens a long quote', () => {
  const { place = '' } =
    documentPlaceOf({ cell: null, passage: { ...passage, page: null, quote: 'x'.repeat(900) } }) ?? {}
  expect(place).toBe(`“${'x'.repeat(160)}…”`)
})

it('counts a comment for the place it is about, and for none once it is detached', () => {
  const { document_id, sheet } = cell
  expect(isAbout(onCell, { cell: { document_id, sheet, cell: 'B7' } })).toBe(true)
  expect(isAbout(onCell, { cell: { document_id, sheet, cell: 'B8' } })).toBe(false)
  expect(isAbout(onCell, { passage: { document_id, passage_id: '12' } })).toBe(false)
  expect(isAbout(onPassage, { passage: { document_id: 'om', passage_id: '12' } })).toBe(true)
  expect(isAbout(onPassage, { passage: { document_id: 'other', passage_id: '12' } })).toBe(false)
  const lost = { ...onCell, anchor_status: 'orphaned' } as const
  expect(isAbout(lost, { cell: { document_id, sheet, cell: 'B7' } })).toBe(false)
})
