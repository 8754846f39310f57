import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator([[true, null, 45_366]])

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'days are counted as Excel counts them, with a 29 February 1900': [
    ['DATE(1900,1,1)', 1],
    ['DATE(1900,2,29)', 60],
    ['DATE(1900,3,1)', 61],
    ['DAY(60)', 29],
    ['DATE(2024,2,30)', 45_352],
    ['DATE(2023,14,1)', 45_323],
    ['DATE(108,1,2)', 39_449],
    ['DATE(9999,12,31)', 2_958_465],
    ['DATE(9999,13,-1)', '#NUM!'],
    ['DATE(-1,1,1)', '#NUM!'],
    ['YEAR(-1)', '#NUM!'],
    ['YEAR(0)', 1900],
    ['MONTH("2024-03-15")', 3],
  ],
  'months later never pass the end of a month': [
    ['EDATE(DATE(2024,1,31),1)', 45_351],
    ['EDATE(DATE(2024,3,31),-1)', 45_351],
    ['EDATE(DATE(2023,11,30),14)', 45_687],
    ['EOMONTH(DATE(2024,1,15),1)', 45_351],
    ['EOMONTH(DATE(2024,1,15),-1.9)', 45_291],
    ['EOMONTH(C1,A1)', '#VALUE!'],
    ['EOMONTH(C1,B1)', 45_382],
  ],
  'times are parts of a day': [
    ['TIME(12,0,0)', 0.5],
    ['TIME(27,0,0)', 0.125],
    ['TIME(0,0,-1)', '#NUM!'],
    ['HOUR(0.75)', 18],
    ['MINUTE(TIME(1,59,59))', 59],
    ['SECOND(0.9999999)', 0],
    ['TIMEVALUE("2:24 AM")', 0.1],
    ['DATEVALUE("22-May-2011")', 40_685],
    ['DATEVALUE("5")', '#VALUE!'],
  ],
  'weeks start on the day that is asked for': [
    ['WEEKDAY(DATE(2008,2,14))', 5],
    ['WEEKDAY(DATE(2008,2,14),2)', 4],
    ['WEEKDAY(DATE(2008,2,14),3)', 3],
    ['WEEKDAY(DATE(2008,2,14),17)', 5],
    ['WEEKDAY(DATE(2008,2,14),4)', '#NUM!'],
    ['WEEKNUM(DATE(2012,3,9))', 10],
    ['WEEKNUM(DATE(2012,3,9),2)', 11],
    ['ISOWEEKNUM(DATE(2021,1,3))', 53],
    ['WEEKNUM(DATE(2021,1,3),21)', 53],
  ],
  'differences are counted in days, months and years': [
    ['DAYS(DATE(2024,3,1),DATE(2024,2,1))', 29],
    ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"D")', 440],
    ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YD")', 75],
    ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YM")', 2],
    ['DATEDIF(DATE(2001,6,30),DATE(2002,5,29),"Y")', 0],
    ['DATEDIF(DATE(2001,6,30),DATE(2002,5,29),"MD")', 29],
    ['DATEDIF(2,1,"D")', '#NUM!'],
    ['DAYS360(DATE(2011,1,31),DATE(2011,3,31))', 60],
    ['DAYS360(DATE(2011,1,15),DATE(2011,3,31))', 76],
    ['DAYS360(DATE(2011,1,15),DATE(2011,3,31),TRUE)', 75],
  ],
  'years are counted by five conventions': [
    ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30))', 209 / 360],
    ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),1)', 211 / 366],
    ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),2)', 211 / 360],
    ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),3)', 211 / 365],
    ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),4)', 209 / 360],
    ['YEARFRAC(DATE(2011,2,28),DATE(2012,2,29))', 1],
    ['YEARFRAC(DATE(2010,1,1),DATE(2013,1,1),1)', 1096 / ((365 * 3 + 366) / 4)],
    ['YEARFRAC(DATE(2012,7,30),DATE(2012,1,1),3)', 211 / 365],
    ['YEARFRAC(1,2,5)', '#NUM!'],
  ],
  'working days leave out weekends and holidays': [
    ['NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1),DATE(2012,11,22))', 109],
    ['NETWORKDAYS(DATE(2024,3,15),DATE(2024,3,11))', -5],
    ['NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),7,{"2006/1/2","2006/1/16"})', 22],
    ['NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),"0010001")', 22],
    ['NETWORKDAYS.INTL(1,2,"001000")', '#VALUE!'],
    ['WORKDAY(DATE(2008,10,1),151,{39778;39786;39834})', 39_938],
    ['WORKDAY(DATE(2024,3,18),-1)', 45_366],
    ['WORKDAY.INTL(DATE(2012,1,1),30,17)', 40_944],
    ['WORKDAY.INTL(1,1,"1111111")', '#VALUE!'],
  ],
  'now is the moment of the workbook': [
    ['TODAY()', 45_366],
    ['NOW()', 45_366.5],
  ],
}

describe('date functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => {
      const value = calculate(formula)
      if (typeof result === 'number') expect(value).toBeCloseTo(result, 12)
      else expect(value).toBe(result)
    })
  }

  const serial = fc.integer({ min: 1, max: 2_958_465 })

  it('restores a date from its year, month and day', () => {
    fc.assert(
      fc.property(serial, (day) => {
        expect(calculate(`DATE(YEAR(${day}),MONTH(${day}),DAY(${day}))`)).toBe(day)
      }),
    )
  })

  it('counts as many working days between two dates as one was moved from the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 90_000 }), fc.integer({ min: 1, max: 400 }), (day, days) => {
        const monday = day - ((day + 5) % 7)
        expect(calculate(`NETWORKDAYS(${monday}+1,WORKDAY(${monday},${days}))`)).toBe(days)
      }),
    )
  })

  it('gives the same dates in a workbook with the 1904 date system', () => {
    const later = calculator([], { date1904: true })
    expect(['DATE(1904,1,2)', 'YEAR(0)', 'WEEKDAY(1)', 'TEXT(0,"yyyy-mm-dd")'].map(later)).toEqual([
      1,
      1904,
      7,
      '1904-01-01',
    ])
  })
})
