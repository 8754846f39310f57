const decimalsOf = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const formats = [decimalsOf(0), decimalsOf(1), decimalsOf(2)]
const upToTwo = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const upToSix = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** A real minus sign, as wide as a plus sign. */
export const minus = '\u2212'

/** 1,234.50: exactly the given number of decimals. */
export const fixed = (value: number, decimals: number): string =>
  (formats[decimals] ?? decimalsOf(decimals)).format(value)

/** 1,234.5: at most two decimals. */
export const formatNumber = (value: number): string => upToTwo.format(value)

/** A number as it was entered or computed: at most six decimals. */
export const formatExact = (value: number): string => upToSix.format(value).replace('-', minus)

/** 12,345: a whole number. */
export const formatCount = (count: number): string => fixed(count, 0)

/** True if the value was rounded to zero: a minus before zero would be wrong. */
export const isZero = (formatted: string): boolean => !/[1-9]/.test(formatted)

/** Prepends the sign of a value to its formatted absolute value. */
export const withSign = (value: number, size: string, plus = ''): string =>
  isZero(size) ? size : `${value < 0 ? minus : plus}${size}`
