import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type CellRange, cellName, rangeName, readRange } from '../../../features/workbook-grid/cell-range.ts'

export interface WorkbookPlace {
  /** Undefined: the first sheet. */
  readonly sheet: string | undefined
  readonly range: CellRange
}

const topLeft: CellRange = { from: { row: 1, column: 1 }, to: { row: 1, column: 1 } }

export const rangeText = (range: CellRange): string =>
  range.from.row === range.to.row && range.from.column === range.to.column ? cellName(range.from) : rangeName(range)

/** Whole columns and rows open at their first cell. */
export const linkedCell = (range: string): string => {
  if (/^[A-Z]+:[A-Z]+$/.test(range)) return `${range.split(':')[0]}1`
  return /^\d+:\d+$/.test(range) ? `A${range.split(':')[0]}` : range
}

const from = '/signed-in/canvas/$dealId/documents/$documentId'
/** Browsers limit how often an address may change. */
const settleMs = 250

/**
 * The chosen cells. The address follows them, so that it can be shared and reopened; a jump adds a step to the history,
 * and moving about does not.
 */
export const useWorkbookPlace = () => {
  const { sheet, cell } = useSearch({ from })
  const navigate = useNavigate({ from: '/canvas/$dealId/documents/$documentId' })
  const { history } = useRouter()
  const named: WorkbookPlace = { sheet, range: (cell === undefined ? undefined : readRange(cell)) ?? topLeft }
  const [moved, setMoved] = useState<WorkbookPlace>()
  const [trail, setTrail] = useState<readonly string[]>([])
  const written = useRef<string>(JSON.stringify([sheet, cell]))
  const isJumping = useRef(false)
  const address = JSON.stringify([sheet, cell])

  useEffect(() => {
    if (written.current === address) return
    written.current = address
    setMoved(undefined)
    // What is neither a move nor a jump is a step back.
    if (!isJumping.current) setTrail((before) => before.slice(0, -1))
    isJumping.current = false
  }, [address])

  useEffect(() => {
    if (moved === undefined) return
    const timer = setTimeout(() => {
      const next = { sheet: moved.sheet, cell: rangeText(moved.range) }
      written.current = JSON.stringify([next.sheet, next.cell])
      void navigate({ search: next, replace: true, resetScroll: false })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [moved, navigate])

  const place = moved ?? named
  return {
    place,
    move: (next: WorkbookPlace) => setMoved(next),
    jump: async (next: { sheet: string; cell: string }, sheetNow: string): Promise<void> => {
      const here = { sheet: sheetNow, cell: rangeText(place.range) }
      // Where the jump starts is where it leads back to.
      if (JSON.stringify([here.sheet, here.cell]) !== address) {
        written.current = JSON.stringify([here.sheet, here.cell])
        await navigate({ search: here, replace: true, resetScroll: false })
      }
      isJumping.current = true
      setMoved(undefined)
      setTrail((before) => [...before, `${here.sheet}!${here.cell}`])
      await navigate({ search: { sheet: next.sheet, cell: linkedCell(next.cell) }, resetScroll: false })
    },
    /** Where the last jump came from; undefined: there was none. */
    cameFrom: trail.at(-1),
    back: () => {
      if (trail.length === 0) return
      setMoved(undefined)
      history.back()
    },
  }
}
