import type { CanvasSection } from '@deal-canvas/contract'

/** The truncated section to load next: the one in view, then the others in memo order. */
export const nextTruncated = (
  sections: readonly CanvasSection[],
  inView: string | undefined,
): CanvasSection | undefined => {
  const truncated = sections.filter(({ content_truncated }) => content_truncated)
  return truncated.find(({ section_key }) => section_key === inView) ?? truncated[0]
}
