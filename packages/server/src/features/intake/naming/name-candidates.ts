import { lineParts } from './line-parts.ts'
import { nameInFileName } from './name-in-file-name.ts'
import type { ReadFile } from './read-file.ts'
import { withoutDocumentWords } from './without-document-words.ts'

export interface NameCandidate {
  name: string
  /** The file, and where in it. */
  source: string
  /** 0 to 1. */
  confidence: number
}

/** Labels that stand before a name, with how sure that makes it. */
const labels: readonly (readonly [RegExp, number])[] = [
  [/^(?:deal|transaction|investment|project|property|asset|company|target|issuer|portfolio)\s+name$/i, 0.9],
  [/^name of (?:the )?(?:property|company|project|deal)$/i, 0.9],
  [/^(?:property|asset|company|target|project|issuer)$/i, 0.75],
]

const trustIn = { title: 0.65, heading: 0.6, fileName: 0.45 } as const
/** Sure of nothing: two files may repeat one mistake. */
const mostConfidence = 0.98
const mostCandidates = 5
const mostWords = 8

const isName = (text: string): boolean =>
  text.length <= 120 &&
  /\p{L}{2}/u.test(text) &&
  text.split(/\s+/).length <= mostWords &&
  !/^(?:n\/?a|tbd|none|yes|no|true|false|total|date|year|month|sheet\s?\d*)$/i.test(text) &&
  !/[.!?]$/.test(text)

const labelled = ({ fileName, lines }: ReadFile): NameCandidate[] =>
  lines.flatMap((line) => {
    const [label = '', value = ''] = lineParts(line)
    const bare = label.replace(/[:*]$/, '').trimEnd()
    const known = labels.find(([form]) => form.test(bare))
    return known !== undefined && isName(value)
      ? [{ name: value, source: `${fileName}: ${label}`, confidence: known[1] }]
      : []
  })

const headed = ({ fileName, title, lines }: ReadFile): NameCandidate[] => {
  const [first = ''] = lineParts(lines[0] ?? '')
  return [
    { said: title ?? '', source: `${fileName}: title`, confidence: trustIn.title },
    { said: first, source: `${fileName}: heading`, confidence: trustIn.heading },
  ].flatMap(({ said, source, confidence }) => {
    const name = withoutDocumentWords(said)
    return isName(name) ? [{ name, source, confidence }] : []
  })
}

const fromFileName = ({ fileName }: ReadFile): NameCandidate[] => {
  const name = nameInFileName(fileName)
  return isName(name) ? [{ name, source: fileName, confidence: trustIn.fileName }] : []
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Sources that say the same make each other surer, each file once. */
const joined = (all: readonly NameCandidate[]): NameCandidate[] => {
  const byName = new Map<string, NameCandidate[]>()
  for (const candidate of all) {
    const key = keyOf(candidate.name)
    const same = byName.get(key)
    if (same === undefined) byName.set(key, [candidate])
    else same.push(candidate)
  }
  return [...byName.values()].flatMap((same) => {
    const [surest] = same.toSorted((one, other) => other.confidence - one.confidence)
    if (surest === undefined) return []
    const doubt = same.reduce((product, { confidence }) => product * (1 - confidence), 1)
    return [{ ...surest, confidence: Math.round(Math.min(mostConfidence, 1 - doubt) * 100) / 100 }]
  })
}

/** Names that the files suggest, the surest first. */
export const nameCandidates = (files: readonly ReadFile[]): NameCandidate[] =>
  joined(files.flatMap((file) => [...labelled(file), ...headed(file), ...fromFileName(file)]))
    .toSorted((one, other) => other.confidence - one.confidence || (one.name < other.name ? -1 : 1))
    .slice(0, mostCandidates)
