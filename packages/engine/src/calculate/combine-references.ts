import { nullError, valueError } from '@deal-canvas/workbook-reader'
import { type Area, isError, isReference, type Value } from '../value/value.ts'

/** The reference operators: `:` (enclosing rectangle), space (intersection) and comma (union). */
export const combine = (operator: ':' | ' ' | ',', leftValue: Value, rightValue: Value): Value => {
  if (isError(leftValue)) return leftValue
  if (isError(rightValue)) return rightValue
  if (!isReference(leftValue) || !isReference(rightValue)) return valueError
  if (operator === ',') return { areas: [...leftValue.areas, ...rightValue.areas] }
  if (operator === ':') {
    const all = [...leftValue.areas, ...rightValue.areas]
    const [first] = all
    if (first === undefined || all.some(({ sheet }) => sheet !== first.sheet)) return valueError
    return {
      areas: [
        {
          sheet: first.sheet,
          top: Math.min(...all.map(({ top }) => top)),
          left: Math.min(...all.map(({ left }) => left)),
          bottom: Math.max(...all.map(({ bottom }) => bottom)),
          right: Math.max(...all.map(({ right }) => right)),
        },
      ],
    }
  }
  const shared = leftValue.areas.flatMap((a) =>
    rightValue.areas.flatMap((b): Area[] => {
      if (a.sheet !== b.sheet) return []
      const area = {
        sheet: a.sheet,
        top: Math.max(a.top, b.top),
        left: Math.max(a.left, b.left),
        bottom: Math.min(a.bottom, b.bottom),
        right: Math.min(a.right, b.right),
      }
      return area.top <= area.bottom && area.left <= area.right ? [area] : []
    }),
  )
  return shared.length === 0 ? nullError : { areas: shared }
}
