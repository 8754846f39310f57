import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { pageQuery } from './paging.ts'
import { boolean, integer, list, model, nullable, type Static, text } from './schema.ts'
import { maxCellLength, maxIdLength, maxSearchLength, maxSheetNameLength } from './sizes.ts'

const tag = 'Documents'
const params = model({ deal_id: dealId, document_id: text({ description: 'The document.', max: maxIdLength }) })
const sheet = text({ description: 'The sheet of the workbook.', examples: ['Returns'] })
const label = nullable(
  text({
    description: 'The label of its row and the header of its column; null: not known for certain.',
    examples: ['Net operating income (Year 1)'],
  }),
)

const FoundCell = model(
  {
    sheet,
    cell: text({ description: 'The cell, such as D14.', examples: ['C7'] }),
    text: text({ examples: ['5.25%'], description: 'As people read it; a long one is cut.' }),
    formula: nullable(text({ description: 'The formula; null: the cell has none.', examples: ['=C5/C6'] })),
    label: nullable(text({ description: 'The label of its row; null: not known.', examples: ['Exit cap rate'] })),
  },
  { title: 'FoundCell' },
)
export type FoundCell = Static<typeof FoundCell>

export const findCells = operation({
  id: 'findCells',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/find',
  tag,
  summary: 'Find cells of a workbook',
  description:
    'Finds words or numbers in all sheets: in what cells show, in their values and in their formulas, in any case; row by row. It counts as a read of cells, at most 120 a minute.',
  access: dealRole('viewer'),
  params,
  query: model({
    q: text({ min: 1, max: maxSearchLength, examples: ['cap rate'], description: 'Words or a number.' }),
    ...pageQuery,
  }),
  answer: model(
    {
      cells: list(FoundCell, { description: 'The cells of this page.' }),
      total: integer({ description: 'How many cells were found; at most 10,000 are counted.', examples: [3] }),
      is_capped: boolean({ description: 'Whether there are more than were counted.' }),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
    },
    { title: 'FindCellsResponse' },
  ),
  errors: ['document_not_found', 'workers_busy'],
  limit: 'cells',
})

const CellLink = model(
  {
    sheet,
    range: text({ description: 'A cell, a range, or whole columns or rows.', examples: ['B8:B13'] }),
    label,
    text: nullable(text({ description: 'What the cell shows; null: it is more than one.', examples: ['$2,601,000'] })),
  },
  { title: 'CellLink' },
)
export type CellLink = Static<typeof CellLink>

export const CellLinks = model(
  {
    sheet,
    cell: text({ description: 'The cell, such as D14.', examples: ['B15'] }),
    label,
    formula_in_words: nullable(
      text({
        description:
          'The formula with labels instead of addresses; an address without a certain label stays. Null: no formula, or no label in it.',
        examples: ['Net operating income (Year 1) ÷ Purchase price'],
      }),
    ),
    precedents: list(CellLink, { description: 'What the formula reads, a range as one item; at most 200.' }),
    precedents_total: integer({ description: 'How many there are.', examples: [2] }),
    dependents: list(CellLink, {
      description: 'The formulas that read the cell, alone or in a range, in the order of the workbook; at most 200.',
    }),
    dependents_total: integer({ description: 'How many there are.', examples: [1] }),
    elsewhere: list(text({ examples: ['[1]Rents!B4'] }), {
      description: 'What the formula names outside the workbook, as written: other files, unknown names.',
    }),
    reads_more: boolean({
      description: 'Whether the formula can read more cells than its text names, as OFFSET and INDIRECT do.',
    }),
    is_complete: boolean({ description: 'False: the workbook has so many formulas that some links are not listed.' }),
  },
  { title: 'CellLinks' },
)
export type CellLinks = Static<typeof CellLinks>

export const cellLinks = operation({
  id: 'cellLinks',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/links',
  tag,
  summary: 'Read what a cell depends on and what depends on it',
  description:
    'Answers the cells that the formula of a cell reads and the formulas that read the cell. Names and tables are answered as the cells they mean. It counts as a read of cells, at most 120 a minute.',
  access: dealRole('viewer'),
  params,
  query: model({
    sheet: text({ min: 1, max: maxSheetNameLength, examples: ['Returns'], description: 'The sheet of the workbook.' }),
    cell: text({ min: 1, max: maxCellLength, examples: ['B15'], description: 'The cell.' }),
  }),
  answer: CellLinks,
  errors: ['document_not_found', 'workers_busy'],
  limit: 'cells',
})
