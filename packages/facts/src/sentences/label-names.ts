import { type MetricDomain, matchLabel } from '@deal-canvas/engine'
import { type Mention, type Named, namesOfLabel } from '../mentions.ts'
import type { Sentence } from './sentence.ts'

/** Terms that a whole label names. */
const labelNames = (label: string, domain: MetricDomain | undefined, heading: string): readonly Named[] => {
  const matches = matchLabel(label, domain, heading).filter(({ sureness }) => sureness >= 0.7)
  const spoken = namesOfLabel(label, domain)
  const best = matches[0]
  const byLabel = matches
    .filter(({ sureness }) => sureness >= (best?.sureness ?? 0) - 0.02)
    .map(({ kind, sureness }): Named => ({ key: kind.key, term: kind.label, unit: kind.unit, sureness }))
  return [...spoken, ...byLabel.filter(({ key }) => !spoken.some((item) => item.key === key))]
}

/** Labels of lists that mean something only there. */
const listTerms: readonly (readonly [RegExp, Named])[] = [
  [
    /^(?:cap ?ex|renovations?|value[- ]add|interiors?(?: renovations?| upgrades?)?)(?: budget| plan| program| scope)?$/i,
    { key: 'renovation_budget', term: 'Renovation Budget', unit: 'currency', sureness: 0.85 },
  ],
  [
    /^(?:price )?guidance$|^(?:seller['’]s )?ask$/i,
    { key: 'purchase_price', term: 'Purchase Price', unit: 'currency', sureness: 0.85 },
  ],
  [
    /^(?:initial |loan )?term(?: \/ maturity)?$|^maturity$/i,
    { key: null, term: 'loan term', unit: 'months', sureness: 0.85 },
  ],
  [
    /^(?:io|interest[ -]only)(?: period| term)?$/i,
    { key: null, term: 'interest-only period', unit: 'months', sureness: 0.9 },
  ],
  [
    /^(?:property |real estate )?tax(?:es)?$/i,
    { key: 'real_estate_taxes', term: 'Real Estate Taxes', unit: 'currency', sureness: 0.85 },
  ],
  [/^price$|^pricing$/i, { key: 'purchase_price', term: 'Purchase Price', unit: 'currency', sureness: 0.85 }],
  [
    /^rate$|^pricing$|^coupon$/i,
    { key: 'interest_rate_pct', term: 'Interest Rate', unit: 'percentage_points', sureness: 0.85 },
  ],
  [
    /^(?:loan |gross |total |max(?:imum)? |initial |funded )?(?:loan )?proceeds$/i,
    { key: 'loan_amount', term: 'Loan Amount', unit: 'currency', sureness: 0.88 },
  ],
  [
    /^(?:min(?:imum)? )?(?:debt )?coverage(?: test| ratio)?$/i,
    { key: 'dscr', term: 'Debt Service Coverage Ratio', unit: 'multiple_x', sureness: 0.88 },
  ],
  [
    /^(?:series [a-f]\d?|seed|pre-seed)(?: (?:round|financing|preferred))?$/i,
    { key: 'round_size', term: 'Round Size', unit: 'currency', sureness: 0.88 },
  ],
  [
    /^(?:closing |ending |total |unrestricted )?cash(?:,? (?:at|as of|on|in) .{3,40})?$/i,
    { key: 'cash_balance', term: 'Cash', unit: 'currency', sureness: 0.88 },
  ],
  [
    /^(?:facility|loan|commitment)(?: amount| size)?$/i,
    { key: 'loan_amount', term: 'Loan Amount', unit: 'currency', sureness: 0.9 },
  ],
]

const propertyOnly = new Set(['renovation_budget', 'real_estate_taxes', 'purchase_price', 'loan_amount'])

const namesOfListLabel = (label: string, domain: MetricDomain | undefined): readonly Named[] =>
  listTerms.flatMap(([form, named]) =>
    form.test(label.trim()) &&
    !(named.key !== null && propertyOnly.has(named.key) && domain !== undefined && !domain.startsWith('cre_'))
      ? [named]
      : [],
  )

export const labelMention = (
  text: string,
  { labelFrom, labelTo, heading }: { labelFrom?: number; labelTo?: number; heading?: string },
  { tokens, domain }: Sentence,
): Mention | undefined => {
  if (labelFrom === undefined || labelTo === undefined) return undefined
  const label = text.slice(labelFrom, labelTo).replaceAll(/[*_]/g, '').trim()
  const named = [...labelNames(label, domain, heading ?? ''), ...namesOfListLabel(label, domain)]
  const next = tokens.findIndex(({ from }) => from >= labelTo)
  return named.length === 0 || next < 1 ? undefined : { first: 0, next, named, within: [] }
}
