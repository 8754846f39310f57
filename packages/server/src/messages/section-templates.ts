import { defineMessages } from '@deal-canvas/messages'

export const sectionTemplateMessages = defineMessages('section-templates', {
  titleMissing: 'A section needs a title, or a template',
  blank: 'Must not be blank',
})

/** Headings of the built-in templates, separated by semicolons. */
export const templateHeadings = defineMessages('section-template-headings', {
  recommendation: 'Decision requested; Price and terms; Conditions; Validity',
  executive_summary: 'The opportunity; Why we like it; Returns; Main risks',
  investment_thesis: 'Reasons to invest; Why now; What the next buyer pays for',
  transaction_overview: 'Process and timetable; Sources and uses; Structure; Waterfall',
  company_overview: 'Business model; Products; History; Footprint',
  property_overview: 'The property; Location; Physical condition; Environmental',
  market_analysis: 'Demand; Supply; Rents and vacancy; Comparables',
  customer_analysis: 'Concentration; Retention; Contracts',
  tenancy_lease_analysis: 'Rent roll; Lease expiries; Mark-to-market; Tenant credit',
  traction_metrics: 'Recurring revenue; Retention; Acquisition cost; Burn and runway',
  financial_analysis: 'History; Margins; Cash flow',
  quality_of_earnings: 'From reported to adjusted; One-off items; Working capital',
  valuation: 'Comparables; Precedents; Intrinsic value',
  returns_analysis: 'Base case; Upside and downside; What drives the return',
  sensitivity_scenarios: 'Sensitivity; Scenarios; Break-even',
  exit_analysis: 'Buyers; Timing; Exit valuation',
  legal_regulatory: 'Title and permits; Litigation; Regulation; Environment, social and governance',
  fund_considerations: 'Concentration; Pacing; Conflicts of interest',
  appendices: 'Model output; Reports',
})

/** Columns of the tables with which built-in templates begin, separated by semicolons. */
export const templateColumns = defineMessages('section-template-columns', {
  competitive_landscape: 'Competitor; Share; Strengths; Weaknesses',
  management_team: 'Person; Role; Track record; Incentives',
  projections_assumptions: 'Driver; Downside; Base; Upside; Source',
  financing_structure: 'Tranche; Amount; Rate; Maturity; Covenants',
  value_creation_plan: 'Initiative; Owner; Cost; Effect; By when',
  risks_mitigants: 'Risk; Likelihood; Severity; Mitigant; Residual risk',
  diligence_status: 'Workstream; Adviser; Status; Open items',
})

/** Rows of such tables, separated by semicolons. */
export const templateRows = defineMessages('section-template-rows', {
  diligence_status: 'Commercial; Financial; Legal; Tax; Technical; Insurance',
})
