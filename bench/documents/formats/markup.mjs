// Writes blocks as HTML and as a mail.
import { textOf } from './blocks.mjs'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const styled = (text) =>
  escaped(text)
    .replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replaceAll(/\*(.+?)\*/g, '<i>$1</i>')

const tableHtml = ({ rows, isSheet }) =>
  `<table${isSheet ? ' class="sheet"' : ''}>${rows.map((row) => `<tr>${row.map((cell, n) => `<td${n > 0 && /^[($*]*\d/.test(cell) ? ' align="right"' : ''}>${styled(cell)}</td>`).join('')}</tr>`).join('\n')}</table>`

const blockHtml = (block) => {
  if (block.kind === 'heading') return `<h${block.level}>${styled(block.text)}</h${block.level}>`
  if (block.kind === 'table') return tableHtml(block)
  if (block.kind === 'fixed') return `<pre>${escaped(block.text)}</pre>`
  if (block.kind === 'paragraph') return `<p>${styled(block.text)}</p>`
  const name = block.isNumbered ? 'ol' : 'ul'
  return `<${name}>${block.items.map((item) => `<li>${styled(item)}</li>`).join('\n')}</${name}>`
}

/** Tables of many months do not fit on an upright page. Elsewhere cells have the margins of Word. */
const maxUprightColumns = 7

export const htmlOf = (blocks) => {
  const isWide = blocks.some(({ rows = [] }) => rows.some(({ length }) => length > maxUprightColumns))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><style>
@page { size: letter ${isWide ? 'landscape' : 'portrait'}; margin: 18mm }
body { font: 10.5pt "Liberation Sans", sans-serif } pre { font: 9pt "Liberation Mono", monospace; white-space: pre-wrap }
table { border-collapse: collapse; font-size: ${isWide ? 7 : 9.5}pt } td { border: 0.5pt solid #999; padding: 1pt ${isWide ? 3 : 5.4}pt }
.sheet td { white-space: nowrap }
</style></head><body>
${blocks.map(blockHtml).join('\n')}
</body></html>
`
}

/** A mail: text with fixed line ends as plain text, the rest as HTML. */
export const mailOf = (blocks, name) => {
  const isPlain = blocks.every(({ kind }) => kind === 'fixed')
  const body = Buffer.from(isPlain ? blocks.map(textOf).join('\n') : htmlOf(blocks)).toString('base64')
  return [
    'From: Sender <sender@example.com>',
    'To: Reader <reader@example.com>',
    `Subject: ${name}`,
    'Date: Tue, 17 Nov 2026 09:00:00 +0000',
    'MIME-Version: 1.0',
    `Content-Type: text/${isPlain ? 'plain' : 'html'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(body.match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n')
}
