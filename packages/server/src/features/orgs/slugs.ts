import { maxSlugLength, minSlugLength } from '@deal-canvas/contract'

/** Leaves space for the number of a slug that is taken. */
const maxStem = maxSlugLength - 10

/** The slug of an organization for URLs: plain letters, digits and hyphens derived from its name. */
export const slugOf = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = trimHyphens(trimHyphens(plain.replaceAll(/[^a-z0-9]+/g, '-')).slice(0, maxStem))
  return slug.length < minSlugLength ? 'org' : slug
}

const trimHyphens = (text: string): string => text.replaceAll(/^-|-$/g, '')

/** The common part of a slug and its numbered variants: `acme` for `acme-2`. */
export const slugFamily = (slug: string): string => slug.replace(/(-\d+)+$/, '')

/** Number 1 is the slug itself. */
export const numberedSlug = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`)
