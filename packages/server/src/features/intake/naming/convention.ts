import type { NameParts } from './name-parts.ts'

/** What a deal is called where an organization has said nothing else. */
const usual = '{company_or_asset} – {city} – {asset_type} – {date}'

const longest = 200

/**
 * A name in the pattern of the organization (its setting `deal_name_pattern`, with parts in braces). A part that nobody
 * knows is left out together with what separates it; without company or asset there is no name.
 */
export const byConvention = (parts: NameParts, settings: Readonly<Record<string, unknown>>): string | null => {
  const own = settings['deal_name_pattern']
  const pattern = typeof own === 'string' && own.length <= longest && /\{[a-z_]+\}/.test(own) ? own : usual
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
    .slice(0, longest)
  return name === '' ? null : name
}
