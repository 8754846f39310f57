const longest = 50
const shortest = 2

/** What stands for an organization in an address: plain letters, digits and hyphens, made of its name. */
export const slugOf = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = trimHyphens(trimHyphens(plain.replaceAll(/[^a-z0-9]+/g, '-')).slice(0, longest))
  return slug.length < shortest ? 'org' : slug
}

const trimHyphens = (text: string): string => text.replaceAll(/^-|-$/g, '')

/** What a slug and all its numbered followers have in common, `acme-2` being a follower of `acme`. */
export const slugFamily = (slug: string): string => slug.replace(/(-\d+)+$/, '')

/** The first is the slug itself. */
export const numberedSlug = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`)
