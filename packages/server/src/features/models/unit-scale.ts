/** From billionths to trillions: thousands, lakhs, crores, percent and basis points are among them. */
const powersOfTen = Array.from({ length: 22 }, (_, n) => Number(`1e${n - 9}`))
/** Powers of ten, and between months and years. */
const scales = new Set([...powersOfTen, 12, 1 / 12])

/** Whether units differ by this factor. Any other would change what a number says, not the unit in which it says it. */
export const isUnitScale = (scale: number): boolean => scales.has(Math.abs(scale))
