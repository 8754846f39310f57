/** A product without the noise of binary fractions: 16.4 times a million is 16,400,000. */
export const times = (a: number, b: number): number => Number((a * b).toPrecision(15))
