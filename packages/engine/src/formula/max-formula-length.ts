/** Longer formulas than Excel allows are not read: they would only cost time. */
export const maxFormulaLength = 8_192
