import { type ErrorName, type ErrorValue, errorValue } from '../value/error-value.ts'

/** The numbers by which files know errors. */
const names: Record<number, ErrorName> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
  99: '#SPILL!',
}

export const errorByExcelCode = (code: number): ErrorValue => errorValue(names[code] ?? '#VALUE!')
