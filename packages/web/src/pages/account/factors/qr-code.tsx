import { useMemo } from 'react'
import { encode } from 'uqr'
import { factorMessages } from '../../../messages/factors.ts'

/** One path for all dark squares. Always dark on white: many cameras do not read an inverted code. */
export const QrCode = ({ text }: { text: string }) => {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encode(text, { ecc: 'M', border: 4 })
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: side, path: squares.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={factorMessages.qrLabel()}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 max-w-full justify-self-center rounded-m"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
