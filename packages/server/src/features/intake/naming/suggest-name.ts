import { byConvention } from './convention.ts'
import { type NameCandidate, nameCandidates } from './name-candidates.ts'
import { type NameParts, nameParts } from './name-parts.ts'
import { beginningOf, type ReadFile } from './read-file.ts'

/** The deal name that the files suggest. */
export interface NameSuggestion {
  name: string | null
  confidence: number | null
  parts: NameParts
  convention: string | null
  candidates: readonly NameCandidate[]
}

/** Undefined without files. */
export const suggestName = (
  files: readonly ReadFile[],
  settings: Readonly<Record<string, unknown>>,
): NameSuggestion | undefined => {
  if (files.length === 0) return undefined
  const read = files.map(beginningOf)
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
