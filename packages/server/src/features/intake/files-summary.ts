interface SummedFile {
  kind: 'xlsx' | 'xlsm' | 'csv' | 'pdf' | 'docx' | 'txt' | 'md'
  size: number
}

const names: Readonly<Record<SummedFile['kind'], readonly [one: string, many: string]>> = {
  xlsx: ['workbook', 'workbooks'],
  xlsm: ['workbook', 'workbooks'],
  csv: ['table', 'tables'],
  pdf: ['PDF', 'PDFs'],
  docx: ['Word document', 'Word documents'],
  txt: ['text', 'texts'],
  md: ['text', 'texts'],
}

const sizeOf = (bytes: number): string => {
  const [unit, word] = bytes < 1e6 ? ([1e3, 'kB'] as const) : ([1e6, 'MB'] as const)
  const amount = bytes / unit
  return `${amount < 10 ? Math.ceil(amount * 10) / 10 : Math.round(amount)} ${word}`
}

/** One sentence about the files; null where there are none. */
export const filesSummary = (files: readonly SummedFile[]): string | null => {
  if (files.length === 0) return null
  const counts = new Map<string, { count: number; kind: SummedFile['kind'] }>()
  for (const { kind } of files) {
    const [, many] = names[kind]
    counts.set(many, { count: (counts.get(many)?.count ?? 0) + 1, kind })
  }
  const listed = [...counts.values()].map(({ count, kind }) => `${count} ${names[kind][count === 1 ? 0 : 1]}`)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}: ${listed.join(', ')} (${sizeOf(total)})`
}
