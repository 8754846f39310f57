/** How a number format shows a number. */
export type NumberLook = 'percent' | 'date' | 'currency' | 'multiple' | 'plain'

/** Reads `0.00%`, `0.0x`, `[$£-809]#,##0`, `mmm-yy`. */
export const lookOf = (format: string | undefined): NumberLook => {
  if (format === undefined || format === 'General') return 'plain'
  const isMoney = /\[\$[^\]-]|[$€£₹¥]/.test(format)
  const isMultiple = /[0#]"?\s?x/i.test(format)
  const bare = format.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, '')
  if (bare.includes('%')) return 'percent'
  if (/[ymdhs]/i.test(bare)) return 'date'
  return isMultiple ? 'multiple' : isMoney ? 'currency' : 'plain'
}
