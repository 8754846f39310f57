/** Terms of loans and of the money in a deal. */
export const lendingTerms = `
lender, bank, mortgagee, creditor, financing source, debt provider
borrower, mortgagor, debtor, obligor
sponsor, general partner, gp, principal, key principal
loan, mortgage, debt, borrowing, financing, facility, note, borrowings, credit facility, owe
loan amount, principal amount, loan proceeds, proceeds, loan size, borrow, principal
senior loan, first lien, first mortgage, senior debt, term loan
second lien, mezzanine, mezz, subordinated debt, junior debt, subordinate
revolver, revolving credit facility, line of credit, rcf, undrawn
outstanding balance, unpaid principal, balance, payoff amount, payoff
interest rate, coupon, note rate, rate, pricing, all-in rate, cost of debt
spread, margin, basis points, bps, over sofr
sofr, libor, index, benchmark, base rate, treasury, reference rate
floating rate, variable rate, adjustable rate, floater
fixed rate, fixed
rate floor, sofr floor, index floor, floor, minimum rate
rate lock, lock, locked
hedge, swap, interest rate cap, rate cap, strike, hedging, interest rate protection
default rate, default interest, penalty rate
maturity, maturity date, loan maturity, due date, term, come due, fall due, balloon
extension option, extended maturity, extend, extension
amortization, amortizing, principal repayment, pay down, scheduled principal, principal payment, amortize
interest only, io, interest-only period, no principal
debt service, debt payment, loan payment, annual payment, monthly payment, installment
dscr, debt service coverage, debt service coverage ratio, coverage ratio, interest cover, fixed charge coverage, fccr, cover
debt yield, noi to debt
ltv, loan to value, loan-to-value ratio, advance rate
ltc, loan to cost
leverage, gearing, debt to ebitda, net leverage, total leverage, indebtedness
covenant, financial covenant, covenants, maintenance test, compliance, ratio test
cash sweep, swept, lockbox, cash trap, cash management, cash dominion, trap, excess cash flow
event of default, default, breach, cure period, acceleration, non-payment, cure
recourse, non-recourse, personal liability, carve-outs, personally liable, bad boy, bad acts, personally
guaranty, guarantor, guarantee, completion guaranty
net worth, liquidity, liquid assets, wealth, minimum liquidity
collateral, security, lien, pledge, deed of trust, secured by
prepayment, early repayment, repay, prepay, voluntary prepayment, pay off early, pay back
prepayment penalty, prepayment premium, yield maintenance, defeasance, make-whole, step-down, breakage, exit fee, spread maintenance
lockout, no prepayment, lockout period, call protection
origination fee, arrangement fee, upfront fee, commitment fee, closing fee, lender fee, points, structuring fee
unused fee, non-utilization fee, undrawn fee
exit fee, repayment fee, deferred fee
reserve, escrow, impound, holdback, escrow account, reserve account, set aside, tax escrow
future funding, delayed draw, earn-out proceeds, additional funding, draw
assumption, assume, assumable, take over, transfer of loan, assumption fee
subordination, intercreditor, standstill
refinance, refinancing, takeout, replace the loan
term sheet, commitment letter, quote, proposal, indicative terms, offer letter
conditions precedent, closing condition, conditions, contingent, conditional, subject to, condition to closing, requirement
expense deposit, good faith deposit, application deposit, deposit
reporting, financial statements, reporting requirement, deliver statements, compliance certificate
insurance requirement, required insurance, minimum coverage
fannie mae, freddie mac, agency, gse, hud
cmbs, conduit, securitization
life company, insurance company, life insurer
equity, sponsor equity, equity cheque, own funds, equity contribution, cash equity, own money
preferred equity, preferred return, pref, hurdle
waterfall, promote, carried interest, profit split
sources and uses, uses, sources, funding
capital stack, capital structure, capitalization
irr, internal rate of return, return, levered return, unlevered return
moic, multiple on invested capital, equity multiple, multiple, times money
cash on cash, cash yield, cash return, distribution yield
hold period, holding period, investment period, exit, exit year, sell
downside case, downside scenario, stress case, bear case, pessimistic, worst case, sensitivity
base case, underwriting case, expected case
upside case, bull case, optimistic
`
