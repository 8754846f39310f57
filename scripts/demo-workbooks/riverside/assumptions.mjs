import { createSheet, looks, serialDay } from '../sheet.mjs'

/** The inputs set by the deal team; everything else is derived from them. */
export const assumptionsSheet = () => {
  const sheet = createSheet('Assumptions')
  sheet.title('Riverside Apartments: assumptions', 'Blue numbers are typed in; everything else is computed.')
  sheet.heading('Acquisition')
  const closingDate = sheet.line('Closing Date', serialDay(2026, 12, 31), looks.date)
  const price = sheet.line('Purchase Price', 48_500_000, looks.money)
  const diligence = sheet.line('Title, Legal and Diligence', 502_475, looks.money)
  const hold = sheet.line('Hold Period (Months)', 60, looks.number)
  sheet.skip()
  sheet.heading('Operations')
  const rentGrowth = sheet.line('Rent Growth', 0.03, looks.percent)
  const expenseGrowth = sheet.line('Expense Growth', 0.0275, looks.percent)
  const vacancy = sheet.line('Vacancy Rate', 0.05, looks.percent)
  const recapture = sheet.line('Loss to Lease Recaptured', 0.6, looks.percent)
  const recaptureMonths = sheet.line('Months to Recapture', 24, looks.number)
  const feeRate = sheet.line('Management Fee Rate', 0.03, looks.percent)
  const reserve = sheet.line('Annual Reserve for each Unit', 250, looks.money)
  sheet.skip()
  sheet.heading('Renovation')
  const renovatedUnits = sheet.line('Units to Renovate', 160, looks.number)
  const unitCost = sheet.line('Renovation Cost per Unit', 14_500, looks.money)
  const premium = sheet.line('Renovation Rent Premium (monthly)', 210, looks.money)
  const pace = sheet.line('Units Renovated each Month', 7, looks.number)
  const down = sheet.line('Months a Unit is Down', 1, looks.number)
  sheet.skip()
  sheet.heading('Financing')
  const loan = sheet.line('Loan Amount', 30_070_000, looks.money)
  const rate = sheet.line('Interest Rate', 0.0535, looks.percent)
  const interestOnly = sheet.line('Interest-Only Period (Months)', 24, looks.number)
  const amortization = sheet.line('Amortization Term (Months)', 360, looks.number)
  sheet.skip()
  sheet.heading('Exit')
  const exitCap = sheet.line('Exit Cap Rate', 0.055, looks.percent)
  const sellingCosts = sheet.line('Selling Costs', 0.015, looks.percent)
  sheet.skip()
  sheet.heading('Equity waterfall')
  const preferred = sheet.line('Preferred Return', 0.08, looks.percent)
  const promote = sheet.line('Promote', 0.2, looks.percent)
  const secondHurdle = sheet.line('Second Hurdle', 0.14, looks.percent)
  const secondPromote = sheet.line('Share above the Second Hurdle', 0.3, looks.percent)
  return {
    sheet,
    ...{ closingDate, price, diligence, hold, rentGrowth, expenseGrowth, vacancy, recapture, recaptureMonths, feeRate },
    ...{ reserve, renovatedUnits, unitCost, premium, pace, down, loan, rate, interestOnly, amortization },
    ...{ exitCap, sellingCosts, preferred, promote, secondHurdle, secondPromote },
  }
}
