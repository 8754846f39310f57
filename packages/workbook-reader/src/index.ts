export * from './cell-reference.ts'
export { isCompoundFile, streamNames } from './compound-file.ts'
export * from './error-value.ts'
export { maxFormulaLength, maxSlots } from './limits.ts'
export { readWorkbook } from './read-workbook.ts'
export { type Relationship, relationshipsOf } from './relationships.ts'
export * from './serial-date.ts'
export { createSharedFormula } from './shared-formula.ts'
export { rectangleOf } from './sheet-rectangle.ts'
export { isWithin } from './spans.ts'
export { type UnreadableCode, UnreadableWorkbook, unreadable } from './unreadable.ts'
export { unreadableMessages } from './unreadable-messages.ts'
export type { Area, Scalar } from './value.ts'
export type {
  DataTable,
  DefinedName,
  ExternalSheet,
  Workbook,
  WorkbookCell,
  WorkbookSheet,
  WorkbookTable,
} from './workbook.ts'
export { isFlatSpreadsheet, type WorkbookFormat, workbookFormat } from './workbook-format.ts'
export { scanPart, type XmlHandler } from './xml-scanner.ts'
export { attributeOf, isTrue, unescapeXml } from './xml-text.ts'
export { openZip, type Zip } from './zip.ts'
