import { readMarkdown } from './read-markdown.ts'

/** A piece of shown text and where it stands in the source. */
export interface Run {
  readonly text: string
  readonly from: number
  readonly to: number
  /** Whether each character is one of the source; otherwise the piece can only be taken whole. */
  readonly exact: boolean
  /** The metric whose number is shown in its place. */
  readonly metric?: string | undefined
}

const escapable = /[!-/:-@[-`{-~]/
const reference = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{0,31});/iy
const indent = /[ \t]*/y
const lineEnd = /[ \t]*(?:\r\n|\n|\r)/y

const matchAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** What a character reference stands for, as the reader of the Markdown itself takes it. */
const meaningOf = (written: string): string => {
  const [block] = readMarkdown(written).children
  const [text] = block?.type === 'paragraph' ? block.children : []
  return text?.type === 'text' ? text.value : written
}

/** Past the indentation and the quote marks that a line inside of a list or a quote begins with. */
const lineStart = (source: string, at: number, first: string | undefined): number => {
  let next = at + (matchAt(indent, source, at)?.length ?? 0)
  while (source[next] === '>' && first !== '>') next += 1 + (matchAt(indent, source, next + 1)?.length ?? 0)
  return next
}

interface Step {
  /** How much of the source, and how much of the text it became. */
  readonly source: number
  readonly text: number
}

/** What the source has for the text from here on; undefined where they do not fit. */
const step = (source: string, at: number, value: string, done: number): Step | undefined => {
  const char = value[done]
  if (source[at] === '\\' && char === source[at + 1] && escapable.test(char ?? '')) return { source: 2, text: 1 }
  if (source[at] === '&') {
    const written = matchAt(reference, source, at)
    const meaning = written === undefined ? undefined : meaningOf(written)
    if (written !== undefined && meaning !== undefined && meaning !== written && value.startsWith(meaning, done))
      return { source: written.length, text: meaning.length }
  }
  const end = matchAt(lineEnd, source, at)
  if (end !== undefined && (char === '\n' || char === '\r')) {
    const text = value.startsWith('\r\n', done) ? 2 : 1
    return { source: lineStart(source, at + end.length, value[done + text]) - at, text }
  }
  return source[at] === char ? { source: 1, text: 1 } : undefined
}

/**
 * Finds the text of a node again in its source, from which it differs by escapes, references and the beginnings of
 * lines. Where that fails the text stands for all of its source, so that nothing shown is ever lost.
 */
export const alignText = (source: string, from: number, to: number, value: string): Run[] => {
  const runs: Run[] = []
  let at = from
  let done = 0
  let begun = { at, done }
  const close = () => {
    if (done > begun.done) runs.push({ text: value.slice(begun.done, done), from: begun.at, to: at, exact: true })
  }
  while (done < value.length) {
    const next = at < to ? step(source, at, value, done) : undefined
    if (next === undefined) return [{ text: value, from, to, exact: false }]
    if (next.source !== next.text || source.slice(at, at + next.source) !== value.slice(done, done + next.text)) {
      close()
      runs.push({ text: value.slice(done, done + next.text), from: at, to: at + next.source, exact: false })
      begun = { at: at + next.source, done: done + next.text }
    }
    at += next.source
    done += next.text
  }
  close()
  return at === to ? runs : [{ text: value, from, to, exact: false }]
}
