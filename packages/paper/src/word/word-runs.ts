import { ExternalHyperlink, FootnoteReferenceRun, type IRunOptions, TextRun } from 'docx'
import type { Run } from '../content/flow.ts'
import { colors } from '../pdf/style.ts'

export type WordRun = TextRun | FootnoteReferenceRun | ExternalHyperlink

export interface WordRuns {
  of(runs: readonly Run[], style?: IRunOptions): WordRun[]
}

/** Turns runs into those of Word, with a footnote where a source is cited first. */
export const createWordRuns = (accent: string): WordRuns => {
  const cited = new Set<number>()

  const sourceRun = (number: number): WordRun => {
    // Word numbers each mark anew, so that a second mark for the same footnote would get another number.
    if (cited.has(number)) return new TextRun({ text: String(number), superScript: true, color: accent })
    cited.add(number)
    return new FootnoteReferenceRun(number)
  }

  return {
    of: (runs, style = {}) =>
      runs
        .filter(({ text }) => text !== '')
        .map((run) => {
          if (run.source !== undefined) return sourceRun(run.source)
          const color = run.breached === true ? colors.breach : run.quiet === true ? colors.quiet : undefined
          const options: IRunOptions = {
            ...style,
            text: run.text,
            ...(run.bold === true ? { bold: true } : {}),
            ...(run.italic === true ? { italics: true } : {}),
            ...(run.code === true ? { font: 'Courier New' } : {}),
            ...(color === undefined ? {} : { color: color.slice(1) }),
          }
          if (run.link === undefined) return new TextRun(options)
          const shown = new TextRun({ ...options, color: accent, underline: {} })
          return new ExternalHyperlink({ link: run.link, children: [shown] })
        }),
  }
}
