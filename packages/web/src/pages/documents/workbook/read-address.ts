/** "B7", "Rents!B7" or "'My ''own'' sheet'!B2:C9": the sheet, if any, and the rest. */
export const readAddress = (text: string): { sheet: string | undefined; cell: string } => {
  const plain = text.trim()
  const end = plain.lastIndexOf('!')
  if (end === -1) return { sheet: undefined, cell: plain }
  const name = plain.slice(0, end).trim()
  const isQuoted = name.length >= 2 && name.startsWith("'") && name.endsWith("'")
  return {
    sheet: isQuoted ? name.slice(1, -1).replaceAll("''", "'") : name,
    cell: plain.slice(end + 1).trim(),
  }
}
