/**
 * Trade terms that mean the same or stand for each other in documents about property and companies. One line is one
 * group; the words of a group find each other. General terms only: nothing here is chosen for a certain document.
 */
const groups = `
earnest money, deposit, good faith deposit, down payment
churn, attrition, cancellations, lost customers
retention, renewal rate
dscr, debt service coverage, interest cover, coverage ratio
ltv, loan to value
ltc, loan to cost
opex, operating expenses, operating costs, running costs
capex, capital expenditures, capital spending
noi, net operating income
ebitda, operating profit, earnings, profit
egi, effective gross income
gpr, gross potential rent
cap rate, capitalization rate, yield
irr, internal rate of return, return
moic, multiple on invested capital, equity multiple, multiple
tev, enterprise value, ev
asking price, purchase price, guidance price, whisper price, offered at, pricing
seller, vendor, owner, ownership, shareholders
buyer, purchaser, acquirer
bought, acquired, purchased
sold, traded, closed, changed hands
tenant, renter, lessee, resident, occupier
landlord, lessor
lender, bank, mortgagee
loan, mortgage, debt, borrowing, financing
prepayment, early repayment, repay, yield maintenance, prepayment penalty
recourse, non-recourse, personal liability, carve-outs
guaranty, guarantor, guarantee
amortization, principal repayment, pay down
interest only, io
maturity, expiry, expiration, expires
vacancy, vacant, empty, unoccupied
occupancy, occupied, leased
apartment, flat, unit, door, home, residence
renovation, renovated, refurbishment, upgrade, upgraded, remodel
repairs, maintenance, deferred maintenance
reserves, replacement reserve
real estate taxes, property taxes, property tax
hvac, air conditioning, air conditioner, heating
flood zone, flood plain, flooding
comparable, comps, comp, peers, similar, competing
appraisal, valuation, appraised value, appraiser, valuer, market value, worth
walt, wault, weighted average lease term, remaining lease term
renewal option, renew, extension, extend
termination, terminate, break option, early termination
escalation, rent increase, step-up, indexation, rent bumps
ti, tenant improvements, fit-out, tenant allowance
commission, brokerage, broker, agent, intermediary
contingent, conditional, condition precedent
due diligence, inspection period
closing, completion
equity, sponsor equity, equity cheque, own funds
revenue, sales, turnover, net sales, top line
recurring, subscription, repeat business
gross margin, gross profit
nwc, net working capital, working capital
arr, annual recurring revenue
nrr, net revenue retention
cac, customer acquisition cost, acquisition cost
burn, cash burn, net burn
runway, months of cash
customer, client
concentration, dependence, dependent, reliance
add-backs, adjustments, normalizations
net debt, debt net of cash
leverage, gearing, debt to ebitda
cash sweep, swept, lockbox, cash trap
origination fee, arrangement fee, upfront fee, commitment fee
new supply, pipeline, under construction, development
year built, built, constructed, completed
parking, garage
square feet, sf, rsf, area
payroll, wages, salaries, staff costs
headcount, employees, staff
defect, damage, leak
downside case, downside scenario, stress case
lawsuit, litigation, legal proceedings
environmental, contamination, hazardous
management fee, asset management fee
zoning, land use, permitted use
option pool, esop
hedge, swap, interest rate cap
`

/** Everyday words beside the words that documents use for the same. */
const everydayGroups = `
increase, rise, go up, grow, growth, lift
decrease, fall, fell, drop, decline, shrink, shrank, reduce, lower
money, cash, funds, capital
cost, expense, charge
buy, acquire, purchase
building, property, asset, site
company, business, firm, target
manager, management, executives
employee, worker, people, staff
lawyer, law firm, legal counsel
largest, biggest, major, top
original, old, classic, unrenovated
new, recent, replaced, renewed
problem, issue, risk, concern
leave, move out, vacate, terminate, walk away
stay, remain, renew
owe, debt, borrow, liabilities, indebtedness
early, before maturity, prepayment
earn, income, generate
rival, competitor, peer, competing
neighbor, nearby, adjacent, next door, across the street
area, neighborhood, submarket, market, location
yearly, annual, per annum, each year
monthly, per month
middleman, broker, intermediary
insured, insurance, premium
upfront, in advance, at closing
penalty, fee, charge
personally, personal, recourse, guaranty
rejected, turned down, refused, declined
take over, assume, assumable
depend, contingent, subject to
fall through, default, fail
at least, minimum, not less than
at most, maximum, up to, not exceed
accountant, auditor
make, manufacture, produce, manufacturer
worth, value, valuation
pay back, payback, recoup
similar, comparable, peers
biggest buyer, largest customer, top customer
sue, litigation, claim, dispute
law, regulation, permit, license
`

export const synonymGroups: readonly (readonly string[])[] = [
  ...groups.trim().split('\n'),
  ...everydayGroups.trim().split('\n'),
].map((line) => line.split(',').map((phrase) => phrase.trim()))
