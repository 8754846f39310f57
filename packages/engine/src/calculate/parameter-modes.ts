/** Interprets the parameter modes of a `FunctionDefinition`. */

/** The mode of each argument, for the given number of arguments. */
export const modesOf = (params: string, count: number): string[] => {
  const letters = [...params.matchAll(/[vrals]/g)].map(([letter]) => letter)
  const starts =
    params.indexOf('*') === -1
      ? letters.length
      : [...params.slice(0, params.indexOf('*')).matchAll(/[vral]/g)].length - 1
  const repeated = letters.slice(starts)
  return Array.from({ length: count }, (_, n) =>
    n < letters.length
      ? (letters[n] ?? 'v')
      : (repeated[(n - starts) % Math.max(repeated.length, 1)] ?? letters.at(-1) ?? 'v'),
  )
}

/** The minimum and maximum number of arguments. */
export const countsOf = (params: string): { min: number; max: number } => {
  const letters = [...params.matchAll(/([vral])([?*]?)/g)]
  return {
    min: letters.filter(([, , mark]) => mark === '').length,
    max: params.includes('*') ? Number.POSITIVE_INFINITY : letters.length,
  }
}
