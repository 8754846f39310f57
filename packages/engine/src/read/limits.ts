/** More cells than these are no model that anybody reviews, and would not fit into memory. */
export const mostCells = 1_500_000
export const mostFormulas = 500_000
/** Cells that lie in the rectangles of a workbook's sheets, used or between used ones. */
export const mostSlots = 12_000_000
export const mostSheets = 1_000
export const mostNames = 65_000
export const mostStyles = 65_500
export const mostTables = 5_000
export const mostTableColumns = 16_384
export const mostExternalLinks = 1_000
export const mostTexts = 1_000_000
/** Of all texts of a workbook together, and of all its formulas. */
export const mostTextCharacters = 50_000_000
export const mostFormulaCharacters = 30_000_000
/** The most letters that a cell can hold. */
export const longestText = 32_767
/** A formula is kept up to here: far beyond what Excel allows, so that it is seen to be too long. */
export const longestFormula = 8_193
