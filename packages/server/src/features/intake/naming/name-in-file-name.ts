import { withoutDocumentWords } from './without-document-words.ts'

const noise = [
  // Versions and copies: v3, v2.1, (2), rev4.
  /\b(?:v|ver|version|rev)[\s.]?\d+(?:\.\d+)*\b/gi,
  /\(\d+\)/g,
  // Days and months: 2026-11-15, 15.11.2026, 20261115, Nov 2026.
  /\b\d{4}-\d{1,2}(?:-\d{1,2})?\b/g,
  /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/g,
  /\b20\d{6}\b/g,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+20\d\d\b/gi,
]

/** "Riverside_Apartments_model_v3_2026-11-15.xlsx" is "Riverside Apartments"; nothing may be left of "model v3.xlsx". */
export const nameInFileName = (fileName: string): string => {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
  const spaced = stem.replaceAll(/[_+]+/g, ' ').replaceAll(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
  const quiet = noise.reduce((text, form) => text.replaceAll(form, ' '), spaced)
  const name = withoutDocumentWords(quiet)
  return /\p{L}/u.test(name) ? name : ''
}
