import type { Section } from '@deal-canvas/contract'

/** Where an event puts a section: behind the named one, first (null), or last. */
export const placedAfter = <Shown extends Pick<Section, 'section_key'>>(
  sections: readonly Shown[],
  key: string,
  after: string | null | undefined,
): Shown[] => {
  const own = sections.filter(({ section_key }) => section_key === key)
  const others = sections.filter(({ section_key }) => section_key !== key)
  const at = after === null ? 0 : others.findIndex(({ section_key }) => section_key === after) + 1
  return others.toSpliced(after === undefined || (at === 0 && after !== null) ? others.length : at, 0, ...own)
}

/** Sections that the order does not name, which somebody has added since, stay at the end. */
export const inOrder = <Shown extends Pick<Section, 'section_key'>>(
  sections: readonly Shown[],
  keys: readonly unknown[],
): Shown[] => {
  const places = new Map(keys.map((key, place) => [key, place]))
  const placeOf = ({ section_key }: Shown): number => places.get(section_key) ?? keys.length
  return sections.toSorted((a, b) => placeOf(a) - placeOf(b))
}
