import { withoutEnd } from './without-ends.ts'

/** Words that describe a document and are not part of a deal name. */
const words = [
  'strictly confidential',
  'confidential',
  'comparable company',
  'comparable companies',
  'investment committee',
  'table of contents',
  'offering memorandum',
  'information memorandum',
  'investment memorandum',
  'investment memo',
  'management presentation',
  'financial model',
  'acquisition model',
  'investment model',
  'operating model',
  'lbo model',
  'model',
  'underwriting',
  'pro forma',
  'proforma',
  'rent roll',
  'trailing twelve months',
  'executive summary',
  'summary',
  'teaser',
  'overview',
  'presentation',
  'memo',
  'memorandum',
  'workbook',
  'analysis',
  'assumptions',
  'cash flow',
  'cim',
  'om',
  't12',
  't-12',
  'draft',
  'final',
  'copy',
  'clean',
  'vf',
]

const form = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')

/** "Riverside Apartments – Acquisition Model" becomes "Riverside Apartments". */
export const withoutDocumentWords = (text: string): string =>
  withoutEnd(
    text
      .replaceAll(form, ' ')
      .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[ \-–—|:,.&#]+/, ''),
    ' -–—|:,&',
  )
