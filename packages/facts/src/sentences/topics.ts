import type { MetricDomain } from '@deal-canvas/engine'
import type { Mention, Named } from '../mentions.ts'
import type { Token } from '../tokens.ts'

/** Short names that mean something only under a heading that says of what. */
const topics: readonly { heading: RegExp; words: readonly string[]; named: Named }[] = [
  {
    heading: /\btax(?:es|ation)?\b/i,
    words: ['effective rate', 'blended rate', 'cash rate', 'combined rate', 'statutory rate'],
    named: { key: 'tax_rate_pct', term: 'Tax Rate', unit: 'percentage_points', sureness: 0.9 },
  },
]

/** Adds what short names mean under the heading: "The effective rate was 25.5%" under "Taxes". */
export const withTopic = (
  tokens: readonly Token[],
  mentions: readonly Mention[],
  heading: string,
  domain: MetricDomain | undefined,
): readonly Mention[] => {
  // The rate of a property tax is a share of its value.
  if (domain?.startsWith('cre_')) return mentions
  const own = topics.filter(({ heading: form }) => form.test(heading))
  if (own.length === 0) return mentions
  const found = tokens.flatMap((token, first): Mention[] => {
    const pair = `${token.word} ${tokens[first + 1]?.word ?? ''}`
    return own.flatMap(({ words, named }) =>
      words.includes(pair) ? [{ first, next: first + 2, named: [named], within: [] }] : [],
    )
  })
  return [...mentions, ...found]
}
