/** Deal kinds, by the type of model built for them. */
export const dealKinds = [
  'pe_lbo',
  'saas_growth',
  'cre_multifamily',
  'cre_office',
  'company_dcf',
  'three_statement',
  'merger',
  'project_finance',
  'private_credit',
  'development',
] as const
export type DealKindName = (typeof dealKinds)[number]
