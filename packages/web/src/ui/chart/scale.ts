export type Scale = (value: number) => number

/** From values to places on the screen. A range without width stands in the middle. */
export const linearScale = (from: number, to: number, start: number, end: number): Scale =>
  to === from ? () => (start + end) / 2 : (value) => start + ((value - from) / (to - from)) * (end - start)
