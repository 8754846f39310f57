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

/** The names found in the files. The contract does not define the shape of the extraction. */
export const candidatesIn = (extraction: Readonly<Record<string, unknown>> | null): Candidate[] => {
  const candidates = extraction?.['candidates']
  return Array.isArray(candidates) ? candidates.filter(isCandidate) : []
}
