import type { DocumentKind } from '@deal-canvas/contract'

/** Whether a document is a workbook or a CSV file. */
export const hasSheets = ({ kind }: { kind: DocumentKind }): boolean =>
  kind === 'xlsx' || kind === 'xlsm' || kind === 'csv'
