import type { Run } from '../content/flow.ts'
import { drawable, type FontName } from '../fonts.ts'
import { colors, fontOf, type TextStyle } from './style.ts'

export interface Piece {
  text: string
  font: FontName
  size: number
  color: string
  /** How far above the line. */
  rise: number
  tabular: boolean
  link?: string
  /** From the start of the line. */
  x: number
  width: number
}

export interface Line {
  pieces: Piece[]
  width: number
  height: number
  /** From the top of the line to its baseline. */
  ascent: number
}

export type Measure = (text: string, font: FontName, tabular: boolean) => number

interface Word {
  pieces: Omit<Piece, 'x'>[]
  width: number
  /** Part of the same word as the one before. */
  isContinued: boolean
}

export interface TextLines {
  /** Breaks text into lines of at most this width. */
  lines(runs: readonly Run[], style: TextStyle, width: number): Line[]
  /** The widths of the whole text on one line and of its longest word. */
  widths(runs: readonly Run[], style: TextStyle): { whole: number; word: number }
}

/** Breaks text into lines. `measure` gives the width of a text in a font of size 1. */
export const createTextLines = (measure: Measure, accent: string): TextLines => {
  const pieceOf = (text: string, run: Run, style: TextStyle): Omit<Piece, 'x'> => {
    const font = fontOf(run.bold ?? style.bold ?? false, run.italic ?? style.italic ?? false)
    const tabular = style.tabular === true
    const size = run.source === undefined ? style.size : style.size * 0.68
    return {
      text,
      font,
      size,
      color: colorOf(run, style, accent),
      rise: run.source === undefined ? 0 : style.size * 0.36,
      tabular,
      width: measure(text, font, tabular) * size,
      ...(run.link === undefined ? {} : { link: run.link }),
    }
  }

  const wordsOf = (runs: readonly Run[], style: TextStyle): Word[] => {
    const words: Word[] = []
    let pieces: Omit<Piece, 'x'>[] = []
    const flush = (): void => {
      if (pieces.length > 0) words.push({ pieces, width: widthOf(pieces), isContinued: false })
      pieces = []
    }
    for (const run of runs) {
      drawable(run.text)
        .split(' ')
        .forEach((part, n) => {
          if (n > 0) flush()
          if (part !== '') pieces.push(pieceOf(part, run, style))
        })
    }
    flush()
    return words
  }

  /** Breaks a word that is wider than a line. */
  const chunksOf = (word: Word, width: number): Word[] => {
    if (word.width <= width) return [word]
    const chunks: Word[] = []
    let pieces: Omit<Piece, 'x'>[] = []
    let used = 0
    const flush = (): void => {
      if (pieces.length > 0) chunks.push({ pieces, width: used, isContinued: chunks.length > 0 })
      pieces = []
      used = 0
    }
    for (const piece of word.pieces) {
      let text = ''
      let textWidth = 0
      const take = (): void => {
        if (text !== '') pieces.push({ ...piece, text, width: textWidth })
        text = ''
        textWidth = 0
      }
      for (const char of piece.text) {
        const charWidth = measure(char, piece.font, piece.tabular) * piece.size
        if (used > 0 && used + charWidth > width) {
          take()
          flush()
        }
        text += char
        textWidth += charWidth
        used += charWidth
      }
      take()
    }
    flush()
    return chunks
  }

  return {
    lines: (runs, style, width) => {
      const height = style.size * style.leading
      const ascent = (height - style.size) / 2 + style.size * 0.86
      const lines: Line[] = []
      let line: Line = { pieces: [], width: 0, height, ascent }
      for (const word of wordsOf(runs, style).flatMap((whole) => chunksOf(whole, Math.max(1, width)))) {
        const [first] = word.pieces
        const last = line.pieces.at(-1)
        const isSpaced = last !== undefined && !word.isContinued
        const space = isSpaced ? measure(' ', last.font, false) * style.size : 0
        if (last !== undefined && line.width + space + word.width > width + 0.01) {
          lines.push(line)
          line = { pieces: [], width: 0, height, ascent }
        } else if (isSpaced && first !== undefined) {
          // A space of its own keeps words apart when the text is copied out of the file.
          if (last.rise === 0) last.text += ' '
          else line.pieces.push({ ...last, text: ' ', size: style.size, rise: 0, x: line.width, width: space })
          if (last.rise === 0) last.width += space
          line.width += space
        }
        for (const piece of word.pieces) {
          append(line, piece)
          line.width += piece.width
        }
      }
      return [...lines, line].filter(({ pieces }) => pieces.length > 0)
    },
    widths: (runs, style) => {
      const words = wordsOf(runs, style)
      const spaces = Math.max(0, words.length - 1) * measure(' ', 'regular', false) * style.size
      let word = 0
      let whole = spaces
      for (const { width } of words) {
        word = Math.max(word, width)
        whole += width
      }
      return { whole, word }
    },
  }
}

const widthOf = (pieces: readonly { width: number }[]): number => pieces.reduce((sum, { width }) => sum + width, 0)

/** Neighbors in the same style are drawn as one text. */
const append = (line: Line, piece: Omit<Piece, 'x'>): void => {
  const last = line.pieces.at(-1)
  const isSame =
    last !== undefined &&
    last.font === piece.font &&
    last.size === piece.size &&
    last.color === piece.color &&
    last.rise === piece.rise &&
    last.link === piece.link
  if (!isSame) {
    line.pieces.push({ ...piece, x: line.width })
    return
  }
  last.text += piece.text
  last.width += piece.width
}

const colorOf = (run: Run, style: TextStyle, accent: string): string => {
  if (run.source !== undefined || run.link !== undefined) return accent
  if (run.breached === true) return colors.breach
  return run.quiet === true ? colors.quiet : run.code === true ? colors.secondary : style.color
}
