/** The fields of an object kept as JSON; what another version of the page or a hand wrote in another form has none. */
export const fieldsOf = (kept: string | undefined): Partial<Record<string, unknown>> => {
  try {
    return { ...JSON.parse(kept ?? '{}') }
  } catch {
    return {}
  }
}
