/** Brings a section to the top of the memo and the reader's place to its heading. */
export const goToSection = (sectionKey: string): void => {
  const section = document.getElementById(`section-${sectionKey}`)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
