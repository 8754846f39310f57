/** The bytes of a Markdown document with a title and sections. */
export const markdownFile = ({ title, sections }) => {
  const parts = sections.map(({ heading, paragraphs }) => `## ${heading}\n\n${paragraphs.join('\n\n')}\n`)
  return new TextEncoder().encode(`# ${title}\n\n${parts.join('\n')}`)
}
