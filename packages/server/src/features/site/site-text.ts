/** The published texts of a page. */
export interface SiteText {
  /** Empty if the operator left it empty. */
  (key: string): string
  /** Numbered texts, `step_1` to `step_n`, as in the registry: the names before `_title`, `_question` and so on. */
  series(name: string): readonly string[]
}

export const siteText = (published: readonly (readonly [key: string, value: string])[]): SiteText => {
  const texts = new Map(published)
  const text = (key: string): string => {
    const value = texts.get(key)
    // Without this check, a misspelled key would be an empty text that nobody notices.
    if (value === undefined) throw new Error(`The page has no text ${key}`)
    return value.trim()
  }
  const series = (name: string): string[] => [
    ...new Set([...texts.keys()].flatMap((key) => new RegExp(`^${name}_\\d+(?=_)`).exec(key)?.[0] ?? [])),
  ]
  return Object.assign(text, { series })
}
