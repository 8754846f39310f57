import { byConvention } from './convention.ts'
import { type NameCandidate, nameCandidates } from './name-candidates.ts'
import { type NameParts, nameParts } from './name-parts.ts'
import type { ReadFile } from './read-file.ts'

/** What the files suggest as the name of their deal. */
export interface NameSuggestion {
  name: string | null
  confidence: number | null
  parts: NameParts
  convention: string | null
  candidates: readonly NameCandidate[]
}

/** Of each file; a name stands at its beginning. */
const mostLines = 400

/** Undefined before there is any file. */
export const suggestName = (
  files: readonly ReadFile[],
  settings: Readonly<Record<string, unknown>>,
): NameSuggestion | undefined => {
  if (files.length === 0) return undefined
  const read = files.map((file) => ({ ...file, lines: file.lines.slice(0, mostLines) }))
  const candidates = nameCandidates(read)
  const [best] = candidates
  const parts = nameParts(read, best?.name)
  return {
    name: best?.name ?? null,
    confidence: best?.confidence ?? null,
    parts,
    convention: byConvention(parts, settings),
    candidates,
  }
}
