/** Fills `{name}` in the path and appends the query, omitting undefined and null values. */
export const requestUrl = (
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  const tail = search.size === 0 ? '' : `?${search}`
  return `${baseUrl.replace(/\/+$/, '')}${filled}${tail}`
}

/** URL parsers drop a `.` or `..` segment, encoded or not, so such an id would reach another endpoint. */
const segment = (name: string, value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`The path needs ${name}`)
  const text = String(value)
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" cannot stand for ${name} in a path`)
  return encodeURIComponent(text)
}
