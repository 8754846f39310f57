import { maxSectionKeyLength } from '@deal-canvas/contract'
/** A unique key for a new section, derived from its title. */
export const sectionKeyFor = (title: string, isTaken: (key: string) => boolean): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  const stem = (words || 'section').slice(0, maxSectionKeyLength - 4).replace(/_$/, '')
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? stem : `${stem}_${number}`
    if (!isTaken(key)) return key
  }
}
