import type { DemoDeal } from './demo-deal.ts'

export const legacy: DemoDeal = {
  id: 'demo-legacy',
  name: 'Ledgerline Series B',
  from: {
    inputs: {
      revenue: 10_900_000,
      revenue_growth_pct: 52,
      cogs: 2_400_000,
      sga_expense: 12_300_000,
      ebitda_adjustments: 0,
      recurring_revenue_pct: 94,
      top_customer_pct: 9,
      hold_period_months: 72,
      cash_balance: 9_800_000,
      mrr: 1_050_000,
      beginning_arr: 8_200_000,
      new_arr: 4_300_000,
      expansion_arr: 1_250_000,
      contraction_arr: 310_000,
      churned_arr: 840_000,
      customer_count: 420,
      beginning_customers: 310,
      new_customers: 142,
      lost_customers: 32,
      sales_marketing_expense: 4_900_000,
      net_burn: 5_100_000,
      pre_money_valuation: 72_000_000,
      round_size: 18_000_000,
      investment_amount: 8_000_000,
    },
  },
  days: { from: 44, to: 8 },
  sections: [
    {
      key: 'executive_summary',
      content:
        'Ledgerline closes the books of small lenders. ARR is [[arr]], up [[arr_growth_pct]] in a year; net revenue retention is [[nrr_pct]] and gross retention [[grr_pct]].\n\nWe would invest [[investment_amount]] of a round of [[round_size]] at [[pre_money_valuation]] before the money, for [[ownership_pct]]. That is [[valuation_arr_multiple]] of ARR.',
    },
    {
      key: 'traction_metrics',
      content:
        'Net new ARR was [[net_new_arr]]: [[new_arr]] from new customers and [[expansion_arr]] from old ones, less [[contraction_arr]] and [[churned_arr]] lost. [[customer_count]] customers pay [[arpa]] a month on average.\n\nA new customer costs [[cac]] and pays it back in [[cac_payback_months]].',
    },
    {
      key: 'financial_analysis',
      content:
        'Gross margin is [[gross_margin_pct]], the EBITDA margin [[ebitda_margin_pct]]. The company burns [[net_burn]] a year, [[burn_multiple]] for each dollar of new ARR, and has cash for [[runway_months]]. The rule of forty comes to [[rule_of_40]].',
    },
    {
      key: 'risks_mitigants',
      content:
        '**Concentration.** The largest customer is [[top_customer_pct]] of revenue.\n\n**Lenders.** Small lenders merge; each merger loses one of two customers.',
    },
  ],
  acts: [
    {
      by: 'commenter',
      does: 'comment',
      as: 'churn',
      type: 'question',
      section: 'risks_mitigants',
      quote: 'each merger loses one of two customers',
      content: 'How many of last year’s losses were mergers?',
      mentions: ['editor'],
    },
    { by: 'editor', does: 'reply', to: 'churn', content: 'Eleven of the lost ones, by their own account.' },
    { by: 'commenter', does: 'resolve', thread: 'churn' },
    { by: 'owner', does: 'rate', section: 'traction_metrics', rating: 5, tags: ['clear', 'complete'] },
    {
      by: 'owner',
      does: 'decide',
      decision: 'deferred',
      rationale: 'We like the company and wait for the renewal of its largest customer.',
    },
    { by: 'owner', does: 'reopen_deal', reason: 'The largest customer has renewed, for more than before.' },
    { by: 'editor', does: 'set_metric', metric: 'top_customer_pct', value: 11 },
    {
      by: 'owner',
      does: 'comment',
      as: 'again',
      content: 'Open again. Please bring the risks up to date with the renewal.',
      mentions: ['editor'],
    },
    { by: 'commenter', does: 'read' },
  ],
}
