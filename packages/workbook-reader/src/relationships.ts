import { scanPart } from './xml-scanner.ts'
import { attributeOf } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** A relationship from one part of a package to another. */
export interface Relationship {
  readonly id: string
  /** The last segment of its type, such as `worksheet`. */
  readonly kind: string
  /** The name of the other part; for an external target, the address as it is. */
  readonly target: string
  readonly isExternal: boolean
}

/** Resolves `../tables/table1.xml` relative to a part's folder. */
const resolve = (from: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const folders = from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') folders.pop()
    else if (step !== '.') folders.push(step)
  }
  return folders.join('/')
}

/** The relationships of a part, or of the package itself if the part is ''. */
export const relationshipsOf = (zip: Zip, part: string): Relationship[] => {
  const found: Relationship[] = []
  const at = part.lastIndexOf('/') + 1
  scanPart(zip, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`, {
    open: (name, tag) => {
      if (name !== 'Relationship') return
      const isExternal = attributeOf(tag, 'TargetMode') === 'External'
      const target = attributeOf(tag, 'Target') ?? ''
      found.push({
        id: attributeOf(tag, 'Id') ?? '',
        kind: attributeOf(tag, 'Type')?.split('/').at(-1) ?? '',
        target: isExternal ? target : resolve(part, target),
        isExternal,
      })
    },
  })
  return found
}
