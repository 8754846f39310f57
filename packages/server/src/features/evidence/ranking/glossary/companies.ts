/** Terms of buying a company, of its customers, people and products, and of software sold by subscription. */
export const companyTerms = `
tev, enterprise value, ev, firm value, headline price
asking price, purchase price, guidance price, whisper price, offered at, pricing, price, consideration
bid, offer
seller, vendor, owner, ownership, shareholders, selling shareholder, founder
buyer, purchaser, acquirer, bidder, investor
acquisition, purchase, deal, transaction, takeover, buyout, merger, acquire, bought
add-on, bolt-on, tuck-in, follow-on acquisition
sold, traded, closed, changed hands, disposed, divested
letter of intent, loi, heads of terms, indication of interest, ioi
earnest money, deposit, good faith deposit, down payment, upfront payment, at risk, nonrefundable, non-refundable
due diligence, inspection period, feasibility period, diligence period, study period
closing, completion, close, closing date, settlement, sign
exclusivity, no-shop, exclusive negotiation
break fee, termination fee, breakup fee, reverse termination fee
earn-out, contingent consideration, deferred consideration, earnout
rollover, reinvest, roll over, rollover equity, retained stake
vendor note, seller note, seller financing, vendor loan
escrow, holdback, retention amount, retained amount
reps and warranties, representations, warranty, warranties, indemnity, indemnification, r&w insurance
working capital peg, target working capital, nwc target, normalized working capital
purchase price adjustment, true-up, closing adjustment
commission, brokerage, broker, agent, intermediary, adviser, investment banker, finder
non-compete, non-solicit, restrictive covenant, compete
change of control, change in control, change of ownership, consent
call for offers, bid deadline, bid date, offers due, best and final
stake, shareholding, interest, minority, majority, percent owned, ownership interest
share, stock, common stock, shares outstanding, fully diluted
preferred stock, preferred, series a, series b, liquidation preference
option pool, esop, stock options, employee options, equity incentive, warrants
convertible note, safe, convertible
pre-money, post-money, valuation, round, funding round, raise
dilution, anti-dilution, diluted
drag along, tag along, voting rights, board seat, board of directors, director, governance, observer
management, executive, ceo, cfo, leadership, manager, chief executive, president, key person, run
key man, key person, reliance on founder, succession, successor, retire
headcount, employees, staff, workforce, fte, team, workers, people, personnel
union, collective bargaining, organized labor, labor agreement, works council
employee turnover, staff turnover, attrition, leave, quit
contractor, subcontractor, temporary labor, freelance
customer, client, account, buyer, purchaser, subscriber
concentration, customer concentration, dependence, dependent, reliance, largest customer, top customer, top ten customers, rely
contract, agreement, msa, master agreement, framework agreement, arrangement
contract term, contract length, duration, multi-year, term
purchase commitment, minimum volume, take-or-pay, minimum purchase
backlog, order book, orders, bookings, signed orders
pipeline, prospects, opportunities, leads
churn, attrition, cancellations, lost customers, logo churn, customer loss, leave, cancel
retention, renewal rate, gross retention, customer retention, stay, renew
nrr, net revenue retention, net dollar retention, ndr, net retention
arr, annual recurring revenue, run-rate revenue, mrr, monthly recurring revenue
recurring, subscription, repeat business, recurring revenue, repeat, contracted revenue
cac, customer acquisition cost, acquisition cost, cost of acquiring customers
ltv to cac, lifetime value, customer lifetime value
payback, payback period, pay back, recoup, break even, recover
burn, cash burn, net burn, burn rate, cash consumption, monthly burn
runway, months of cash, cash runway, cash last, out of cash
rule of 40, growth plus margin
arpu, average revenue per user, average contract value, acv, deal size
upsell, cross-sell, expansion, expansion revenue
magic number, sales efficiency
user, seat, license, licence
platform, software, product, application, system, technology
supplier, vendor, sourcing, sole source, single source, procurement
raw material, input cost, commodity, materials, steel, resin
plant, factory, facility, manufacturing site, production site, location, site
capacity, utilization, throughput, shift, capacity utilization
machinery, equipment, machine, tooling
product line, segment, division, business line, category
distribution, distributor, channel, dealer, reseller
market share, share of market, position, rank
competitor, rival, peer, competing, competition, competitive
barrier to entry, moat, competitive advantage, differentiation
patent, intellectual property, ip, trademark, proprietary
regulation, regulatory, law, compliance, license, permit, approval, certification, accreditation
lawsuit, litigation, legal proceedings, sue, claim, dispute, legal action, court
recall, warranty claim, product liability, quality issue
it system, erp, it, information technology
cybersecurity, data breach, security incident, hack
related party, affiliate, family member, affiliated
founded, established, incorporated, since, started, history
headquarters, headquartered, head office, based in
subsidiary, entity, affiliate
synergies, cost savings, efficiencies
integration, carve-out, transition services, tsa, separation
strategic plan, growth plan, initiative, strategy
make, manufacture, produce, manufacturer, maker
seasonality, seasonal, cyclical, peak season
`
