/** A standard section of a memo. */
export interface SectionKind {
  key: string
  label: string
  /** Other common names. */
  aliases: readonly string[]
  dealTypes: readonly DealType[]
  /** Synthesis sections are written only once the primary sections are finished. */
  tier: 'primary' | 'synthesis'
  /** Thesis, risks and business plan start from a person's judgment. */
  authoring: 'human' | 'ai_draft'
  contains: string
  /** Metrics it usually cites. */
  metrics: readonly string[]
}

type DealType = 'pe' | 'vc' | 'cre'

const everyDeal = ['pe', 'vc', 'cre'] as const

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

/** In memo order. */
export const catalogue: readonly SectionKind[] = [
  {
    key: 'recommendation',
    label: 'Recommendation',
    aliases: ['Proposed Resolution', 'Ask'],
    dealTypes: everyDeal,
    tier: 'synthesis',
    authoring: 'human',
    contains: 'invest / pass / more work, price, terms, conditions, expiry date',
    metrics: words(
      'enterprise_value sponsor_equity gross_irr_pct moic investment_amount ownership_pct purchase_price levered_irr_pct',
    ),
  },
  {
    key: 'executive_summary',
    label: 'Executive Summary',
    aliases: ['Investment Overview'],
    dealTypes: everyDeal,
    tier: 'synthesis',
    authoring: 'ai_draft',
    contains: 'one page: asset, thesis, price, returns, top risks',
    metrics: words(
      'revenue adjusted_ebitda entry_multiple net_leverage gross_irr_pct moic arr arr_growth_pct nrr_pct rule_of_40 purchase_price noi going_in_cap_rate_pct dscr levered_irr_pct equity_multiple ebitda_margin_pct enterprise_value sponsor_equity yield_on_cost_pct equity_invested cash_on_cash_pct',
    ),
  },
  {
    key: 'investment_thesis',
    label: 'Investment Thesis',
    aliases: ['Rationale', 'Investment Highlights'],
    dealTypes: everyDeal,
    tier: 'synthesis',
    authoring: 'human',
    contains: 'three to five reasons, why now, what the next buyer pays more for',
    metrics: words('revenue_growth_pct ebitda_margin_pct nrr_pct mark_to_market_pct yield_on_cost_pct'),
  },
  {
    key: 'transaction_overview',
    label: 'Transaction Overview',
    aliases: ['Deal Summary', 'Sources & Uses', 'Deal Terms'],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'process, sources & uses, structure, waterfall, timetable',
    metrics: words(
      'total_sources total_uses enterprise_value sponsor_equity management_rollover transaction_fees purchase_price total_project_cost equity_invested pre_money_valuation round_size post_money_valuation ownership_pct closing_date hold_period_months preferred_return_pct promote_pct financing_fees closing_costs',
    ),
  },
  {
    key: 'company_overview',
    label: 'Company Overview',
    aliases: [],
    dealTypes: ['pe', 'vc'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'business model, products, history, footprint',
    metrics: words('revenue adjusted_ebitda recurring_revenue_pct customer_count'),
  },
  {
    key: 'property_overview',
    label: 'Property & Physical Condition',
    aliases: ['Property Description'],
    dealTypes: ['cre'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'asset, location, age, unit/tenant mix, PCA and environmental',
    metrics: words('unit_count rentable_sf physical_occupancy_pct price_per_unit price_per_sf'),
  },
  {
    key: 'market_analysis',
    label: 'Market Analysis',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'size, growth, drivers; submarket supply, rents, vacancy, comps',
    metrics: words('revenue_growth_pct market_rent_per_unit market_rent_psf rent_growth_pct'),
  },
  {
    key: 'competitive_landscape',
    label: 'Competitive Landscape',
    aliases: [],
    dealTypes: ['pe', 'vc'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'share, moat, alternatives',
    metrics: words('gross_margin_pct ebitda_margin_pct'),
  },
  {
    key: 'customer_analysis',
    label: 'Customer Analysis',
    aliases: [],
    dealTypes: ['pe', 'vc'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'concentration, cohorts, churn, contracts',
    metrics: words('top_customer_pct top_10_customers_pct recurring_revenue_pct nrr_pct grr_pct logo_churn_pct'),
  },
  {
    key: 'tenancy_lease_analysis',
    label: 'Tenancy & Lease Analysis',
    aliases: [],
    dealTypes: ['cre'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'rent roll, expiry profile, mark-to-market, credit',
    metrics: words(
      'walt_months rollover_24m_pct largest_tenant_pct mark_to_market_pct loss_to_lease physical_occupancy_pct economic_occupancy_pct in_place_rent_per_unit in_place_rent_psf',
    ),
  },
  {
    key: 'traction_metrics',
    label: 'Traction & Unit Economics',
    aliases: [],
    dealTypes: ['vc'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'ARR bridge, retention, CAC, burn',
    metrics: words(
      'arr net_new_arr nrr_pct grr_pct cac cac_payback_months ltv_cac magic_number burn_multiple mrr arr_growth_pct customer_count logo_churn_pct',
    ),
  },
  {
    key: 'management_team',
    label: 'Management / Sponsorship',
    aliases: ['Team', 'Sponsorship'],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'bios, track record, gaps, incentives',
    metrics: words('management_rollover promote_pct'),
  },
  {
    key: 'financial_analysis',
    label: 'Financial Analysis',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'years or trailing months of history, margins, cash flow, KPIs',
    metrics: words(
      'revenue revenue_growth_pct gross_margin_pct adjusted_ebitda ebitda_margin_pct capex free_cash_flow cash_conversion_pct gross_potential_rent effective_gross_income total_operating_expenses noi expense_ratio_pct runway_months cogs gross_profit sga_expense change_in_nwc net_burn rule_of_40 vacancy_loss economic_occupancy_pct real_estate_taxes opex_per_unit leasing_costs',
    ),
  },
  {
    key: 'quality_of_earnings',
    label: 'Quality of Earnings',
    aliases: [],
    dealTypes: ['pe'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'reported to adjusted bridge, one-offs, NWC',
    metrics: words('reported_ebitda ebitda_adjustments adjusted_ebitda addback_share_pct change_in_nwc'),
  },
  {
    key: 'projections_assumptions',
    label: 'Projections & Assumptions',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'drivers per case with source',
    metrics: words(
      'revenue_growth_pct exit_ebitda_margin_pct rent_growth_pct expense_growth_pct stabilized_noi renewal_probability_pct downtime_months ti_psf_new',
    ),
  },
  {
    key: 'valuation',
    label: 'Valuation',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'comps, precedents, DCF / direct cap',
    metrics: words(
      'entry_multiple enterprise_value ev_revenue_multiple valuation_arr_multiple going_in_cap_rate_pct price_per_unit price_per_sf adjusted_ebitda noi',
    ),
  },
  {
    key: 'financing_structure',
    label: 'Financing Structure',
    aliases: [],
    dealTypes: ['pe', 'cre'],
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'tranches, terms, covenants, coverage',
    metrics: words(
      'senior_debt total_debt total_leverage net_leverage interest_rate_pct interest_coverage fixed_charge_coverage loan_amount ltv_pct ltc_pct dscr debt_yield_pct annual_debt_service free_cash_flow subordinated_debt cash_balance net_debt equity_contribution_pct senior_leverage mandatory_amortization',
    ),
  },
  {
    key: 'returns_analysis',
    label: 'Returns Analysis',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'base/upside/downside, bridge',
    metrics: words(
      'gross_irr_pct moic exit_ebitda exit_multiple value_from_ebitda_growth value_from_multiple value_from_deleveraging levered_irr_pct unlevered_irr_pct equity_multiple cash_on_cash_pct yield_on_cost_pct hold_period_months cumulative_debt_paydown exit_cap_rate_pct development_spread_pct',
    ),
  },
  {
    key: 'sensitivity_scenarios',
    label: 'Sensitivities & Scenarios',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'two-way tables, percentiles, break-evens',
    metrics: words(
      'gross_irr_pct moic levered_irr_pct dscr exit_multiple exit_cap_rate_pct revenue_growth_pct rent_growth_pct interest_rate_pct breakeven_occupancy_pct',
    ),
  },
  {
    key: 'value_creation_plan',
    label: 'Value Creation / Business Plan',
    aliases: ['Operational Plan', 'Business Plan'],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'human',
    contains: 'initiatives, capex, plan of the first months, owners',
    metrics: words(
      'renovation_budget renovation_roi_pct rent_premium_per_unit value_from_ebitda_growth capex renovation_cost_per_unit',
    ),
  },
  {
    key: 'risks_mitigants',
    label: 'Risks & Mitigants',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'human',
    contains: 'likelihood, severity, mitigant, residual',
    metrics: words(
      'total_leverage interest_coverage dscr top_customer_pct rollover_24m_pct largest_tenant_pct real_estate_taxes runway_months breakeven_occupancy_pct addback_share_pct',
    ),
  },
  {
    key: 'exit_analysis',
    label: 'Exit Analysis',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'buyers, timing, exit multiple or cap',
    metrics: words(
      'exit_ebitda exit_multiple exit_enterprise_value exit_equity_value exit_cap_rate_pct gross_exit_value',
    ),
  },
  {
    key: 'diligence_status',
    label: 'Diligence Status',
    aliases: ['Key DD Areas'],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'workstreams, open items, data-quality summary',
    metrics: [],
  },
  {
    key: 'legal_regulatory',
    label: 'Legal, Regulatory & ESG',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'title, zoning, licenses, litigation, ESG',
    metrics: [],
  },
  {
    key: 'fund_considerations',
    label: 'Fund & Portfolio Fit',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'concentration, pacing, conflicts',
    metrics: words('sponsor_equity equity_invested investment_amount'),
  },
  {
    key: 'appendices',
    label: 'Appendices',
    aliases: [],
    dealTypes: everyDeal,
    tier: 'primary',
    authoring: 'ai_draft',
    contains: 'model output, comps, reports',
    metrics: [],
  },
]

const kinds: Readonly<Record<string, DealType>> = {
  pe_lbo: 'pe',
  saas_growth: 'vc',
  cre_multifamily: 'cre',
  cre_office: 'cre',
}

export const kindOfDeal = (dealType: string | null): DealType | undefined =>
  dealType === null ? undefined : kinds[dealType]

/** A deal of unknown kind can have every section. */
export const belongs = (section: SectionKind, dealType: string | null): boolean => {
  const kind = kindOfDeal(dealType)
  return kind === undefined || section.dealTypes.includes(kind)
}

/** In memo order. */
export const sectionKindsFor = (dealType: string | null): SectionKind[] =>
  catalogue.filter((section) => belongs(section, dealType))

const kindsByKey = new Map(catalogue.map((kind) => [kind.key, kind]))

export const sectionKindOf = (sectionKey: string): SectionKind | undefined => kindsByKey.get(sectionKey)

const labels = new Map(catalogue.map(({ key, label }) => [key, label]))

/** Default title of a section: executive_summary becomes "Executive Summary". */
export const titleOf = (sectionKey: string): string => {
  const known = labels.get(sectionKey)
  if (known !== undefined) return known
  const spoken = sectionKey.replaceAll('_', ' ').trim()
  return spoken === '' ? sectionKey : spoken.charAt(0).toUpperCase() + spoken.slice(1)
}
