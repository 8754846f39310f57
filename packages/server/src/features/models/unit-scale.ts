/** From billionths to trillions, including thousands, lakhs, crores, percent and basis points. */
const powersOfTen = Array.from({ length: 22 }, (_, n) => Number(`1e${n - 9}`))
/** Powers of ten, and the factor between months and years. */
const scales = new Set([...powersOfTen, 12, 1 / 12])

/** Whether two units can differ by this factor. Any other factor would change the number instead of its unit. */
export const isUnitScale = (scale: number): boolean => scales.has(Math.abs(scale))
