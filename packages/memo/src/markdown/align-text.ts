import { readMarkdown } from './read-markdown.ts'

/** A piece of rendered text and its position in the source. */
export interface Run {
  readonly text: string
  readonly from: number
  readonly to: number
  /** Whether each character corresponds to one in the source; otherwise the piece can only be selected as a whole. */
  readonly exact: boolean
  /** The metric whose value is shown instead of the text. */
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

/** The text of a character reference, as decoded by the Markdown parser itself. */
const meaningOf = (written: string): string => {
  const [block] = readMarkdown(written).children
  const [text] = block?.type === 'paragraph' ? block.children : []
  return text?.type === 'text' ? text.value : written
}

/** Skips the indentation and the quote markers at the start of a line in a list or quote. */
const lineStart = (source: string, at: number, first: string | undefined): number => {
  let next = at + (matchAt(indent, source, at)?.length ?? 0)
  while (source[next] === '>' && first !== '>') next += 1 + (matchAt(indent, source, next + 1)?.length ?? 0)
  return next
}

interface Step {
  /** The consumed length in the source and in the text. */
  readonly source: number
  readonly text: number
}

/** Matches the next part of the source with the text; undefined: they differ. */
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
 * Aligns the text of a node with its source, from which it differs by escapes, character references and line starts. If
 * that fails, the text is mapped to its whole source, so that no rendered text is lost.
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
