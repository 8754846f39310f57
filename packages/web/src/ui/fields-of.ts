/** The fields of an object stored as JSON; empty if the text has another shape (older version, manual edit). */
export const fieldsOf = (kept: string | undefined): Partial<Record<string, unknown>> => {
  try {
    return { ...JSON.parse(kept ?? '{}') }
  } catch {
    return {}
  }
}
