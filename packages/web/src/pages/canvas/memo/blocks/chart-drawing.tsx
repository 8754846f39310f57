import type { Drawing, Shape } from '@deal-canvas/memo'
import styles from './chart-drawing.module.css'
import { Scrolled } from './scrolled.tsx'

/** Shapes have no identity of their own: a drawing is replaced as a whole. */
const keyOf = (shape: Shape, n: number): string => `${n}-${shape.shape}`

const drawn = (shape: Shape, n: number) => {
  const key = keyOf(shape, n)
  switch (shape.shape) {
    case 'rectangle': {
      const { role, x, y, width, height } = shape
      return <rect key={key} data-role={role} x={x} y={y} width={width} height={height} />
    }
    case 'line': {
      const { role, x1, y1, x2, y2, dashed } = shape
      return <line key={key} data-role={role} data-dashed={dashed} x1={x1} y1={y1} x2={x2} y2={y2} />
    }
    case 'polyline':
      return (
        <polyline key={key} data-role={shape.role} points={shape.points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      )
    case 'text': {
      const { role, x, y, anchor, text, bold } = shape
      return (
        <text key={key} data-role={role} data-bold={bold} x={x} y={y} textAnchor={anchor}>
          {text}
        </text>
      )
    }
  }
}

/** A chart of the memo in the colors of the page. */
export const ChartDrawing = ({ drawing: { width, height, description, shapes } }: { drawing: Drawing }) => (
  <Scrolled label={description}>
    <svg className={styles.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {shapes.map(drawn)}
    </svg>
  </Scrolled>
)
