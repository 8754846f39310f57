import { defineMessages } from '@deal-canvas/messages'

/** Why a cell is frozen: it keeps the value stored in the workbook because it cannot be recalculated. */
export const readingMessages = defineMessages('reading', {
  externalLink: '{cell} links to another workbook.',
  unsupportedFunction: '{cell} uses a function or name that is not supported.',
  unreadableFormula: '{cell} has a formula that cannot be read.',
  volatileFunction: '{cell} uses TODAY, NOW or RAND, and it is not known when its stored value was calculated.',
  distantCell: '{cell} refers to a cell far outside the used range.',
  disagreement: '{cell} recalculates to {computed}, but the workbook has {stored}.',
  circularDisagreement:
    '{cell} is part of a circular reference and recalculates to {computed}, but the workbook has {stored}.',
  circularUnsettled: '{cell} is part of a circular reference that does not converge.',
  tableDisagreement:
    '{cell} is a data table with a cell that recalculates to {computed}, but the workbook has {stored}.',
  tableWithoutInput: '{cell} is a data table that has no input cell.',
  tableTooLarge: '{cell} is a data table that has too many cells.',
})
