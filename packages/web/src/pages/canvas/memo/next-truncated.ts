import type { CanvasSection } from '@deal-canvas/contract'

/** The text to load next: that of the section in view, then the others in the order of the memo. */
export const nextTruncated = (
  sections: readonly CanvasSection[],
  inView: string | undefined,
): CanvasSection | undefined => {
  const truncated = sections.filter(({ content_truncated }) => content_truncated)
  return truncated.find(({ section_key }) => section_key === inView) ?? truncated[0]
}
