import { defineMessages } from './define-messages.ts'

/** Files that people take away from a deal. */
export const exportMessages = defineMessages('exports', {
  export: 'Export',
  title: 'Export {deal}',
  format: 'File',
  formatName:
    '{format, select, pdf {Memo as PDF} docx {Memo as Word document} xlsx_model {Workbook with these numbers} xlsx_numbers {Numbers as a workbook} csv {Tables as CSV} json {Data as JSON} bundle {Whole deal} other {File}}',
  formatHint:
    '{format, select, pdf {The memo as it stands, with tables, charts, sources, open items and the newest events of the audit trail.} docx {The same as PDF, to edit in Word.} xlsx_model {The original workbook with the overrides in its input cells. Excel recalculates it when you open it.} xlsx_numbers {Metrics with sources and overrides, scenarios, findings, contradictions, comments and sources, one sheet each.} csv {The same lists and the facts of documents, one CSV file each, in a zip.} json {The same as one file for programs.} bundle {Everything: files, every version of the memo, comments, scenarios and the signed audit trail, with the names of the people in it. Votes that were not revealed, hidden ratings and private scenarios stay out. Another service can import it.} other {}}',
  modelNotWritable: 'The workbook cannot be exported: the numbers do not come from an xlsx or xlsm file.',
  scenario: 'Numbers',
  presented: 'As presented in the memo',
  version: 'Version',
  newest: 'Newest',
  versionOf: 'Version {version, number}, {day}',
  versionNumber: 'Version {version, number}',
  earlierHint: 'An earlier version has its texts and numbers. Tables and charts whose numbers are not kept say so.',
  watermark: 'Watermark',
  watermarkHint: 'The file names you, your email address and the time.',
  notAllowed:
    'Only editors and owners can export this deal. An admin of the organization can allow it for viewers and commenters.',
  start: 'Export file',
  earlier: 'Your exports',
  keptFor: 'Files are deleted after {days, number} days.',
  making: 'Making the file, {share}',
  waiting: 'Waiting',
  details: '{format}, {size}, {time}',
  download: 'Download',
  downloadNamed: 'Download {name}',
  failed: '{format}: {problem}',
  showMore: 'Show earlier exports',
})
