import { createHash } from 'node:crypto'

/** Derives the seed from the request, so that the same request runs the same trials. */
export const seedOf = (facts: readonly unknown[]): number =>
  createHash('sha256').update(JSON.stringify(facts)).digest().readUIntBE(0, 6)
