import { cleanName, isCompany, looksLikeName } from './clean-name.ts'
import { isGeneric, isGenericWord, wordsOf } from './generic-words.ts'
import { lineParts } from './line-parts.ts'
import { nameInFileName } from './name-in-file-name.ts'
import type { ReadFile } from './read-file.ts'

export interface NameCandidate {
  name: string
  /** The file and the position in it. */
  source: string
  /** From 0 to 1. */
  confidence: number
}

/** Labels before a name, with the confidence they give. */
const labels: readonly (readonly [RegExp, number])[] = [
  [/^(?:deal|transaction|investment|project|property|asset|company|target|issuer|portfolio)\s+name$/i, 0.9],
  [/^name of (?:the )?(?:property|company|project|deal)$/i, 0.9],
  [/^(?:property|asset|company|target|project|issuer)$/i, 0.75],
]

const trustIn = { codename: 0.85, document: 0.7, cover: 0.6, sheet: 0.35, property: 0.5, fileName: 0.45 } as const
/** Each further row of a cover is less likely to be its title. */
const doubtPerRow = 0.05
const coverRows = 6
/** Further sheets that are read for their titles; more would make a repeated menu or author look certain. */
const titledSheets = 3
/** Never fully certain: two files can repeat the same mistake. */
const maxConfidence = 0.98
const maxCandidates = 5

/** "Project Falcon", even if more text follows. */
const codename = /^(project\s+\p{Lu}[\p{L}\p{N}]{2,30})(?![\p{L}\p{N}])/iu

/** Returns a name from a title with its confidence: a codename is trusted anywhere. */
const trusted = (name: string, confidence: number): { name: string; confidence: number } => {
  const [project] = codename.exec(name) ?? []
  return project === undefined || isGeneric(project)
    ? { name, confidence }
    : { name: project, confidence: Math.max(confidence, trustIn.codename) }
}

/** Labels below this confidence head a table column as often as they introduce a name. */
const minLabelTrust = 0.8
const maxLabelParts = 3

const labeled = (file: ReadFile): NameCandidate[] =>
  file.lines.flatMap((line) => {
    const parts = lineParts(line)
    const [label = '', value = ''] = parts
    const bare = label.replace(/[:*]$/, '').trimEnd()
    const [, confidence] = labels.find(([form]) => form.test(bare)) ?? []
    const name = confidence === undefined ? '' : cleanName(value)
    if (confidence === undefined || name === '') return []
    const isSure = confidence >= minLabelTrust || (parts.length <= maxLabelParts && isSupported(name, file))
    return isSure ? [{ name, source: `${file.fileName}: ${label}`, confidence }] : []
  })

const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Whether something else in the file supports the name: the file name, a legal form, or the titles of two sheets. */
const isSupported = (name: string, { fileName, sheets = [] }: ReadFile): boolean => {
  if (isCompany(name) || codename.test(name)) return true
  const words = wordsOf(name).filter((word) => word.length >= 3 && !isGenericWord(word))
  const file = squeezed(fileName)
  if (words.some((word) => file.includes(squeezed(word)))) return true
  const key = squeezed(name)
  return sheets.filter(({ rows }) => rows.slice(0, 2).some((row) => squeezed(row).includes(key))).length >= 2
}

/** Finds names in the title and the first line of a document. */
const headed = ({ fileName, title, lines }: ReadFile): NameCandidate[] =>
  [
    { said: title ?? '', source: `${fileName}: title` },
    { said: lines.find((line) => line.trim() !== '') ?? '', source: `${fileName}: heading` },
  ].flatMap(({ said, source }) => {
    const name = cleanName(said.replace(/^#{1,6}\s/, ''))
    return name === '' ? [] : [{ source, ...trusted(name, trustIn.document) }]
  })

const isYear = /^(?:19|20)\d\d$/

/** A row with numbers is a line of the model; one with many texts is a table header. */
const titleInRow = (row: string): string => {
  const parts = lineParts(row.replaceAll(' | ', '\t'))
  const isTitle = parts.length <= 2 && !parts.slice(1).some((part) => /\d/.test(part) && !isYear.test(part))
  const name = isTitle ? cleanName(row.split(' | ')[0] ?? '') : ''
  return name !== '' && looksLikeName(name) ? name : ''
}

const isAboutFile =
  /instruction|read ?me|disclaimer|version|change ?log|guide|legend|notes|contents|index|help|about|licen[cs]e/i
const isCover = /cover|title|front|home|summary|dashboard|overview|menu/i

/** Finds names on the first sheet of a workbook and in the titles of the others. */
const onSheets = (file: ReadFile): NameCandidate[] => {
  const [cover, ...others] = (file.sheets ?? []).filter(({ name }) => !isAboutFile.test(name))
  /** In the first row, also accepts a title that nothing else supports: "Arcadia Gardens - Investment Analysis". */
  const stands = (name: string, row: string, place: number): boolean =>
    isSupported(name, file) ||
    (place === 0 && /\s/.test(name) && (isCover.test(cover?.name ?? '') || /\s[-–—|:]\s/.test(row)))
  const first = (cover?.rows ?? []).slice(0, coverRows).flatMap((row, place) => {
    const name = titleInRow(row)
    const confidence = trustIn.cover - place * doubtPerRow
    return name === '' || !stands(name, row, place)
      ? []
      : [{ source: `${file.fileName}: ${cover?.name}`, ...trusted(name, confidence) }]
  })
  const titles = others.flatMap(({ name: sheet, rows }) => {
    const name = titleInRow(rows[0] ?? '')
    return name === '' || !isSupported(name, file)
      ? []
      : [{ source: `${file.fileName}: ${sheet}`, ...trusted(name, trustIn.sheet) }]
  })
  // The first row that looks like a title is the title; rows below it are subtitles or the author.
  return [...first.slice(0, 1), ...titles.slice(0, titledSheets)]
}

const fromProperties = ({ fileName, title }: ReadFile): NameCandidate[] => {
  const name = cleanName(title ?? '')
  return name === '' ? [] : [{ source: `${fileName}: title`, ...trusted(name, trustIn.property) }]
}

const fromFileName = ({ fileName }: ReadFile): NameCandidate[] => {
  const name = nameInFileName(fileName)
  return name === '' ? [] : [{ name, source: fileName, confidence: trustIn.fileName }]
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Merges candidates with the same name: agreeing sources raise its confidence. */
const joined = (all: readonly NameCandidate[]): NameCandidate[] => {
  const byName = new Map<string, NameCandidate[]>()
  for (const candidate of all) {
    const key = keyOf(candidate.name)
    const same = byName.get(key)
    if (same === undefined) byName.set(key, [candidate])
    else same.push(candidate)
  }
  return [...byName.values()].flatMap((same) => {
    const [surest] = same.toSorted((a, b) => b.confidence - a.confidence)
    if (surest === undefined) return []
    const doubt = same.reduce((product, { confidence }) => product * (1 - confidence), 1)
    return [{ ...surest, confidence: Math.round(Math.min(maxConfidence, 1 - doubt) * 100) / 100 }]
  })
}

/** Returns the names that the files suggest, most confident first. */
export const nameCandidates = (files: readonly ReadFile[]): NameCandidate[] =>
  joined(
    files.flatMap((file) => [
      ...labeled(file),
      ...(file.sheets === undefined ? headed(file) : [...onSheets(file), ...fromProperties(file)]),
      ...fromFileName(file),
    ]),
  )
    .toSorted((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
    .slice(0, maxCandidates)
