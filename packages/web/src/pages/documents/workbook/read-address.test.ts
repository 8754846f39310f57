import { describe, expect, it } from 'vitest'
import { readAddress } from './read-address.ts'

describe('the address of a cell', () => {
  it.each([
    [' b7 ', { sheet: undefined, cell: 'b7' }],
    ['Rents!B7', { sheet: 'Rents', cell: 'B7' }],
    ["'My ''own'' sheet'!B2:C9", { sheet: "My 'own' sheet", cell: 'B2:C9' }],
    ['Cash Flow!B7', { sheet: 'Cash Flow', cell: 'B7' }],
    ['What!ever!B7', { sheet: 'What!ever', cell: 'B7' }],
  ])('%s is read', (text, expected) => expect(readAddress(text)).toEqual(expected))
})
