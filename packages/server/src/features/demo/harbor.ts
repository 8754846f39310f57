import type { DemoDeal } from './demo-deal.ts'

export const harbor: DemoDeal = {
  id: 'demo-harbor',
  name: 'Harbor Point Offices',
  from: {
    files: ['harbor.xlsx', 'harbor-lease-abstracts.md'],
    // The summary states a different occupancy; the leases agree with the assumptions.
    checked: { choices: [{ metric_key: 'physical_occupancy_pct', cell: { sheet: 'Assumptions', cell: 'B9' } }] },
  },
  days: { from: 37, to: 5 },
  sections: [
    {
      key: 'executive_summary',
      content:
        'Two office buildings on the harbour with [[rentable_sf]] of space, [[physical_occupancy_pct]] occupied, for [[purchase_price]] or [[price_per_sf]] a square foot. The going-in cap rate is [[going_in_cap_rate_pct]] on an NOI of [[noi]].\n\nLeases run for [[walt_months]] on average, and rents in place stand [[mark_to_market_pct]] below the market. The levered IRR is [[levered_irr_pct]] with an equity multiple of [[equity_multiple]].',
      blocks: [
        {
          block: 'kpis',
          metrics: ['purchase_price', 'going_in_cap_rate_pct', 'physical_occupancy_pct', 'levered_irr_pct', 'dscr'],
        },
      ],
    },
    {
      key: 'property_overview',
      content:
        'Both buildings were reclad eight years ago. The garage is shared with the hotel next door under an easement that both sides can end.\n\nThe lobby of the north building is dated; [[renovation_budget]] is set aside for it.',
    },
    {
      key: 'tenancy_lease_analysis',
      content:
        'The largest tenant pays [[largest_tenant_pct]] of the rent. [[rollover_24m_pct]] of the rent expires within two years; we assume that [[renewal_probability_pct]] renews and that the rest stands empty for [[downtime_months]].\n\nNew tenants receive [[ti_psf_new]] a square foot for their fit-out.',
      blocks: [
        {
          block: 'fact',
          document: 'harbor-lease-abstracts.md',
          page: 1,
          quote: 'Physical occupancy is 86.0%.',
          metric: 'physical_occupancy_pct',
        },
      ],
    },
    {
      key: 'financing_structure',
      content:
        'A loan of [[loan_amount]] at [[interest_rate_pct]] is [[ltv_pct]] of the price. NOI covers debt service [[dscr]]; the debt yield is [[debt_yield_pct]].',
      blocks: [
        {
          block: 'model_table',
          title: 'Cash flow by year',
          sheet: 'Yearly Cash Flow',
          range: 'A3:I9',
          rows: [
            { row: 4, label: 'Net Operating Income', total: true },
            { row: 5, label: 'Cash Flow before Debt Service' },
            { row: 6, label: 'Payments on the loan' },
            { row: 7, label: 'Cash Flow after Debt Service', total: true },
          ],
          columns: ['C', 'D', 'E', 'F', 'G', 'H', 'I'],
        },
        {
          block: 'chart',
          title: 'Net operating income and cash flow by year',
          kind: 'bar',
          sheet: 'Yearly Cash Flow',
          categories: 'C3:I3',
          series: [
            { label: 'Net Operating Income', range: 'C4:I4' },
            { label: 'Cash Flow after Debt Service', range: 'C7:I7' },
          ],
        },
      ],
    },
    {
      key: 'risks_mitigants',
      content:
        '**Rollover.** A third of the space comes back within two years. Leasing costs of [[leasing_costs]] a year are carried throughout.\n\n**Offices.** Demand may never return to what it was; we take rent growth of [[rent_growth_pct]] and sell at [[exit_cap_rate_pct]].',
      blocks: [
        {
          block: 'risk',
          statement: 'The hotel can end the easement to the garage, which would leave the offices without parking.',
          severity: 'high',
          evidence: [
            {
              document: 'harbor-lease-abstracts.md',
              page: 1,
              quote:
                'The garage is shared with the hotel next door under an easement that both sides can end with a year of notice.',
            },
          ],
        },
      ],
    },
  ],
  acts: [
    {
      by: 'editor',
      does: 'report',
      kind: 'readiness',
      type: 'model.judged',
      data: { tier: 'values_only', reason: 'the workbook has values in place of formulas' },
    },
    {
      by: 'commenter',
      does: 'comment',
      as: 'easement',
      type: 'blocker',
      section: 'property_overview',
      quote: 'an easement that both sides can end',
      content: 'If the hotel ends it we have no parking. This has to be bought out or priced.',
      mentions: ['owner', 'editor'],
    },
    {
      by: 'owner',
      does: 'reply',
      to: 'easement',
      content: 'The hotel names a price next week.',
      mentions: ['commenter'],
    },
    { by: 'editor', does: 'resolve', thread: 'easement' },
    {
      by: 'owner',
      does: 'comment',
      as: 'third',
      type: 'suggestion',
      section: 'risks_mitigants',
      quote: 'A third of the space comes back within two years.',
      replacement: '[[rollover_24m_pct]] of the rent comes back within two years.',
      content: 'The rent roll says otherwise; cite the number.',
    },
    { by: 'editor', does: 'accept', thread: 'third' },
    {
      by: 'commenter',
      does: 'comment',
      as: 'tenant',
      type: 'request',
      section: 'tenancy_lease_analysis',
      quote: 'The largest tenant',
      content: 'Please add their last two annual reports.',
    },
    { by: 'editor', does: 'react', to: 'tenant', emoji: '✅' },
    {
      by: 'editor',
      does: 'reply',
      to: 'tenant',
      content: 'Requested from the broker; the older one is in the data room already.',
      mentions: ['commenter'],
    },
    { by: 'commenter', does: 'react', to: 'tenant', emoji: '🙏' },
    { by: 'owner', does: 'rate', section: 'tenancy_lease_analysis', rating: 3, tags: ['needs numbers'] },
    { by: 'commenter', does: 'rate', section: 'tenancy_lease_analysis', rating: 4 },
    {
      by: 'editor',
      does: 'report',
      kind: 'llm_call',
      type: 'lease.summarized',
      data: { document: 'lease of the largest tenant', model: 'house-reader', tokens_in: 18_400, tokens_out: 620 },
    },
  ],
}
