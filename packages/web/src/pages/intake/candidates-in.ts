interface Candidate {
  name: string
  source: string
}

const isCandidate = (value: unknown): value is Candidate =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'source' in value &&
  typeof value.source === 'string'

/** The names that were found in the files. The contract leaves the shape of the extraction open. */
export const candidatesIn = (extraction: Readonly<Record<string, unknown>> | null): Candidate[] => {
  const candidates = extraction?.['candidates']
  return Array.isArray(candidates) ? candidates.filter(isCandidate) : []
}
