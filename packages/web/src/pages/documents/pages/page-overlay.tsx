import type { DocumentPage } from '@deal-canvas/contract'
import { type Box, boxesOf, type Mark, readBox } from './marks.ts'
import styles from './page-sheet.module.css'
import { useScrollTo } from './use-scroll-to.ts'

interface PageOverlayProps {
  page: DocumentPage
  marks: readonly Mark[]
  /** The mark to scroll to. */
  target: string | undefined
  /** Width to height. */
  ratio: number
  onMark: (id: string) => void
}

/** The unit of the drawing: shares of the page would be too small for text. */
const scale = 1_000

/** What lies over the picture of a page: its text, so that it can be selected and read aloud, and its marks. */
export const PageOverlay = ({ page, marks, target, ratio, onMark }: PageOverlayProps) => {
  const height = scale / ratio
  const rectangle = ([left, top, right, bottom]: Box) => ({
    x: left * scale,
    y: top * height,
    width: Math.max(0, right - left) * scale,
    height: Math.max(0, bottom - top) * height,
  })
  const boxes = marks.map((mark) => ({ mark, boxes: boxesOf(page, mark) }))
  const [first] = boxes.find(({ mark }) => mark.id === target)?.boxes ?? []
  const goal = useScrollTo<SVGRectElement>(target, first !== undefined)
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${scale} ${height}`} preserveAspectRatio="none" role="none">
      {boxes.map(({ mark, boxes: places }) =>
        places.map((box) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: The same choice is in the list of facts.
          <rect
            key={`${mark.id} ${box.join(' ')}`}
            ref={box === first ? goal : undefined}
            className={styles.mark}
            data-mark={mark.kind}
            onClick={() => onMark(mark.id)}
            {...rectangle(box)}
          />
        )),
      )}
      {page.lines.map((line) => {
        const box = readBox(line.box)
        if (box === undefined) return null
        const { x, y, width, height: size } = rectangle(box)
        return (
          <text
            key={line.start}
            data-start={line.start}
            x={x}
            y={y + size * 0.8}
            fontSize={size}
            textLength={width}
            lengthAdjust="spacingAndGlyphs"
          >
            {page.text.slice(line.start, line.end)}
          </text>
        )
      })}
    </svg>
  )
}
