// Generates docs/EVENTS.md from the event types declared in the contract.

const typeOf = ({ type, format, enum: words, items, properties }) => {
  const [kind, ...others] = [type].flat()
  const suffix = others.includes('null') ? ' or null' : ''
  if (words !== undefined && words.length <= 6) {
    const named = words.filter((word) => word !== null).map((word) => `\`${word}\``)
    return named.join(', ') + suffix
  }
  if (kind === 'array') return `list of ${items === undefined ? 'values' : typeOf(items)}${suffix}`
  if (properties !== undefined) return `object (${Object.keys(properties).join(', ')})${suffix}`
  return `${format ?? kind ?? 'value'}${suffix}`
}

const describeFields = ({ properties, required = [] }) =>
  Object.entries(properties).map(([name, schema]) => {
    const presence = required.includes(name) ? '' : ', optional'
    return `- \`${name}\` (${typeOf(schema)}${presence}): ${schema.description}`
  })

const describeEvent = ([type, { kind, summary, carries, erasable, data }]) => {
  const fields = describeFields(data)
  return [
    `### \`${type}\``,
    [
      summary,
      ...(kind === 'activity' ? [] : [`Its kind is \`${kind}\`.`]),
      ...(carries.length === 0
        ? []
        : [`On the live channel \`data\` also has ${carries.map((field) => `\`${field}\``).join(' and ')}.`]),
      ...(erasable ? ['Its data can be erased.'] : []),
    ].join(' '),
    fields.length === 0 ? 'No data.' : fields.join('\n'),
  ].join('\n\n')
}

/** Markdown for developers who process the audit trail or the live channel. */
export const describeEvents = (events, areas) => {
  const ofArea = (area) => Object.entries(events).filter(([, event]) => event.area === area)
  return `${[
    '# Events of the audit trail',
    'Written by `npm run generate` from `packages/contract/src/audit-events.ts`; change it there.',
    'The types of events that the service writes, and their `data`. The kind of an event is `activity` unless said otherwise. Optional fields are left out where they do not apply, or where an older version wrote the event. `data` is null once it was erased.',
    'Outside pipelines write events of the type `ext.<type>` with data of their own (`POST /api/canvas/{deal_id}/audit-events`), which can be erased. Newer versions may add types and fields: ignore what you do not know.',
    ...areas.flatMap((area) => [`## ${area}`, ...ofArea(area).map(describeEvent)]),
  ].join('\n\n')}\n`
}
