import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant } from './read-instant.ts'

describe('readInstant', () => {
  const moments = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })

  it('reads a date and time in any time zone exactly as written', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), fc.boolean(), (moment, offset, colon) => {
        const local = new Date(moment.getTime() + offset * 60_000)
        fc.pre(local.getUTCFullYear() >= 1 && local.getUTCFullYear() <= 9999)
        const two = (count: number) => String(count).padStart(2, '0')
        const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
        const zone = `${offset < 0 ? '-' : '+'}${two(hours)}${colon ? ':' : ''}${two(rest)}`
        expect(readInstant(local.toISOString().replace('Z', zone))).toEqual(moment)
        expect(readInstant(moment.toISOString())).toEqual(moment)
      }),
    )
  })

  it('accepts a time without seconds or fractions of a second', () => {
    expect(readInstant('2030-01-01T00:00Z')).toEqual(new Date('2030-01-01T00:00:00Z'))
    expect(readInstant('2030-01-01T00:00:01.5Z')).toEqual(new Date('2030-01-01T00:00:01.500Z'))
    expect(readInstant('2028-02-29T23:59:59+02:00')).toEqual(new Date('2028-02-29T21:59:59Z'))
  })

  it('rejects text that is not a valid ISO 8601 date and time with a zone', () => {
    for (const text of [
      '',
      'tomorrow',
      '2030-01-01',
      '2030-01-01T00:00:00',
      '2030-01-01 00:00:00Z',
      '2030-13-01T00:00:00Z',
      '2030-00-10T00:00:00Z',
      '2030-02-30T00:00:00Z',
      '2029-02-29T00:00:00Z',
      '2030-01-01T24:00:00Z',
      '2030-01-01T12:60:00Z',
      '2030-01-01T12:00:00+24:00',
      '2030-01-01T12:00:00+2:00',
      '1893456000',
      '+002030-01-01T00:00:00Z',
      'Tue, 01 Jan 2030 00:00:00 GMT',
      '2030-01-01T00:00:00Z\n',
    ])
      expect([text, readInstant(text)]).toEqual([text, undefined])
  })
})
