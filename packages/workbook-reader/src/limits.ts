/** A workbook with more cells is not a model that anyone reviews, and would not fit into memory. */
export const maxCells = 1_500_000
export const maxFormulas = 500_000
/** Cells within the bounding rectangles of a workbook's sheets, used or empty. */
export const maxSlots = 12_000_000
export const maxSheets = 1_000
export const maxNames = 65_000
export const maxStyles = 65_500
export const maxTables = 5_000
export const maxTableColumns = 16_384
export const maxExternalLinks = 1_000
export const maxTexts = 1_000_000
/** For all texts of a workbook together, and for all its formulas. */
export const maxTextCharacters = 50_000_000
export const maxFormulaCharacters = 30_000_000
/** The maximum number of characters in a cell. */
export const maxTextLength = 32_767
/** Formulas longer than Excel allows are not parsed, to save time. */
export const maxFormulaLength = 8_192
/** One character more than Excel allows is kept, so that a formula can be recognized as too long. */
export const maxKeptFormulaLength = maxFormulaLength + 1
