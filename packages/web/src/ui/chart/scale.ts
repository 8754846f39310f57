export type Scale = (value: number) => number

/** Maps values to screen positions. A range without width is mapped to the middle. */
export const linearScale = (from: number, to: number, start: number, end: number): Scale =>
  to === from ? () => (start + end) / 2 : (value) => start + ((value - from) / (to - from)) * (end - start)
