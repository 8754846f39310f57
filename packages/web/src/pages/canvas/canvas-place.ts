import { maxIdLength } from '@deal-canvas/contract'
/** The position on a canvas as stored in the address: a link opens a comment, a section or a what-if. */
export interface CanvasPlace {
  comment?: string | undefined
  section?: string | undefined
  /** The metric whose what-if is open; empty: the user picks one. */
  whatIf?: string | undefined
  /** The value that the what-if starts with. */
  value?: number | undefined
}

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= maxIdLength ? value : undefined

export const readCanvasPlace = ({ comment, section, whatIf, value }: Record<string, unknown>): CanvasPlace => ({
  comment: shortText(comment),
  section: shortText(section),
  whatIf: shortText(whatIf),
  value: typeof value === 'number' && Number.isFinite(value) ? value : undefined,
})
