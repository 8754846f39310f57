import { looks } from '../sheet.mjs'
import { monthlySheet } from './months.mjs'

/** Investors first up to the preferred return; the remainder is split in two tiers. */
export const waterfallSheet = (given, monthly, flows, funding) => {
  const sheet = monthlySheet('Waterfall', 'Equity waterfall', given, monthly.sheet)
  const cash = sheet.row(
    'Cash to distribute',
    (column) => `=MAX(0,${monthly.sheet.at(flows.leveredRow, column)})`,
    looks.money,
  )
  const called = sheet.row(
    'Cash called',
    (column) => `=MAX(0,-${monthly.sheet.at(flows.leveredRow, column)})`,
    looks.money,
  )
  sheet.skip()
  sheet.heading('Capital and preferred return')
  const one = sheet.next()
  const [grown, paid, closing] = [1, 2, 3].map((n) => one + n)
  sheet.row('Opening capital account', (_, previous) => `=${previous}${closing}`, looks.money)
  sheet.row(
    'Preferred return earned',
    (column) => `=${column}${one}*((1+${given.preferred})^(1/12)-1)+${column}${called}`,
    looks.money,
  )
  sheet.row('Paid to investors', (column) => `=MIN(${column}${cash},${column}${one}+${column}${grown})`, looks.money)
  sheet.row('Closing capital account', (column) => `=${column}${one}+${column}${grown}-${column}${paid}`, looks.money, {
    atClosing: `=${funding.equity}`,
    style: 'total',
  })
  sheet.skip()
  sheet.heading('Up to the second hurdle')
  const two = sheet.next()
  const [grownTwo, left, investors, sponsor, closingTwo] = [1, 2, 3, 4, 5].map((n) => two + n)
  sheet.row('Opening hurdle account', (_, previous) => `=${previous}${closingTwo}`, looks.money)
  sheet.row(
    'Hurdle return earned',
    (column) => `=${column}${two}*((1+${given.secondHurdle})^(1/12)-1)+${column}${called}`,
    looks.money,
  )
  sheet.row('Cash left', (column) => `=${column}${cash}-${column}${paid}`, looks.money)
  sheet.row(
    'Investors share',
    (column) =>
      `=MIN(${column}${left}*(1-${given.promote}),MAX(0,${column}${two}+${column}${grownTwo}-${column}${paid}))`,
    looks.money,
  )
  sheet.row('Sponsor share', (column) => `=${column}${investors}*${given.promote}/(1-${given.promote})`, looks.money)
  sheet.row(
    'Closing hurdle account',
    (column) => `=MAX(0,${column}${two}+${column}${grownTwo}-${column}${paid}-${column}${investors})`,
    looks.money,
    {
      atClosing: `=${funding.equity}`,
      style: 'total',
    },
  )
  sheet.skip()
  sheet.heading('Above the second hurdle')
  const rest = sheet.row(
    'Cash left over',
    (column) => `=MAX(0,${column}${left}-${column}${investors}-${column}${sponsor})`,
    looks.money,
  )
  const restInvestors = sheet.row(
    'Investors part',
    (column) => `=${column}${rest}*(1-${given.secondPromote})`,
    looks.money,
  )
  const restSponsor = sheet.row('Sponsor part', (column) => `=${column}${rest}*${given.secondPromote}`, looks.money)
  sheet.skip()
  const toInvestors = sheet.row(
    'All to investors',
    (column) => `=${column}${paid}+${column}${investors}+${column}${restInvestors}-${column}${called}`,
    looks.money,
    { atClosing: `=-${funding.equity}`, style: 'total' },
  )
  const toSponsor = sheet.row(
    'All to the sponsor',
    (column) => `=${column}${sponsor}+${column}${restSponsor}`,
    looks.money,
    { style: 'total' },
  )
  return {
    sheet,
    cash: sheet.range(cash),
    toInvestors: sheet.range(toInvestors, 'B'),
    toInvestorsLater: sheet.range(toInvestors),
    toSponsor: sheet.range(toSponsor),
    called: sheet.range(called),
  }
}
