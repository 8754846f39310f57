/** Terms of accounts and of what a review of them finds. */
export const accountingTerms = `
revenue, sales, turnover, net sales, top line, income from customers
organic growth, growth, cagr, grew, same-store growth, like-for-like, year over year
price increase, price rise, pricing action, raised prices
volume, quantity, units sold, tonnage
gross margin, gross profit, gross profit margin, profit per sale
cogs, cost of goods sold, cost of sales, direct cost
sg&a, overhead, overheads, general and administrative, selling expenses, administrative expenses
ebitda, operating profit, earnings, profit, profitability, profitable
ebitda margin, profit margin, margin, operating margin
adjusted ebitda, normalized ebitda, pro forma ebitda, run-rate ebitda, management ebitda, reported ebitda
add-backs, adjustments, normalizations, one-time, non-recurring, one-off, exceptional, nonrecurring, add back, addback
owner compensation, owner salary, shareholder salary, above-market compensation
quality of earnings, qoe, accounting review, financial due diligence, accountants
audit, audited, auditor, accountant, reviewed, unaudited, opinion
net income, net profit, bottom line, net earnings
depreciation, amortization, d&a
interest expense, finance cost, interest
tax, income tax, tax rate, effective tax rate, taxation
deferred revenue, contract liabilities, unearned revenue, prepaid by customers, customer deposits, billed in advance
accounts receivable, receivables, ar, dso, days sales outstanding, collect, collection
accounts payable, payables, ap, dpo, days payable
inventory, stock, inventories, slow-moving, obsolete, obsolescence
nwc, net working capital, working capital, trade working capital
cash, cash balance, money, funds, cash on hand, bank balance
free cash flow, cash flow, cash conversion, fcf, cash generation, operating cash flow
net debt, debt net of cash, indebtedness, debt-like items, debt-like
capital lease, finance lease, operating lease, lease liabilities
accrual, accrued, accrued liabilities, provision, contingent liability
pension, retirement plan, 401k, unfunded
goodwill, intangible, intangibles
balance sheet, assets, liabilities
revenue recognition, asc 606, cutoff, recognize, recognized
restatement, error, misstatement, correction
internal controls, material weakness, controls
fiscal year, financial year, year end, fy
ltm, ttm, trailing twelve months, last twelve months, t-12, t12
budget, forecast, plan, projection, guidance, projected, outlook, expect
actual, actuals, achieved
variance, shortfall, miss, missed, below plan, short of
capitalized, capitalised, capitalization policy, expensed
maintenance capex, maintenance capital expenditures, sustaining capex
growth capex, expansion capex, investment
dividend, distribution, payout
`
