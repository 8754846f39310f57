/** Everyday words beside the words that documents use for the same. */
export const everydayTerms = `
increase, rise, go up, grow, growth, climb, up, higher, improve, gain, rose, grew
decrease, fall, fell, drop, decline, shrink, shrank, reduce, lower, down, reduction, loss, slip, declined
money, cash, funds, capital, dollars
cost, expense, charge, spend, price, spending
pay, paid, payment, payable
buy, acquire, purchase, bought, acquisition
sell, sale, dispose, disposition, sold
building, property, asset, site, project, real estate
company, business, firm, target, operator
manager, management, executives, operator
employee, worker, people, staff
lawyer, law firm, legal counsel, attorney, counsel
largest, biggest, major, top, main, primary, principal, most important
smallest, least, minimum, lowest
original, old, classic, unrenovated, existing
new, recent, replaced, renewed, replacement, newly
problem, issue, risk, concern, trouble, weakness, challenge, worry
leave, move out, vacate, terminate, walk away, exit, depart, departure
stay, remain, renew, continue
owe, debt, borrow, liabilities, indebtedness
early, before maturity, prepayment, prior to
late, delay, delayed, overdue, behind schedule
earn, income, generate, bring, bring in, yield
rival, competitor, peer, competing
neighbor, nearby, adjacent, next door, across the street, surrounding
area, neighborhood, submarket, market, location, region
yearly, annual, per annum, each year, annually, a year
monthly, per month, each month, a month
quarterly, per quarter
middleman, broker, intermediary
insured, insurance, premium
upfront, in advance, at closing, up front
penalty, fee, charge
personally, personal, recourse, guaranty
rejected, turned down, refused, declined, passed
accepted, agreed, approved, approve, approval
take over, assume, assumable
depend, contingent, subject to, hinge, reliant, rely
fall through, default, fail, collapse
at least, minimum, not less than, no less than, floor
at most, maximum, up to, not exceed, cap, limit, no more than, ceiling
accountant, auditor
make, manufacture, produce, manufacturer
worth, value, valuation
pay back, payback, recoup
similar, comparable, peers
sue, litigation, claim, dispute
law, regulation, permit, license
average, mean, typical, weighted average
total, altogether, sum, aggregate, overall, combined
part, share, portion, percentage, proportion, fraction
half, 50%
quarter, 25%
third, 33%
double, twice, two times
begin, start, commence, commencement, effective
end, expire, finish, conclude, completion
deadline, due, due date, by when, no later than
reason, because, due to, cause, driven by, result of
plan, intend, expect, propose, anticipate
happen, occur, event
need, require, required, requirement, must
allow, permit, right, entitled, may, option, consent
forbid, prohibit, prohibited, not permitted, restrict, restriction
change, amend, modify, amendment, revise
who, name, named
visit, inspection, site visit, tour, walk, inspected, toured, walked
see, observe, observed, noted
tell, say, said, mention, state, told
think, believe, opinion, view, conclude, estimate
guess, estimate, approximate, assumption, assume
check, verify, confirm, test, verified, confirmed
find, found, identify, identified, discover
fix, repair, remedy, cure, replace
broken, out of service, not working, inoperable, failed, down
danger, hazard, risk, exposure
safe, safety, secure
busy, utilization, capacity, occupancy
quick, fast, soon, quickly, speed, days
slow, delay, long
distance, miles, far, away, proximity
size, large, big, area, square feet
age, old, year built, years old
history, record, past, previous, prior, former
next, upcoming, future, following
today, current, currently, present, now, as of
split, divide, allocate, allocation, breakdown
compare, versus, against, relative to, compared
extra, additional, premium, incremental, further
free, waived, no charge, complimentary, abated
help, support, assist, subsidy
stop, cease, end, discontinue, halt
hire, recruit, hiring, vacancy, open position
train, training, onboarding
travel, transport, freight, shipping, delivery, logistics
weather, storm, wind, hail, flood
water, flood, leak, moisture
`
