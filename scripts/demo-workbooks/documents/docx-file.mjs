import { packed } from '../packed.mjs'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const xml = (body) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const paragraph = (text, style) =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`

const table = (rows) =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${rows[0].map(() => '<w:gridCol w:w="3000"/>').join('')}</w:tblGrid>${rows
    .map(
      (cells) =>
        `<w:tr>${cells.map((text) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`

const style = (id, name, size) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`

/** The bytes of a Word document with a title and sections. */
export const docxFile = ({ title, sections }) => {
  const body = sections.flatMap(({ heading, paragraphs, rows }) => [
    paragraph(heading, 'Heading1'),
    ...paragraphs.map((text) => paragraph(text)),
    ...(rows === undefined ? [] : [table(rows)]),
  ])
  return packed([
    [
      '[Content_Types].xml',
      xml(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${office}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${office}.styles+xml"/></Types>`,
      ),
    ],
    [
      '_rels/.rels',
      xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
    ],
    [
      'word/_rels/document.xml.rels',
      xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      ),
    ],
    [
      'word/document.xml',
      xml(`<w:document ${word}><w:body>${paragraph(title, 'Title')}${body.join('')}<w:sectPr/></w:body></w:document>`),
    ],
    [
      'word/styles.xml',
      xml(`<w:styles ${word}>${style('Title', 'Title', 36)}${style('Heading1', 'heading 1', 26)}</w:styles>`),
    ],
  ])
}
