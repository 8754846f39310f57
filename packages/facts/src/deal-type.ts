import type { MetricDomain } from '@deal-canvas/engine'
import type { ReadDocument } from './document.ts'

const signs: Readonly<Record<MetricDomain, RegExp>> = {
  cre_multifamily: /\b(?:multifamily|apartments?|rent roll|unit mix|residents?|bedrooms?|per unit|doors)\b/gi,
  cre_office: /\b(?:office|tenants?|suite|rentable|lease expirations?|square feet|walt|landlord)\b/gi,
  pe_lbo: /\b(?:ebitda|sponsor|leverage|add-?backs?|net debt|enterprise value|term loan|capital expenditures)\b/gi,
  saas_growth:
    /\b(?:arr|mrr|saas|churn|pre-money|post-money|series [a-d]|net revenue retention|runway|subscription)\b/gi,
}
const sampleLength = 60_000

const sampleOf = (document: ReadDocument): string => {
  const parts =
    document.kind === 'text'
      ? document.pages.slice(0, 20).map(({ text }) => text.slice(0, sampleLength))
      : document.sheets
          .slice(0, 5)
          .flatMap(({ rows }) => rows.slice(0, 100).map((row) => row.join(' ').slice(0, 1_000)))
  return parts.join('\n').slice(0, sampleLength)
}

/** The deal type that the words of a document suggest; undefined if they suggest none. */
export const guessDealType = (document: ReadDocument): MetricDomain | undefined => {
  const sample = sampleOf(document)
  const counts = (Object.entries(signs) as [MetricDomain, RegExp][]).map(([domain, form]) => ({
    domain,
    count: sample.match(form)?.length ?? 0,
  }))
  const [best] = counts.sort((a, b) => b.count - a.count)
  return best === undefined || best.count < 3 ? undefined : best.domain
}
