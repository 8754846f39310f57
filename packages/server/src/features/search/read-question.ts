import { metricCatalogue } from '@deal-canvas/engine'
import { fold } from './fold.ts'

/** What somebody searches for. */
export interface Question {
  /** Words and quoted phrases; all must be found. */
  units: string[]
  /** Whether the last word may be the beginning of one. */
  isOpen: boolean
  /** Metrics that are usually called so. */
  metricKeys: string[]
}

/** More words only cost time: the first ones decide. */
const maxUnits = 20

const unitForm = /"([^"]*)"?|([^\s"]+)/gu

/** The words of a text, as they are compared. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

const namesOfMetrics = new Map<string, string[]>()
for (const { key, label, synonyms } of metricCatalogue)
  for (const name of new Set([label, ...synonyms].map((said) => wordsOf(said).join(' '))))
    namesOfMetrics.set(name, [...(namesOfMetrics.get(name) ?? []), key])

export const readQuestion = (asked: string): Question => {
  const units = [...asked.matchAll(unitForm)]
    .map(([, phrase, word]) => phrase ?? word ?? '')
    .filter((unit) => wordsOf(unit).length > 0)
  return {
    units: units.slice(0, maxUnits),
    isOpen: units.length <= maxUnits && !/["\s]$/u.test(asked),
    metricKeys: namesOfMetrics.get(wordsOf(asked).join(' ')) ?? [],
  }
}
