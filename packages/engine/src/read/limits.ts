/** More cells than these are no model that anybody reviews, and would not fit into memory. */
export const maxCells = 1_500_000
export const maxFormulas = 500_000
/** Cells that lie in the rectangles of a workbook's sheets, used or between used ones. */
export const maxSlots = 12_000_000
export const maxSheets = 1_000
export const maxNames = 65_000
export const maxStyles = 65_500
export const maxTables = 5_000
export const maxTableColumns = 16_384
export const maxExternalLinks = 1_000
export const maxTexts = 1_000_000
/** Of all texts of a workbook together, and of all its formulas. */
export const maxTextCharacters = 50_000_000
export const maxFormulaCharacters = 30_000_000
/** The most letters that a cell can hold. */
export const maxTextLength = 32_767
/** A formula is kept up to here: far beyond what Excel allows, so that it is seen to be too long. */
export const maxFormulaLength = 8_193
