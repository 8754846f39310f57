import type { ReadFile } from './read-file.ts'
import { type NameSuggestion, suggestName } from './suggest-name.ts'

/** Suggests a deal name from the files. */
export const suggest = ({
  files,
  settings,
}: {
  files: readonly ReadFile[]
  settings: Readonly<Record<string, unknown>>
}): NameSuggestion | undefined => suggestName(files, settings)
