import { defineMessages } from '@deal-canvas/messages'

/** The workbook of a deal, its metrics and how it is read. */
export const modelMessages = defineMessages('models', {
  labelFixed: 'The label of this metric is {label}',
  unitFixed: 'The unit of this metric is {unit}',
  otherDocument: 'The numbers of this deal come from another document',
  unitScaleInvalid: 'Scale must be a power of ten from 1e-9 to 1e12, 12 or 1/12, positive or negative',
  sheetNotFound: 'The workbook has no sheet {sheet}',
  notANumber: '{sheet}!{cell} does not contain a number',
  notACell: '{cell} is not a cell',
  notAWorkbook: '{file} is not a workbook',
  tooLarge: 'The model is too large to calculate',
  takesTooLong: 'The model takes too long to calculate',
  scaleInvalid: 'Scale must be one of {scales}',
  metricNotFound: 'There is no such metric',
  metricChosenTwice: 'A metric can be chosen only once',
  cellOrNone: 'Send either cell or none',
  cellScaleInvalid: 'Scale must be a power of ten from 1e-9 to 1e12, 12 or 1/12',
  confirmInvalid: 'Send at most {limit, number} metric keys, or "all"',
  cellNotFound: 'No cell was found for this metric',
})
