/** Words that make a label another metric than the one it resembles: "minimum cash" is not a cash balance. */
const otherMeaning: Readonly<Record<string, RegExp>> = {
  revenue: /\b(?:cost of|deferred|unearned|per|other|interest|non[- ]?operating|share of)\b/i,
  revenue_growth_pct:
    /\b(?:terminal|perpetu\w*|volumes?|units?|price|pricing|long[- ]?(?:term|run)|rent(?:al)?|expenses?|costs?|opex|industry|market|deliver\w*|wages?|inflation|comparable|same[- ]store|system|gdp|ebitda|income|profit|customers?|headcount|dividends?|eps)\b/i,
  cash_balance:
    /\b(?:min(?:imum)?|required|restricted|changes?|increase|decrease|beginning|opening|flows?|interest|target|reserve|dividends?|paid|per|taxes|distribut\w*|movement|sweep)\b/i,
  total_debt:
    /\b(?:service|payments?|issu\w*|repay\w*|repaid|interest|yield|proceeds|free|change|drawn?|amortization|schedule|capacity|fees?|cost)\b/i,
  senior_debt: /\b(?:service|payments?|repay\w*|interest|fees?|turns|term|rate|multiple|tenor|maturity)\b/i,
  loan_amount:
    /\b(?:payments?|principal paid|fees?|payoff|constant|points|interest|per|balance at|exit|max(?:imum)?)\b/i,
  net_debt: /\b(?:change|ebitda|exit|capital)\b/i,
  interest_rate_pct:
    /\b(?:cash|deposits?|growth|discount|tax|equity|wacc|monthly|risk[- ]?free|spread|margin|cap|floor|inflation)\b/i,
  logo_churn_pct: /\b(?:mrr|arr|revenue|dollars?|net|monthly)\b|\$/i,
  purchase_price: /\b(?:land|per|exit|sale|equipment|parking|allocation|resale|option)\b/i,
  enterprise_value: /\b(?:exit|terminal|peers?|per|revenue|ebitda|sales|weight)\b/i,
  capex: /\b(?:of|growth|per|reserves?|cumulative|tax)\b/i,
  tax_rate_pct: /\b(?:property|growth|transfer|sales|deferred|real estate|payroll)\b/i,
  levered_irr_pct:
    /\b(?:un-?levered|un-?leveraged|target|hurdle|pref(?:erred)?|lp|gp|required|before debt|pre-?debt)\b/i,
  unlevered_irr_pct: /\b(?:levered|leveraged|equity|target|hurdle|lp|gp|investor|after debt)\b/i,
  gross_irr_pct: /\b(?:target|hurdle|management|net|required|mezz\w*|lenders?|debt)\b/i,
  moic: /\b(?:target|management|net|required|mezz\w*)\b/i,
  equity_multiple: /\b(?:un-?levered|un-?leveraged|target|lp|gp)\b/i,
  noi: /\b(?:per|margin|growth|exit|sale|forward|terminal|reversion)\b/i,
  exit_cap_rate_pct: /\b(?:going[- ]in|entry|in[- ]place|purchase|acquisition)\b/i,
  going_in_cap_rate_pct: /\b(?:exit|terminal|reversion|residual|market|sale)\b/i,
  dscr: /\b(?:min(?:imum)?|target|required|covenant|lock[- ]?up|default|sizing|constraint)\b/i,
  ltv_pct: /\b(?:max(?:imum)?|target|cost|limit|exit|constraint)\b/i,
  exit_equity_value: /\b(?:terminal|continuing|perpetu\w*|pv|present|discounted)\b/i,
  exit_enterprise_value: /\b(?:terminal|continuing|perpetu\w*|pv|present|discounted)\b/i,
  free_cash_flow: /\b(?:per|yield|margin|growth|cumulative|pv|present|terminal|discounted|conversion)\b/i,
  reported_ebitda: /\b(?:margin|growth|exit|per|multiple|cumulative)\b/i,
  adjusted_ebitda: /\b(?:margin|growth|exit|per|multiple|cumulative)\b/i,
  ebit: /\b(?:margin|growth|before tax\w*|pre-?tax|non[- ]?operating)\b/i,
  rentable_sf: /\b(?:gross|land|site|lot|per|garage|parking|annual)\b/i,
  unit_count: /\b(?:per|parking|storage|sold|vacant|renovated)\b/i,
  annual_debt_service: /\b(?:monthly|reserve|cover\w*|ratio|per)\b/i,
  total_operating_expenses: /\b(?:per|ratio|growth|monthly|reimburs\w*|recover\w*)\b/i,
  cash_interest_expense: /\b(?:income|rate|tax|net|shield|paid in kind|pik|capitali[sz]ed)\b/i,
}

export const isLookAlike = (metricKey: string, label: string): boolean => otherMeaning[metricKey]?.test(label) === true
