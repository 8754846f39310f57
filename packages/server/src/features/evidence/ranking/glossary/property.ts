/** Terms of property: what is let, by whom, for how much, in which state, and how it is valued. */
export const propertyTerms = `
tenant, renter, lessee, resident, occupier, occupant
landlord, lessor
anchor, anchor tenant, largest tenant, main tenant, major tenant
apartment, flat, unit, door, home, residence, dwelling, residential unit
studio, efficiency, one-bedroom, two-bedroom, bedroom
suite, premises, space, demised premises
square feet, sf, rsf, nra, gla, rentable area, floor area, leasable area, area, size
acre, acreage, land area, site area, parcel, lot, land, plot
year built, built, constructed, completed, construction date, vintage, age, old
story, stories, floor, level
parking, garage, parking space, stall, surface lot
clear height, ceiling height, ceiling
loading dock, dock door, dock-high, drive-in door, loading
amenity, amenities, pool, fitness center, clubhouse, gym
rent, rental rate, rental income, lease payment, base rent
asking rent, market rent, street rate, rent comparables
in-place rent, current rent, contract rent, passing rent
below market, loss to lease, mark to market, upside, under-rented, underpay
above market, over-rented, gain to lease
rent roll, tenancy schedule
concession, free rent, rent abatement, abatement, incentive, rent-free
delinquency, bad debt, arrears, collection loss, unpaid rent, late payment, overdue, past due
vacancy, vacant, empty, unoccupied, available space, unleased, unlet
occupancy, occupied, leased, let, leased up, occupancy rate
lease-up, absorption, stabilization, fill up, fully leased
stabilized, stabilised, normalized
wale, walt, wault, weighted average lease term, remaining lease term
lease term, term of lease, tenancy
lease expiration, lease expiry, rollover, roll, expire, lease end, run out
commencement, start date, lease start, begin
renewal option, option to renew, renew, extension, extend, extension option, right to stay
termination, terminate, break option, early termination, termination right, termination fee, cancel, walk away
right of first refusal, rofr, right of first offer, rofo, first refusal, preemption
expansion option, right to expand, expand
exclusive, exclusive use, exclusivity, radius restriction
co-tenancy, cotenancy
sublease, sublet, assign, assignment, subtenant
escalation, rent increase, step-up, indexation, rent bumps, annual increase, escalator, rent step, go up
percentage rent, overage rent, turnover rent, breakpoint
triple net, nnn, net lease, absolute net
gross lease, full service, modified gross
cam, common area maintenance, expense reimbursement, recoveries, recovery, reimbursement, service charge, pass-through, expense stop, base year
security deposit, deposit, letter of credit, rent deposit
ti, tia, tenant improvements, tenant improvement, fit-out, tenant allowance, improvement allowance, build-out
leasing commission, lc, leasing cost
ground lease, ground rent, leasehold, land lease
fee simple, freehold, own outright
estoppel, snda, estoppel certificate
holdover, holding over, stay after expiry
guarantor, guaranty, guarantee
use clause, permitted use, use restriction
renovation, renovated, refurbishment, upgrade, upgraded, remodel, rehab, value-add, interior upgrade, modernization
renovation premium, rent premium, rent lift, extra rent
original condition, classic, unrenovated, original interior, dated
deferred maintenance, immediate repair, repair backlog, needed repairs, critical repair
repairs, maintenance, repairs and maintenance, upkeep, fix
replacement reserve, capital reserve, reserves, reserve
roof, roofing, shingle, membrane
hvac, air conditioning, air conditioner, heating, cooling, chiller, boiler, furnace
plumbing, pipe, piping, water line, sewer, drain
electrical, wiring, panel
elevator, lift
foundation, structure, structural
facade, exterior, siding, cladding
sprinkler, fire suppression, fire safety, fire alarm
asbestos, lead paint, mold, hazardous material, radon
ada, accessibility, accessible
flood zone, flood plain, floodplain, flooding, fema, flood
seismic, earthquake, pml, probable maximum loss
windstorm, hurricane, named storm, wind
environmental, contamination, hazardous, pollution, phase i, esa, recognized environmental condition, rec, spill
underground storage tank, ust
survey, alta, title, title commitment, easement, encroachment, encumbrance
zoning, land use, entitlement, permit, zoned, planning
defect, damage, leak, water intrusion, crack, deficiency, deficient
insurance, insured, premium, coverage, insurer, carrier, underwriter, policy
deductible, excess, self-insured retention, retention
property taxes, real estate taxes, property tax, tax assessment, assessed value, reassessment, millage, assessor, ad valorem
tax abatement, pilot, tax exemption, tax incentive
utilities, electricity, water, sewer, gas, trash, energy
management fee, property management, asset management fee, property manager
payroll, wages, salaries, staff costs, personnel, on-site staff, compensation
other income, ancillary income, laundry, pet fee, parking income, miscellaneous income
gpr, gross potential rent, potential rent, scheduled rent
egi, effective gross income, total income
opex, operating expenses, operating costs, running costs, operating expense ratio, expenses
noi, net operating income, operating income
capex, capital expenditures, capital spending, capital improvements, capital works
cap rate, capitalization rate, yield, going-in yield, initial yield
exit cap rate, terminal cap rate, reversion, residual cap rate
yield on cost, development yield, return on cost
replacement cost, cost to rebuild, reproduction cost, rebuild
price per unit, per door, price per square foot, per square foot
appraisal, valuation, appraised value, appraiser, valuer, market value, worth, value, valued
as is, as-is value, current value, today's value
sales comparison approach, income approach, cost approach, direct capitalization, discounted cash flow, dcf
comparable, comps, comp, peers, similar, competing, comparison
last sold, previous sale, prior sale, sale history, change hands, acquired, bought
new supply, pipeline, under construction, development, new construction, competing project, deliveries
submarket, market, area, neighborhood, location, vicinity, trade area
demographics, population, household income, median income, residents
walking distance, proximity, near, nearby, adjacent, miles, minutes, close to
employment, jobs, employer, unemployment
self-storage, storage
warehouse, industrial, distribution, logistics
retail, shopping center, store, shop, strip center
office, office building, office tower
multifamily, apartments, residential, rental housing
hospitality, hotel, rooms, keys, adr, revpar
affordable housing, section 8, voucher, lihtc, rent restricted, rent control, rent stabilized
student housing, beds
`
