import { maxDealNameLength } from '@deal-canvas/contract'
import type { NameParts } from './name-parts.ts'

/** The default pattern for organizations without their own. */
const usual = '{company_or_asset} – {city} – {asset_type} – {date}'

/**
 * Builds a name from the organization's pattern (the setting `deal_name_pattern`, with parts in braces). An unknown
 * part is omitted together with its separator; without a company, asset or codename there is no name.
 */
export const byConvention = (parts: NameParts, settings: Readonly<Record<string, unknown>>): string | null => {
  const own = settings['deal_name_pattern']
  const pattern = typeof own === 'string' && own.length <= maxDealNameLength && /\{[a-z_]+\}/.test(own) ? own : usual
  if (parts.company_or_asset === null && parts.codename === null) return null
  const known: Readonly<Record<string, string | null>> = { ...parts }
  const unknown = '\u0000'
  const filled = pattern.replaceAll(/\{([a-z_]+)\}/g, (_, part: string) => known[part] ?? unknown)
  const name = filled
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\( ?\0 ?\)|\[ ?\0 ?\]/g, unknown)
    .replaceAll(/\0(?: ?[-–—|,/·:] ?| )/g, '')
    .replaceAll(/(?: ?[-–—|,/·:] ?| )\0/g, '')
    .replaceAll(unknown, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxDealNameLength)
  return name === '' ? null : name
}
