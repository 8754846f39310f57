import { isGeneric, isTitleWord } from './generic-words.ts'
import { withoutDocumentWords } from './without-document-words.ts'
import { withoutEnd } from './without-ends.ts'

const maxLength = 120
const maxWords = 8

/** Markup, URLs, placeholders and formulas of any file type. */
const isMarkup =
  /[<>{}[\]\\]|&(?:amp|lt|gt|quot|apos|nbsp|#\d)|https?:|www\.|\.com\b|@\w|^[=#]\w|\bxmlns\b|#(?:REF|N\/A|VALUE|NAME|DIV)/i

/** Programs write their own name, or the name of a source file, into titles. */
const isSoftware =
  /\b(?:microsoft|ms (?:word|excel|powerpoint)|google (?:sheets|docs|slides)|powerpoint|libreoffice|openoffice|openpyxl|xlsxwriter|acrobat|adobe|indesign|pdfmaker|latex|macabacus|argus|bloomberg|capital iq|capiq|factset|copilot|chatgpt)\b/i

/** The author of a file is not the name of the deal. */
const isAboutAuthor =
  /^(?:by|prepared|created|compiled|modified|reviewed|written|built|designed|developed|powered|author|analyst|last modified|last updated|last saved|modeler|modeller)\b|\b(?:CFA|CPA|ACCA|FCA|MBA|Ph\.?D)\b|©|\(c\)|\bcopyright\b|\ball rights reserved\b/i

/** "Apple Inc." ends with a period and is not a sentence. */
const endsAsCompany = /(?:^|\s)(?:inc|corp|co|ltd|llc|l\.p|s\.a|plc|n\.v|b\.v|pvt|bros|jr|st)\.$/i

const day = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/
/** "(NASDAQ: PZZA)". */
const listing = /\((?:NYSE|NASDAQ|AMEX|ASX|LSE|NSE|BSE|TSX|SGX|HKEX|SEHK|JSE|XETRA)\b[^()]{0,20}\)/gi
const version = /\b(?:v|ver|version|rev|draft)[\s.]?\d+(?:\.\d+)*\b/gi

const isSentence = (text: string): boolean => /[.!?]$/.test(text) && !endsAsCompany.test(text)

/** A number belongs to the adjacent word: "12 Main Street" and "Pier 39" keep it, "Model 2" is dropped as a whole. */
const isNumber = (word: string): boolean => /^\d{1,3}$|^\d{5,}$/.test(word)

/**
 * Removes words at both ends that describe the document: "DCF Valuation of Helios Ltd – Model" becomes "Helios Ltd".
 */
const withoutTitleWords = (text: string): string => {
  const words = text.split(' ')
  const isOutside = (at: number, inward: number): boolean => {
    const word = words[at] ?? ''
    return isNumber(word) ? isTitleWord(words[at + inward] ?? '') : isTitleWord(word)
  }
  let [start, end] = [0, words.length]
  while (end > start && isOutside(end - 1, -1)) end--
  while (start < end && isOutside(start, 1)) start++
  const kept = words.slice(start, end).join(' ')
  return kept.split('(').length === kept.split(')').length ? kept : kept.replaceAll(/[()]/g, '').trim()
}

/** Removes emoji, bullets and other marks around a text. */
const trimMarks = (text: string): string => withoutEnd(text.replace(/^[^\p{L}\p{N}("“]+/u, ''), ' -–—|:,;&/*•·_')

/** "Helios — Income Statement (€m)" has the segments "Helios" and "Income Statement (€m)". */
const segmentsOf = (text: string): string[] => text.split(/\s[-–—|/•·]+\s|\s?[—–|]\s?|:\s|\s{3,}/u)

/** Extracts the deal name from a title or heading; empty if there is none. */
export const cleanName = (text: string): string => {
  const said = text
    .slice(0, 2 * maxLength)
    .replaceAll(listing, ' ')
    .trim()
  if (said.length > maxLength || isMarkup.test(said) || isSoftware.test(said) || isAboutAuthor.test(said)) return ''
  if (isSentence(said) || said.split(/\s+/).length > 2 * maxWords) return ''
  for (const segment of segmentsOf(said)) {
    const quiet = segment.replaceAll(version, ' ').replaceAll(/\s+/g, ' ').trim()
    const name = trimMarks(withoutTitleWords(trimMarks(withoutDocumentWords(quiet))))
    const isName = name.length >= 2 && name.split(' ').length <= maxWords && !isGeneric(name) && !day.test(name)
    if (isName) return name
  }
  return ''
}

/** Whether a text without a label is capitalized like a name: "Harbor Point", "NOVAFLOW", not "Đvt" or "see notes". */
export const looksLikeName = (name: string): boolean => {
  const words = name.split(' ').filter((word) => /\p{L}{2}/u.test(word))
  const proper = words.filter((word) => /^[^\p{L}]*[\p{Lu}\p{Lt}\p{Lo}]/u.test(word))
  if (words.length === 1) return proper.length === 1 && (name.length >= 4 || /^\p{Lu}{3}$/u.test(name))
  return words.length > 0 && words.length <= 6 && proper.length * 2 > words.length
}

const companyForm =
  /\b(?:inc|incorporated|corp|corporation|ltd|limited|llc|llp|plc|gmbh|ag|s\.?a|n\.?v|b\.?v|holdings?|bancorp|pvt)\b/i

/** Whether a name contains a legal form of a company. */
export const isCompany = (name: string): boolean => companyForm.test(name)
