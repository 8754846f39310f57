import { readSection } from '@deal-canvas/memo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mark } from '../comments/section-marks.ts'
import { paint } from './paint.ts'
import { passageOf } from './passage-of.ts'

/** Arbitrary text with plenty of Markdown syntax. */
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom('**', '*', '_', '`', '```\n', '[[noi]]', '[[dscr]]', '\\', '&amp;', '&#35;', '&copy;', '<b>'),
      fc.constantFrom('\n', '\n\n', '  \n', '\r\n', '> ', '- ', '1. ', '# ', '| a | b |\n|---|---|\n| ', ' | ', '    '),
      fc.constantFrom('[a](https://a.example)', '![pic](https://a.example/p.png)', '[a]: https://a.example\n', '---\n'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.lorem({ maxCount: 3 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

const shown = (source: string): string =>
  readSection(source)
    .all.map(({ text }) => text)
    .join('')

const aMark = (from: number, to: number, commentId = 'c'): Mark => ({ commentId, from, to, look: 'comment' })

describe('text of a section', () => {
  it('maps every run to its position in the source, in source order', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        let end = 0
        for (const run of readSection(source).all) {
          expect(run.from).toBeGreaterThanOrEqual(end)
          expect(run.to).toBeLessThanOrEqual(source.length)
          if (run.exact) expect(source.slice(run.from, run.to)).toBe(run.text)
          end = run.to
        }
      }),
    )
  })

  it('keeps every word, whatever syntax surrounds it', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const wrap = fc.constantFrom(
      (text: string) => `**${text}**`,
      (text: string) => `- ${text}`,
      (text: string) => `> ${text}`,
      (text: string) => `\n\n# ${text}\n\n`,
      (text: string) => `<div>${text}</div>`,
      (text: string) => `\`${text}\``,
      (text: string) => `\n\n[${text}]: https://a.example\n\n`,
      (text: string) => `\n\n| ${text} |\n|---|\n| ${text} |\n\n`,
      (text: string) => `\\*${text}\\* &amp;`,
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(word, wrap), { maxLength: 8 }), (parts) => {
        const text = shown(parts.map(([inner, around]) => around(inner)).join('\n'))
        for (const [inner] of parts) expect(text).toContain(inner)
      }),
    )
  })

  it.each([
    ['a \\* b', 'a * b'],
    ['tea &amp; cake', 'tea & cake'],
    ['> first\n> second', 'first\nsecond'],
    ['- first\n  second', 'first\nsecond'],
    ['one  \r\ntwo', 'onetwo'],
    ['a | b \\| c', 'a | b | c'],
  ])('maps the rendered text of %j exactly to its source', (source, text) => {
    expect(shown(source)).toBe(text)
    expect(readSection(source).all.some(({ exact }) => exact)).toBe(true)
  })

  it('shows HTML as text', () => {
    expect(shown('<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
    expect(shown('a <b>bold</b> claim')).toBe('a <b>bold</b> claim')
  })

  it('reads [[key]] as a number, and as text if it is escaped or code', () => {
    const metrics = (source: string) => readSection(source).all.flatMap(({ metric }) => metric ?? [])
    expect(metrics('NOI of [[noi]], covered [[dscr]].')).toEqual(['noi', 'dscr'])
    expect(metrics('| NOI |\n|---|\n| [[noi]] |')).toEqual(['noi'])
    expect(metrics('\\[[noi]] and `[[noi]]`')).toEqual([])
    expect(metrics('[[Not A Key]]')).toEqual([])
  })
})

describe('marks in the text', () => {
  it('never loses or duplicates a letter when painting marks', () => {
    const place = fc.nat({ max: 200 })
    fc.assert(
      fc.property(markdown, fc.array(fc.tuple(place, place), { maxLength: 5 }), (source, places) => {
        const { all } = readSection(source)
        const marks = places.map(([a, b], index) => aMark(Math.min(a, b), Math.max(a, b), `c${index}`))
        const painted = paint(all, marks)
        for (const run of all) expect((painted.get(run) ?? []).map(({ text }) => text).join('')).toBe(run.text)
      }),
    )
  })

  it('paints marks over exactly the selected text, and over numbers as a whole', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), fc.nat(), (source, first, second) => {
        const { all } = readSection(source)
        fc.pre(all.length > 0)
        const [a, b] = [first % all.length, second % all.length].sort((x, y) => x - y)
        const [from, to] = [all[a ?? 0]?.from ?? 0, all[b ?? 0]?.to ?? 0]
        const painted = paint(all, [aMark(from, to)])
        all.forEach((run, index) => {
          const inside = index >= (a ?? 0) && index <= (b ?? 0)
          for (const piece of painted.get(run) ?? []) expect(piece.marks.length).toBe(inside ? 1 : 0)
        })
      }),
    )
  })

  it('ends each mark exactly once, wherever in the syntax it ends', () => {
    fc.assert(
      fc.property(markdown, fc.nat({ max: 100 }), fc.integer({ min: 1, max: 100 }), (source, from, length) => {
        const { all } = readSection(source)
        const pieces = [...paint(all, [aMark(from, from + length)]).values()].flat()
        const covered = pieces.some(({ marks }) => marks.length > 0)
        expect(pieces.flatMap(({ ending }) => ending).length).toBe(covered ? 1 : 0)
      }),
    )
  })
})

describe('passages', () => {
  const place = { sectionKey: 'summary', version: 3 }

  it('takes the source between two positions as a passage, with up to 200 characters of context', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 900 }), fc.nat(), fc.nat(), (content, first, second) => {
        const [from = 0, to = 0] = [first % content.length, second % content.length].sort((x, y) => x - y)
        const { prefix, text, suffix } = passageOf({ ...place, content }, from, to)
        expect(content).toContain(prefix + text + suffix)
        expect(prefix.length).toBeLessThanOrEqual(200)
        expect(suffix.length).toBeLessThanOrEqual(200)
      }),
    )
  })

  it('does not cut a character of a passage in two', () => {
    const content = `${'👍'.repeat(150)}x${'👍'.repeat(150)}`
    const { prefix, suffix } = passageOf({ ...place, content: `a${content}b` }, 301, 302)
    for (const text of [prefix, suffix]) expect(() => encodeURIComponent(text)).not.toThrow()
  })
})
