import { cleanText } from '../content/clean-text.ts'
import { standingOf } from '../content/standing.ts'
import { drawable } from '../fonts.ts'
import { paperMessages as messages } from '../messages/paper.ts'
import type { PrintableMemo } from '../printable-memo.ts'
import type { Draw } from './draw-items.ts'
import { features, type Page } from './page.ts'
import { styles } from './style.ts'
import type { Line } from './text-lines.ts'

/** Headers and footers of all pages but the cover, and the watermark of every page. */
export const drawMargins = ({ page, text }: Draw, memo: PrintableMemo): void => {
  const { pdf } = page
  const { count } = pdf.bufferedPageRange()
  const line = (value: string, width: number): Line | undefined =>
    text.lines([{ text: cleanText(value) }], styles.running, width)[0]
  const title = line(messages.runningTitle({ deal: memo.dealName }), page.width * 0.6)
  const version = line(messages.versionLine({ version: memo.version, date: memo.versionDate }), page.width * 0.38)
  const confidentiality = line(memo.confidentiality, page.width * 0.85)
  const standing = line(standingOf(memo).join('. '), page.width)
  for (let n = 0; n < count; n++) {
    pdf.switchToPage(n)
    page.artifact(() => {
      if (memo.watermark !== undefined && memo.watermark.trim() !== '') drawWatermark(page, memo.watermark)
      if (n === 0) return
      const head = 30
      if (title !== undefined) page.line(title, page.left, head, page.width)
      if (version !== undefined) page.line(version, page.left, head, page.width, 'right')
      page.rule(head + 16)
      const foot = pdf.page.height - 44
      page.rule(foot - 6)
      if (confidentiality !== undefined) page.line(confidentiality, page.left, foot, page.width)
      if (standing !== undefined) page.line(standing, page.left, foot + 11, page.width)
      const number = line(messages.pageOf({ page: String(n + 1), pages: String(count) }), 120)
      if (number !== undefined) page.line(number, page.left, foot, page.width, 'right')
    })
  }
}

/** Light enough to read the page through it. */
const drawWatermark = ({ pdf }: Page, value: string): void => {
  const text = drawable(cleanText(value))
  const { width, height } = pdf.page
  const diagonal = Math.hypot(width, height) * 0.78
  pdf.font('bold').fontSize(100)
  const size = Math.max(6, Math.min(64, (diagonal / Math.max(1, pdf.widthOfString(text, { features }))) * 100))
  pdf.fontSize(size)
  const textWidth = pdf.widthOfString(text, { features })
  pdf.save()
  pdf
    .translate(width / 2, height / 2)
    .rotate(-Math.atan2(height, width) * (180 / Math.PI))
    .fillColor('#1a1b1e', 0.07)
    .text(text, -textWidth / 2, size * 0.35, { lineBreak: false, baseline: 'alphabetic', features })
  pdf.restore().fillOpacity(1)
}
