import { cleanName } from './clean-name.ts'
import { isTitleWord } from './generic-words.ts'

const noise = [
  // Versions and copies: v3, v2.1, (2), rev4.
  /\b(?:v|ver|version|rev)[\s.]?\d+(?:\.\d+)*\b/gi,
  /\(\d+\)/g,
  /\b(?:model|draft|final|copy)\s?\d+(?:\.\d+)*\b/gi,
  // Days and months: 2026-11-15, 15.11.2026, 20261115, Nov 2026.
  /\b\d{4}-\d{1,2}(?:-\d{1,2})?\b/g,
  /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/g,
  /\b20\d{6}\b/g,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+20\d\d\b/gi,
]

/** "Tesla-Model" is two words, "Coca-Cola" is one. */
const parted = (whole: string, a: string, b: string): string => (isTitleWord(a) || isTitleWord(b) ? `${a} ${b}` : whole)

/** A template is named after its purpose, not after a deal. */
const isTemplate = /(?<!\p{L})(?:template|sample|example|tool|test|untitled|demo)(?!\p{L})/iu

/** Text after a version is an edition, a date or an id. */
const beforeVersion = (text: string): string => {
  const at = text.search(/(?<![\p{L}\p{N}])v\d/iu)
  return at > 0 && /\p{L}{3}/u.test(text.slice(0, at)) ? text.slice(0, at) : text
}

/**
 * "Riverside_Apartments_model_v3_2026-11-15.xlsx" becomes "Riverside Apartments". The result can be empty, as for
 * "model v3.xlsx".
 */
export const nameInFileName = (fileName: string): string => {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
  const spaced = stem.replaceAll(/[_+]+/g, ' ').replaceAll(/(\p{Ll}{2})(\p{Lu}\p{Ll})/gu, '$1 $2')
  if (isTemplate.test(spaced)) return ''
  const said = beforeVersion(spaced).split(' by ')[0] ?? ''
  const quiet = noise.reduce((text, form) => text.replaceAll(form, ' '), said)
  const name = cleanName(quiet.replaceAll(/(?<!\p{L})(\p{L}+)-(\p{L}+)/gu, parted))
  return /\p{L}{3}/u.test(name) ? name : ''
}
