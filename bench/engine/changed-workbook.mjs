// Workbooks with one input changed and without cached values, so that the program that opens them must calculate.
import { CFB } from '@e965/xlsx'

const textOf = (content) => Buffer.from(content).toString('utf8')
const cellPattern = /<c\b([^>]*[^/>])>(.*?)<\/c>/gs
const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

const entryNamed = (container, name) => {
  const place = container.FullPaths.findIndex((path) => path.toLowerCase().endsWith(`/${name.toLowerCase()}`))
  return place === -1 ? undefined : container.FileIndex[place]
}

/** Maps sheet names to the parts of the file that hold them. */
const sheetParts = (container) => {
  const workbook = textOf(entryNamed(container, 'xl/workbook.xml').content)
  const relations = textOf(entryNamed(container, 'xl/_rels/workbook.xml.rels').content)
  const targets = new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  )
  const plainText = (text) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&')
  return new Map(
    [...workbook.matchAll(/<sheet\b[^>]*>/g)].map(([tag]) => {
      const target = targets.get(attribute(tag, 'r:id')) ?? ''
      return [plainText(attribute(tag, 'name') ?? ''), target.startsWith('/') ? target.slice(1) : `xl/${target}`]
    }),
  )
}

/** Removes the cached values of formulas, and sets the changed cell if there is one. */
const withoutCachedValues = (xml, change) =>
  xml.replaceAll(cellPattern, (whole, tag, inside) => {
    if (change !== undefined && attribute(tag, 'r') === change.cell)
      return `<c${tag.replace(/\st="[^"]*"/, '')}><v>${change.value}</v></c>`
    if (!/<f\b/.test(inside)) return whole
    return `<c${tag.replace(/\st="[^"]*"/, '')}>${inside.replace(/<v>.*?<\/v>|<v\/>/s, '')}</c>`
  })

/** The bytes of a workbook without cached values, with `change` ({sheet, cell, value}) applied if given. */
export const changedWorkbook = (bytes, change) => {
  const container = CFB.read(Buffer.from(bytes), { type: 'buffer' })
  for (const [name, part] of sheetParts(container)) {
    const entry = entryNamed(container, part)
    if (entry === undefined) continue
    const xml = withoutCachedValues(textOf(entry.content), change?.sheet === name ? change : undefined)
    entry.content = Buffer.from(xml, 'utf8')
    entry.size = entry.content.length
  }
  return CFB.write(container, { type: 'buffer', fileType: 'zip', compression: true })
}
