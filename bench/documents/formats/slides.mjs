// Writes blocks as a presentation with one slide per section, with the parts and tags that PowerPoint writes for titles,
// text and tables.
import { packageOf } from '../../../packages/workbook-reader/src/fixtures/packages.mjs'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const names =
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}" ` +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Bold and plain text are runs of their own. */
const runsOf = (text) =>
  text
    .split(/(\*\*.+?\*\*|\*.+?\*)/)
    .filter((run) => run !== '')
    .map((run) => {
      const isStyled = run.startsWith('*')
      const shown = escaped(isStyled ? run.replaceAll('*', '') : run)
      return `<a:r><a:rPr lang="en-US"${isStyled ? ' b="1"' : ''}/><a:t>${shown}</a:t></a:r>`
    })
    .join('')

const paragraph = (text, properties = '') => `<a:p>${properties}${runsOf(text)}</a:p>`

const textShape = (type, paragraphs) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${type || 'Content'}"/><p:cNvSpPr/><p:nvPr><p:ph${type === '' ? ' idx="1"' : ` type="${type}"`}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.join('')}</p:txBody></p:sp>`

const tableShape = ({ rows }) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${rows[0].map(() => '<a:gridCol w="1200000"/>').join('')}</a:tblGrid>${rows.map((row) => `<a:tr h="370840">${row.map((cell) => `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph(cell)}</a:txBody><a:tcPr/></a:tc>`).join('')}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`

const shapeOf = (block) => {
  if (block.kind === 'heading') return textShape('title', [paragraph(block.text)])
  if (block.kind === 'table') return tableShape(block)
  if (block.kind === 'list') {
    const mark = block.isNumbered
      ? '<a:pPr><a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"/></a:pPr>'
      : ''
    return textShape(
      '',
      block.items.map((item) => paragraph(item, mark)),
    )
  }
  const plain = '<a:pPr marL="0" indent="0"><a:buNone/></a:pPr>'
  if (block.kind === 'paragraph') return textShape('', [paragraph(block.text, plain)])
  return textShape(
    '',
    block.text
      .split('\n')
      .map((line) => `<a:p>${plain}<a:r><a:rPr lang="en-US"/><a:t>${escaped(line)}</a:t></a:r></a:p>`),
  )
}

const slidesOf = (blocks) => {
  const slides = [[]]
  for (const block of blocks) {
    if (block.kind === 'heading' && slides.at(-1).length > 0) slides.push([])
    slides.at(-1).push(block)
  }
  return slides
}

const relations = (list) =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`).join('')}</Relationships>`

export const presentationOf = (blocks) => {
  const slides = slidesOf(blocks)
  const list = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="rId${n + 1}"/>`).join('')
  const type = 'application/vnd.openxmlformats-officedocument.presentationml'
  return packageOf({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="${type}.presentation.main+xml"/>${slides.map((_, n) => `<Override PartName="/ppt/slides/slide${n + 1}.xml" ContentType="${type}.slide+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${declaration}<p:presentation ${names}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, n) => [`rId${n + 1}`, 'slide', `slides/slide${n + 1}.xml`]),
    ),
    ...Object.fromEntries(
      slides.map((slide, n) => [
        `ppt/slides/slide${n + 1}.xml`,
        `${declaration}<p:sld ${names}><p:cSld><p:spTree>${slide.map(shapeOf).join('')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })
}
