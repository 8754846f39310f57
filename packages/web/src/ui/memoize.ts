/** Computes a result once per object and caches it weakly. */
export const memoize = <Given extends object, Made>(make: (given: Given) => Made): ((given: Given) => Made) => {
  const known = new WeakMap<Given, Made>()
  return (given) => {
    const before = known.get(given)
    if (before !== undefined) return before
    const made = make(given)
    known.set(given, made)
    return made
  }
}
