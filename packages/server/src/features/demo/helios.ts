import type { DemoDeal } from './demo-deal.ts'

export const helios: DemoDeal = {
  id: 'demo-helios',
  name: 'Helios Field Services',
  from: {
    files: ['helios.xlsx', 'helios-management-presentation.docx', 'helios-lender-call.md'],
    // Values of the first year after closing; the statements have them for every year.
    checked: { confirm: ['cash_interest_expense', 'free_cash_flow', 'interest_coverage', 'fixed_charge_coverage'] },
    custom: [{ label: 'Revenue from Sunvalley', unit: 'currency', sheet: 'Customers', cell: 'D5' }],
  },
  days: { from: 24, to: 2 },
  sections: [
    {
      key: 'recommendation',
      content:
        'We ask for approval to bid [[enterprise_value]] for Helios, [[entry_multiple]] of adjusted EBITDA, with [[sponsor_equity]] of our equity. The base case returns [[moic]] and a gross IRR of [[gross_irr_pct]].\n\n| Price | Entry multiple | Net leverage | MOIC | Gross IRR |\n|---|---|---|---|---|\n| [[enterprise_value]] | [[entry_multiple]] | [[net_leverage]] | [[moic]] | [[gross_irr_pct]] |',
    },
    {
      key: 'executive_summary',
      content:
        'Helios maintains solar parks and storage for utilities in four states. It earned revenue of [[revenue]] in the last twelve months, up [[revenue_growth_pct]], and adjusted EBITDA of [[adjusted_ebitda]], a margin of [[ebitda_margin_pct]].\n\n- **Price**: [[enterprise_value]], or [[entry_multiple]] of EBITDA.\n- **Debt**: [[total_leverage]] of EBITDA in total, [[net_leverage]] net of cash.\n- **Returns**: [[moic]] and [[gross_irr_pct]] over [[hold_period_months]], at the multiple that we pay.\n\nTwo thirds of the contracts renew by themselves. The largest customer is [[top_customer_pct]] of revenue.',
    },
    {
      key: 'transaction_overview',
      content:
        'Total uses of [[total_uses]]: the enterprise value of [[enterprise_value]], fees of [[transaction_fees]] and [[financing_fees]], and cash of [[cash_balance]] left in the company.\n\nThey are met by [[total_debt]] of debt, [[management_rollover]] rolled over by the founders and [[sponsor_equity]] from us; equity is [[equity_contribution_pct]] of all sources. We own [[sponsor_ownership_pct]].',
    },
    {
      key: 'company_overview',
      content:
        'Founded by two grid engineers, Helios keeps parks running under contracts of three to seven years. [[recurring_revenue_pct]] of revenue is recurring; the rest is repair and repowering, which follows storms and inverter failures.',
    },
    {
      key: 'customer_analysis',
      content:
        'The ten largest customers make [[top_10_customers_pct]] of revenue, the largest [[top_customer_pct]]. No customer of the last five years was lost to a competitor; two were lost when their parks were sold. Sunvalley Utilities alone brought [[custom_revenue_from_sunvalley]].',
    },
    {
      key: 'quality_of_earnings',
      content:
        'Reported EBITDA of [[reported_ebitda]] becomes [[adjusted_ebitda]] with add-backs of [[ebitda_adjustments]], [[addback_share_pct]] of the adjusted figure. The largest add-back is the cost of leaving the Fresno depot, which ended in March.',
    },
    {
      key: 'financing_structure',
      content:
        'Senior debt of [[senior_debt]] and subordinated debt of [[subordinated_debt]] at a blended rate of [[interest_rate_pct]] cost [[cash_interest_expense]] in the first year. EBITDA of that year covers interest [[interest_coverage]]; fixed charges are covered [[fixed_charge_coverage]].',
    },
    {
      key: 'returns_analysis',
      content:
        'Exit EBITDA of [[exit_ebitda]] at [[exit_multiple]] gives an enterprise value of [[exit_enterprise_value]] and, after net debt of [[exit_net_debt]], equity of [[exit_equity_value]].\n\nGrowth of EBITDA adds [[value_from_ebitda_growth]] and repayment of debt [[value_from_deleveraging]]; the multiple adds nothing.',
    },
    {
      key: 'risks_mitigants',
      content:
        '**Technicians.** Certified people are scarce; wages rose faster than prices last year. Newer contracts carry an index.\n\n**Interest.** At [[interest_rate_pct]] the free cash flow of the first year is [[free_cash_flow]]. Half of the senior debt is to be hedged.\n\n**Concentration.** The largest customer is [[top_customer_pct]] of revenue and tenders again in two years.',
    },
  ],
  acts: [
    { by: 'editor', does: 'search', query: 'Which contracts have an index?' },
    {
      by: 'owner',
      does: 'limit',
      metric: 'gross_irr_pct',
      side: 'at_least',
      value: 20,
      kind: 'hurdle',
      source: 'Fund policy',
    },
    {
      by: 'editor',
      does: 'limit',
      metric: 'interest_coverage',
      side: 'at_least',
      value: 2.25,
      kind: 'covenant',
      source: 'Term sheet of the lender',
    },
    {
      by: 'editor',
      does: 'scenario',
      name: 'Downside',
      note: 'The largest customer leaves at its tender, and the next buyer pays a turn less.',
      inputs: { revenue_growth_pct: 5, exit_ebitda_margin_pct: 18, exit_multiple: 8.5 },
    },
    {
      by: 'editor',
      does: 'scenario',
      name: 'Lender case',
      note: 'The rate of the term sheet without a hedge.',
      inputs: { interest_rate_pct: 10.5, revenue_growth_pct: 6 },
    },
    {
      by: 'editor',
      does: 'uncertainty',
      inputs: [
        { metric_key: 'revenue_growth_pct', distribution: 'history', history: [4.1, 6.3, 9.8, 7.2, 8.9, 5.5] },
        { metric_key: 'exit_multiple', distribution: 'pert', below: 1.5, above: 1 },
        { metric_key: 'exit_ebitda_margin_pct', distribution: 'pert', below: 3, above: 1.5 },
        { metric_key: 'interest_rate_pct', distribution: 'triangular', below: 0.5, above: 1 },
      ],
      correlations: [
        { one: 'revenue_growth_pct', other: 'exit_multiple', correlation: 0.4 },
        { one: 'interest_rate_pct', other: 'exit_multiple', correlation: -0.3 },
      ],
    },
    {
      by: 'editor',
      does: 'report',
      kind: 'discourse',
      type: 'agent.agreed',
      data: { agent: 'quality of earnings', topic: 'Fresno depot', position: 'the add-back is supported by invoices' },
    },
    {
      by: 'editor',
      does: 'report',
      kind: 'llm_call',
      type: 'section.drafted',
      data: { section_key: 'customer_analysis', model: 'house-drafter', tokens_in: 2_740, tokens_out: 350 },
    },
    {
      by: 'owner',
      does: 'comment',
      as: 'addbacks',
      type: 'question',
      section: 'quality_of_earnings',
      quote: 'The largest add-back is the cost of leaving the Fresno depot',
      content: 'Is the lease really ended, or only the rent? I want to see the letter.',
      mentions: ['editor', 'commenter'],
    },
    {
      by: 'commenter',
      does: 'reply',
      to: 'addbacks',
      content: 'Ended: the landlord countersigned in March. The letter is in the data room.',
    },
    { by: 'owner', does: 'react', to: 'addbacks', emoji: '🙏' },
    { by: 'owner', does: 'resolve', thread: 'addbacks' },
    { by: 'owner', does: 'reopen', thread: 'addbacks' },
    {
      by: 'owner',
      does: 'reply',
      to: 'addbacks',
      content: 'Opened again: the letter names a restoration duty. Who carries it?',
      mentions: ['commenter'],
    },
    { by: 'editor', does: 'react', to: 'addbacks', emoji: '👀' },
    {
      by: 'commenter',
      does: 'comment',
      as: 'tender',
      type: 'blocker',
      section: 'risks_mitigants',
      quote: 'tenders again in two years',
      content: 'We need a case without this customer before committee.',
      mentions: ['owner'],
    },
    {
      by: 'editor',
      does: 'comment',
      as: 'hedge',
      type: 'suggestion',
      section: 'risks_mitigants',
      quote: 'Half of the senior debt is to be hedged.',
      replacement: 'Half of the senior debt is to be hedged for three years.',
      content: 'The lenders offered three years; it is worth saying.',
    },
    {
      by: 'owner',
      does: 'reply',
      to: 'tender',
      content: 'Agreed. Priya, can you run it with the contract lost in year three?',
      mentions: ['editor'],
    },
    {
      by: 'editor',
      does: 'reply',
      to: 'tender',
      content: 'Running it tonight. Covenants hold in the first draft; the return does not.',
      mentions: ['owner', 'commenter'],
    },
    { by: 'commenter', does: 'react', to: 'tender', emoji: '👍' },
    { by: 'owner', does: 'react', to: 'tender', emoji: '👍' },
    {
      by: 'owner',
      does: 'comment',
      as: 'irr',
      type: 'question',
      metric: 'gross_irr_pct',
      content: 'How much of this return is deleveraging? Show it beside the number.',
      mentions: ['editor'],
    },
    {
      by: 'editor',
      does: 'reply',
      to: 'irr',
      content: 'A little under half. The bridge in the returns section has the split.',
    },
    { by: 'owner', does: 'react', to: 'irr', emoji: '✅' },
    { by: 'owner', does: 'resolve', thread: 'irr' },
    {
      by: 'commenter',
      does: 'comment',
      as: 'technicians',
      type: 'request',
      section: 'company_overview',
      content: 'Please add how many technicians are certified, by state.',
    },
    {
      by: 'editor',
      does: 'report',
      kind: 'readiness',
      type: 'documents.checked',
      data: { expected: 3, received: 3, missing: [] },
    },
    { by: 'editor', does: 'read' },
    { by: 'owner', does: 'rate', section: 'returns_analysis', rating: 4, tags: ['clear'] },
    {
      by: 'editor',
      does: 'rate',
      section: 'returns_analysis',
      rating: 3,
      comment: 'Show the case at a lower multiple.',
    },
    { by: 'commenter', does: 'rate', section: 'executive_summary', rating: 4 },
    {
      by: 'commenter',
      does: 'rate',
      section: 'executive_summary',
      rating: 5,
      comment: 'Better since the bridge is in.',
    },
  ],
}
