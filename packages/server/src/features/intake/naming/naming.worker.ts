import type { ReadFile } from './read-file.ts'
import { type NameSuggestion, suggestName } from './suggest-name.ts'

/** What the files suggest as the name of their deal. */
export const suggest = ({
  files,
  settings,
}: {
  files: readonly ReadFile[]
  settings: Readonly<Record<string, unknown>>
}): NameSuggestion | undefined => suggestName(files, settings)
