import { attributeOf, scanPart, type Zip } from '@deal-canvas/workbook-reader'
import { refuseLargePart } from './part-text.ts'

/** What a paragraph style says about the structure. */
export interface WordStyle {
  /** 1 to 6, or 0 for body text. */
  readonly heading: number
  readonly numId?: string
  readonly level?: number
}

interface DeclaredStyle {
  name: string
  basedOn?: string
  outline?: number
  numId?: string
  level?: number
}

const maxBytes = 16 * 1024 * 1024
/** A style can be based on another one; a longer chain is a cycle. */
const maxBases = 12
const maxHeading = 6

const headingOf = ({ name, outline }: DeclaredStyle): number | undefined => {
  if (/^title$/i.test(name)) return 1
  const [, level] = /^heading ?([1-9])$/i.exec(name) ?? []
  if (level !== undefined) return Math.min(Number(level), maxHeading)
  if (outline === undefined) return undefined
  return outline < 9 ? Math.min(outline + 1, maxHeading) : 0
}

/** Reads the paragraph styles of a Word document. An undeclared style is known by its id alone. */
export const readWordStyles = (zip: Zip): ((id: string) => WordStyle) => {
  const part = 'word/styles.xml'
  refuseLargePart(zip, part, maxBytes)
  const declared = new Map<string, DeclaredStyle>()
  let style: DeclaredStyle | undefined
  scanPart(zip, part, {
    open: (name, tag) => {
      const value = (): string => attributeOf(tag, ':val') ?? ''
      if (name === 'style') {
        style = { name: '' }
        declared.set(attributeOf(tag, ':styleId') ?? '', style)
      } else if (style === undefined) return
      else if (name === 'name') style.name = value()
      else if (name === 'basedOn') style.basedOn = value()
      else if (name === 'outlineLvl') style.outline = Number(value())
      else if (name === 'numId') style.numId = value()
      else if (name === 'ilvl') style.level = Number(value())
    },
    close: (name) => {
      if (name === 'style') style = undefined
    },
  })
  const resolve = (id: string): WordStyle => {
    const chain: DeclaredStyle[] = []
    for (let at: string | undefined = id; at !== undefined && chain.length < maxBases; ) {
      const found: DeclaredStyle = declared.get(at) ?? { name: at }
      chain.push(found)
      at = found.basedOn
    }
    const first = <Value>(of: (style: DeclaredStyle) => Value | undefined): Value | undefined =>
      chain.map(of).find((value) => value !== undefined)
    const [numId, level] = [first((style) => style.numId), first((style) => style.level)]
    return {
      heading: first(headingOf) ?? 0,
      ...(numId === undefined ? {} : { numId }),
      ...(level === undefined ? {} : { level }),
    }
  }
  const known = new Map<string, WordStyle>()
  return (id) => {
    const style = known.get(id) ?? resolve(id)
    known.set(id, style)
    return style
  }
}
