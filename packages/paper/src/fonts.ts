import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

export type FontName = 'regular' | 'bold' | 'italic' | 'boldItalic'

const files: Readonly<Record<FontName, string>> = {
  regular: '400Regular/Inter_400Regular.ttf',
  bold: '600SemiBold/Inter_600SemiBold.ttf',
  italic: '400Regular_Italic/Inter_400Regular_Italic.ttf',
  boldItalic: '600SemiBold_Italic/Inter_600SemiBold_Italic.ttf',
}

export const fontNames = Object.keys(files) as FontName[]

const { resolve } = createRequire(import.meta.url)

export const fontPath = (name: FontName): string => resolve(`@expo-google-fonts/inter/${files[name]}`)

const loaded = new Map<FontName, Buffer>()

/** The font as a file; read once for each thread. */
export const fontFile = (name: FontName): Buffer => {
  const file = loaded.get(name) ?? readFileSync(fontPath(name))
  loaded.set(name, file)
  return file
}

let regular: Font | undefined

const coverage = (): Font => {
  const font = regular ?? create(fontFile('regular'))
  if (!('hasGlyphForCodePoint' in font)) throw new Error('The font is a collection of fonts')
  regular = font
  return font
}

/** Joiners and selectors that have no shape of their own. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u

/** Stands for a character that the font lacks: a reader sees that something is there. */
const missing = '□'

/** The text with the characters that the font can draw. */
export const drawable = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const font = coverage()
  return Array.from(text.normalize('NFC'), (char) => {
    if (char === '\u00a0' || char === '\u202f') return '\u00a0'
    if (ignorable.test(char)) return ''
    return font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0) ? char : missing
  }).join('')
}
