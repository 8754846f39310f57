/** Where one is on a canvas, as the address tells it: a link opens at the comment, the section or the what-if. */
export interface CanvasPlace {
  comment?: string | undefined
  section?: string | undefined
  /** The metric whose what-if is open; empty: the person picks one. */
  whatIf?: string | undefined
}

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 100 ? value : undefined

export const readCanvasPlace = ({ comment, section, whatIf }: Record<string, unknown>): CanvasPlace => ({
  comment: shortText(comment),
  section: shortText(section),
  whatIf: shortText(whatIf),
})
