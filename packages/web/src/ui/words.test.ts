import { describe, expect, test } from 'vitest'
import { formatDevice } from './format-device.ts'
import { formatTime } from './format-time.ts'
import { formatWait } from './format-wait.ts'

describe('formatDevice', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} OPR/120.0.0.0`, 'Opera on Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome on Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on ChromeOS'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl'],
    ['node', 'A Node.js program'],
    ['SomethingNew/1.0 (Windows NT 10.0)', 'Unknown browser on Windows'],
    ['<b>', 'Unknown device'],
    [null, 'Unknown device'],
  ])('formats the user agent %s as %s', (agent, words) => {
    expect(formatDevice(agent)).toBe(words)
  })
})

describe('formatWait', () => {
  test.each([
    [0, '1 second'],
    [0.2, '1 second'],
    [45, '45 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3_600, '1 hour'],
    [3_601, '2 hours'],
  ])('formats %d seconds as %s, rounded up', (seconds, words) => {
    expect(formatWait(seconds)).toBe(words)
  })
})

describe('formatTime', () => {
  const now = new Date(2026, 10, 15, 12, 0)
  test.each([
    ['a time in the future', new Date(2026, 10, 15, 12, 5), 'now'],
    ['half a minute', new Date(2026, 10, 15, 11, 59, 30), 'now'],
    ['24 minutes', new Date(2026, 10, 15, 11, 36), '24 min ago'],
    ['hours of the same day', new Date(2026, 10, 15, 2, 0), '10 h ago'],
    ['the previous evening', new Date(2026, 10, 14, 23, 0), 'yesterday'],
    ['a fortnight', new Date(2026, 9, 31, 9, 0), 'October 31'],
    ['a different year', new Date(2025, 9, 31, 9, 0), 'October 31, 2025'],
  ])('formats a relative time: %s', (_, at, words) => {
    expect(formatTime(at.toISOString(), now)).toBe(words)
  })
})
