import type { DemoDeal } from './demo-deal.ts'

export const riverside: DemoDeal = {
  id: 'demo-riverside',
  name: 'Riverside Apartments',
  from: {
    files: ['riverside.xlsx', 'riverside-offering-memo.pdf', 'riverside-site-visit.md'],
    // Read from the operating statement, although the first year of the cash flow has them too.
    checked: {
      confirm: [
        'loss_to_lease',
        'vacancy_loss',
        'effective_gross_income',
        'total_operating_expenses',
        'in_place_rent_per_unit',
      ],
    },
  },
  days: { from: 30, to: 1 },
  sections: [
    {
      key: 'recommendation',
      content:
        'We recommend buying Riverside Apartments for [[purchase_price]] with [[equity_invested]] of equity, for a levered IRR of [[levered_irr_pct]] and a multiple of [[equity_multiple]].\n\nApproval is asked for on two conditions: the roof report shows no immediate replacement, and the loan is locked at or below [[interest_rate_pct]].',
    },
    {
      key: 'executive_summary',
      content:
        'Riverside is a garden community of [[unit_count]] units on the river walk, ten minutes from the hospital district. It is offered at [[purchase_price]], which is [[price_per_unit]] a unit and [[price_per_sf]] a square foot.\n\n- **Income today**: NOI of [[noi]], a going-in cap rate of [[going_in_cap_rate_pct]].\n- **Plan**: renovate the classic units at [[renovation_cost_per_unit]] each for [[rent_premium_per_unit]] more rent a month, a return of [[renovation_roi_pct]].\n- **Stabilized**: yield on cost of [[yield_on_cost_pct]].\n- **Returns**: levered IRR of [[levered_irr_pct]], equity multiple of [[equity_multiple]], first-year cash on cash of [[cash_on_cash_pct]].\n\nThe main risks are the reassessment of taxes after the sale and new supply across the river.',
    },
    {
      key: 'investment_thesis',
      content:
        'Rents in place of [[in_place_rent_per_unit]] stand below the market of [[market_rent_per_unit]], and the seller has renovated only model units since the lease-up. The hospital adds jobs every year, and nobody can build on the flood plain beside us. The next buyer pays for a renovated community with its tax bill already reset.',
    },
    {
      key: 'transaction_overview',
      content:
        'The purchase price of [[purchase_price]], closing costs of [[closing_costs]] and a renovation budget of [[renovation_budget]] make a total cost of [[total_project_cost]].\n\nIt is paid by a loan of [[loan_amount]] and equity of [[equity_invested]]. Investors receive a preferred return of [[preferred_return_pct]] before a promote of [[promote_pct]]. We plan to hold for [[hold_period_months]].',
    },
    {
      key: 'property_overview',
      content:
        'Nine three-storey buildings with [[rentable_sf]] of rentable space, a pool, a gym and a dog run. Physical occupancy is [[physical_occupancy_pct]]; economic occupancy is [[economic_occupancy_pct]].\n\nThe roofs are original on five of nine buildings. Plumbing is copper throughout.',
    },
    {
      key: 'financial_analysis',
      content:
        'Gross potential rent of [[gross_potential_rent]] less loss to lease of [[loss_to_lease]], vacancy of [[vacancy_loss]], concessions and bad debt leaves an effective gross income of [[effective_gross_income]].\n\nOperating expenses are [[total_operating_expenses]], or [[expense_ratio_pct]] of income and [[opex_per_unit]] a unit. Taxes are carried at [[real_estate_taxes]], the present bill.',
    },
    {
      key: 'financing_structure',
      content:
        'A fixed-rate agency loan of [[loan_amount]] at [[interest_rate_pct]] covers [[ltv_pct]] of the price and [[ltc_pct]] of the cost. The first two years are interest only, which lifts the first-year cash on cash to [[cash_on_cash_pct]]. Debt service of [[annual_debt_service]] a year after that is covered [[dscr]] by the NOI of today; the debt yield is [[debt_yield_pct]].',
    },
    {
      key: 'returns_analysis',
      content:
        'A sale at an exit cap rate of [[exit_cap_rate_pct]] brings [[gross_exit_value]] before costs and [[net_sale_proceeds]] after. With [[loan_balance_at_exit]] of debt to repay, the equity multiple is [[equity_multiple]] and the levered IRR [[levered_irr_pct]]; without debt the IRR is [[unlevered_irr_pct]].',
    },
    {
      key: 'value_creation_plan',
      content:
        'We renovate classic units as they turn, about seven a month, at [[renovation_cost_per_unit]] each. The model units that the seller finished rent for [[rent_premium_per_unit]] more, a return of [[renovation_roi_pct]] on the cost. Stabilized NOI is [[stabilized_noi]].',
    },
    {
      key: 'risks_mitigants',
      content:
        '**Tax reassessment.** The county reassesses after a sale; the model carries [[real_estate_taxes]]. We have asked for an opinion of counsel.\n\n**Supply.** Two communities open across the river next year. We keep rent growth at [[rent_growth_pct]] throughout.\n\n**Coverage.** Breakeven occupancy is [[breakeven_occupancy_pct]], well below the occupancy of today.',
    },
  ],
  acts: [
    {
      by: 'editor',
      does: 'report',
      kind: 'readiness',
      type: 'documents.checked',
      data: { expected: 5, received: 3, missing: ['roof report', 'tax bill of the second parcel'] },
    },
    { by: 'editor', does: 'search', query: 'What is charged for renovated units?' },
    {
      by: 'editor',
      does: 'report',
      kind: 'llm_call',
      type: 'section.drafted',
      data: { section_key: 'financial_analysis', model: 'house-drafter', tokens_in: 3_120, tokens_out: 410 },
    },
    {
      by: 'editor',
      does: 'report',
      kind: 'discourse',
      type: 'agent.objected',
      data: { agent: 'underwriter', topic: 'tax reassessment', position: 'taxes are carried too low' },
    },
    {
      by: 'commenter',
      does: 'comment',
      as: 'taxes',
      type: 'blocker',
      section: 'risks_mitigants',
      quote: 'The county reassesses after a sale',
      content: 'We cannot go to committee with the present bill in the model. What does counsel expect after the sale?',
      mentions: ['owner'],
    },
    {
      by: 'owner',
      does: 'reply',
      to: 'taxes',
      content: 'Agreed. Counsel answers this week; Priya, please run it at full reassessment as well.',
      mentions: ['editor'],
    },
    {
      by: 'editor',
      does: 'reply',
      to: 'taxes',
      content: 'Will do. At full reassessment coverage is the number to watch, not the return.',
    },
    { by: 'owner', does: 'react', to: 'taxes', emoji: '👍' },
    {
      by: 'commenter',
      does: 'comment',
      as: 'premium',
      type: 'question',
      section: 'value_creation_plan',
      quote: 'The model units that the seller finished',
      content: 'How many model units is that? Three would not convince me.',
    },
    {
      by: 'commenter',
      does: 'edit',
      thread: 'premium',
      content: 'How many model units is that, and for how long have they been let? Three would not convince me.',
    },
    {
      by: 'editor',
      does: 'reply',
      to: 'premium',
      content: 'Eighteen, let for seven months on average. The rent roll lists them.',
    },
    { by: 'commenter', does: 'react', to: 'premium', emoji: '🙏' },
    { by: 'commenter', does: 'resolve', thread: 'premium' },
    {
      by: 'commenter',
      does: 'comment',
      as: 'wording',
      type: 'suggestion',
      section: 'executive_summary',
      quote: 'ten minutes from the hospital district',
      replacement: 'ten minutes by bus from the hospital district',
      content: 'Most residents come by bus; say so.',
    },
    { by: 'editor', does: 'accept', thread: 'wording' },
    {
      by: 'commenter',
      does: 'comment',
      as: 'certain',
      type: 'suggestion',
      section: 'investment_thesis',
      quote: 'nobody can build on the flood plain beside us',
      replacement: 'nobody can ever build beside us',
      content: 'Stronger this way.',
    },
    { by: 'owner', does: 'reply', to: 'certain', content: 'Too strong: the flood map is redrawn every ten years.' },
    { by: 'owner', does: 'reject', thread: 'certain' },
    {
      by: 'editor',
      does: 'comment',
      as: 'supply',
      type: 'comment',
      section: 'risks_mitigants',
      quote: 'Two communities open across the river next year.',
      content: 'The broker says one of them has stopped construction. I am checking.',
    },
    {
      by: 'commenter',
      does: 'reply',
      to: 'supply',
      content: 'The county still lists both permits as active.',
    },
    {
      by: 'owner',
      does: 'reply',
      to: 'supply',
      content: 'Then let us write late next year and drop the claim that both will open.',
      mentions: ['editor'],
    },
    { by: 'editor', does: 'react', to: 'supply', emoji: '👍' },
    {
      by: 'editor',
      does: 'rewrite',
      section: 'risks_mitigants',
      passage: 'Two communities open across the river next year.',
      replacement: 'Two communities may open across the river late next year.',
    },
    {
      by: 'commenter',
      does: 'comment',
      as: 'roofs',
      type: 'request',
      section: 'property_overview',
      quote: 'The roofs are original on five of nine buildings.',
      content: 'Please attach the roof report as soon as it is here.',
      mentions: ['editor'],
    },
    {
      by: 'editor',
      does: 'comment',
      as: 'plumbing',
      type: 'question',
      section: 'property_overview',
      quote: 'Plumbing is copper throughout.',
      content: 'Who confirmed this? The seller only says "updated".',
    },
    {
      by: 'editor',
      does: 'rewrite',
      section: 'property_overview',
      passage: ' Plumbing is copper throughout.',
      replacement: '',
    },
    { by: 'viewer', does: 'read' },
    {
      by: 'owner',
      does: 'rate',
      section: 'executive_summary',
      rating: 5,
      comment: 'One page, all of it.',
      tags: ['clear'],
    },
    { by: 'commenter', does: 'rate', section: 'executive_summary', rating: 4, tags: ['clear', 'complete'] },
    { by: 'editor', does: 'rate', section: 'financing_structure', rating: 4 },
    {
      by: 'commenter',
      does: 'rate',
      section: 'risks_mitigants',
      rating: 2,
      comment: 'The tax risk has no number for the bad case.',
      tags: ['needs numbers'],
    },
    {
      by: 'commenter',
      does: 'comment',
      as: 'exit_cap',
      type: 'question',
      metric: 'exit_cap_rate_pct',
      content: 'The last three sales nearby closed wider than this. What supports it?',
      mentions: ['editor'],
    },
    {
      by: 'editor',
      does: 'reply',
      to: 'exit_cap',
      content: 'The two renovated ones did not. I will add the comparables to the appendix.',
    },
    { by: 'owner', does: 'react', to: 'exit_cap', emoji: '👀' },
    {
      by: 'owner',
      does: 'comment',
      content: 'Committee meets on Thursday. What is open on Wednesday night stays open.',
    },
  ],
}
