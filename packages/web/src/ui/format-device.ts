import { uiMessages } from '../messages/ui.ts'

/** The first match wins: most browsers also include the names of the ones they imitate. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, uiMessages.samsungInternet()],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\//, uiMessages.headlessChrome()],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)\b/i, uiMessages.nodeProgram()],
  [/^python-/i, uiMessages.pythonProgram()],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const find = (list: readonly [RegExp, string][], agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1]

/** "Chrome on Windows", for users who do not read user-agent strings. */
export const formatDevice = (userAgent: string | null): string => {
  const agent = userAgent ?? ''
  const browser = find(browsers, agent)
  const system = find(systems, agent)
  if (browser !== undefined && system !== undefined) return uiMessages.browserOnSystem({ browser, system })
  return browser ?? (system === undefined ? uiMessages.unknownDevice() : uiMessages.unknownBrowserOnSystem({ system }))
}
