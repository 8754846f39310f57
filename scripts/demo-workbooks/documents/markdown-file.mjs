/** The bytes of a document with a title and sections, as Markdown. */
export const markdownFile = ({ title, sections }) => {
  const parts = sections.map(({ heading, paragraphs }) => `## ${heading}\n\n${paragraphs.join('\n\n')}\n`)
  return new TextEncoder().encode(`# ${title}\n\n${parts.join('\n')}`)
}
