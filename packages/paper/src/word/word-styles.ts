import { type IStylesOptions, LineRuleType } from 'docx'
import { colors } from '../pdf/style.ts'

const font = 'Arial'
const hex = (color: string): string => color.slice(1)

/** Sizes are in half points, spaces in twentieths of a point. */
export const wordStyles = (accent: string): IStylesOptions => ({
  default: {
    document: { run: { font, size: 20, color: hex(colors.text), language: { value: 'en-US' } } },
    title: {
      run: { font, size: 60, bold: true, color: hex(colors.text) },
      paragraph: { spacing: { before: 2_200, after: 120 } },
    },
    heading1: {
      run: { font, size: 30, bold: true, color: hex(colors.text) },
      paragraph: { spacing: { before: 420, after: 140 }, keepNext: true, outlineLevel: 0 },
    },
    heading2: {
      run: { font, size: 23, bold: true, color: hex(colors.text) },
      paragraph: { spacing: { before: 260, after: 80 }, keepNext: true, outlineLevel: 1 },
    },
    heading3: {
      run: { font, size: 20, bold: true, color: hex(colors.text) },
      paragraph: { spacing: { before: 200, after: 60 }, keepNext: true, outlineLevel: 2 },
    },
    heading4: {
      run: { font, size: 20, bold: true, color: hex(colors.secondary) },
      paragraph: { spacing: { before: 160, after: 60 }, keepNext: true, outlineLevel: 3 },
    },
    footnoteText: { run: { font, size: 16, color: hex(colors.secondary) } },
    footnoteReference: { run: { superScript: true, color: accent } },
  },
  paragraphStyles: [
    style('MemoBody', 'Memo body', {}, { spacing: { after: 140, line: 300, lineRule: LineRuleType.AUTO } }),
    style(
      'MemoQuote',
      'Memo quote',
      { italics: true, color: hex(colors.secondary) },
      { spacing: { after: 140, line: 300, lineRule: LineRuleType.AUTO } },
    ),
    style('MemoCode', 'Memo code', { font: 'Courier New', size: 17 }, { spacing: { after: 0 } }),
    style('MemoNote', 'Memo note', { size: 15, color: hex(colors.quiet) }, { spacing: { before: 40, after: 120 } }),
    style('MemoCaption', 'Memo caption', { bold: true }, { spacing: { before: 160, after: 60 }, keepNext: true }),
    style('MemoTable', 'Memo table', { size: 17 }, { spacing: { after: 0 } }),
    style(
      'MemoCallout',
      'Memo callout',
      { size: 18 },
      { spacing: { after: 0, line: 290, lineRule: LineRuleType.AUTO }, indent: { left: 160 } },
    ),
    style('MemoSubtitle', 'Memo subtitle', { size: 24, color: hex(colors.secondary) }, { spacing: { after: 400 } }),
    style('MemoContents', 'Memo contents title', { size: 30, bold: true }, { spacing: { after: 160 }, keepNext: true }),
  ],
})

type ParagraphStyle = NonNullable<IStylesOptions['paragraphStyles']>[number]

const style = (
  id: string,
  name: string,
  run: NonNullable<ParagraphStyle['run']>,
  paragraph: NonNullable<ParagraphStyle['paragraph']>,
): ParagraphStyle => ({ id, name, basedOn: 'Normal', quickFormat: true, run, paragraph })
