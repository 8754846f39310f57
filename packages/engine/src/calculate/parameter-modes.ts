/** Reads how a function takes its arguments, as `FunctionDefinition` says it. */

/** How each argument is taken, for as many as there are. */
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

/** How few and how many arguments there may be. */
export const countsOf = (params: string): { least: number; most: number } => {
  const letters = [...params.matchAll(/([vral])([?*]?)/g)]
  return {
    least: letters.filter(([, , mark]) => mark === '').length,
    most: params.includes('*') ? Number.POSITIVE_INFINITY : letters.length,
  }
}
