import { readExternalValues } from './external-values.ts'
import { type Relationship, relationshipsOf } from './relationships.ts'
import type { ExternalLink } from './workbook.ts'
import type { Zip } from './zip.ts'

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    // A percent sign that is part of the name, not an escape.
    return address
  }
}

/** The files that a workbook refers to, in the order of their numbers in formulas. */
export const readExternalLinks = (
  zip: Zip,
  ids: readonly string[],
  relations: readonly Relationship[],
  count: () => void,
): ExternalLink[] =>
  ids.map((id) => {
    const part = relations.find((relation) => relation.id === id)?.target
    const target =
      part === undefined
        ? ''
        : decoded(relationshipsOf(zip, part).find((relation) => relation.isExternal)?.target ?? '')
    const sheets = part === undefined ? [] : readExternalValues(zip, part, count)
    return { target, fileName: target.split(/[\\/]/).at(-1) ?? '', ...(sheets.length === 0 ? {} : { sheets }) }
  })
