// Finds words for people that stand in the page's code instead of in a catalogue (packages/web/src/messages):
// they could be neither translated nor copy-edited in one place.
//
//   node scripts/catalogued.mjs [folder or file …]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './toolchain.mjs'

const page = join(root, 'packages/web/src')

const filesUnder = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^messages\//.test(name))
        .map((name) => join(path, name))

/** Attributes whose text people read or hear. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'label',
  'placeholder',
  'title',
])

const hasWord = (text) => /\p{L}{2,}/u.test(text)

/** Two words or more, of which the first begins with a capital or the last ends a sentence. */
const looksLikeSentence = (text) =>
  /^\s*\p{Lu}[\p{L}’']*[,:]? +\p{L}/u.test(text) || /\p{L} \p{L}.*[.?!…]$/u.test(text.trim())

/** Text of a literal or of a template, with its gaps. */
const textOf = (node) => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}

/** For developers: what a programming error says, and where a module comes from. */
const isForDevelopers = (node) => {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isTypeNode(at)) return true
    if (ts.isNewExpression(at) && /Error$/.test(at.expression.getText())) return true
    if (ts.isJsxAttribute(at) && ['className', 'd', 'viewBox', 'style', 'key', 'id'].includes(at.name.getText()))
      return true
    if (ts.isStatement(at)) return false
  }
  return false
}

export const uncatalogued = (path, source = readFileSync(path, 'utf8')) => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const report = (node, text) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push({ line: line + 1, text: text.trim().replaceAll(/\s+/g, ' ') })
  }
  const isSpoken = (node) => {
    let at = node.parent
    while (
      ts.isJsxExpression(at) ||
      ts.isConditionalExpression(at) ||
      ts.isBinaryExpression(at) ||
      ts.isParenthesizedExpression(at)
    )
      at = at.parent
    if (ts.isJsxAttribute(at)) return spoken.has(at.name.getText())
    return ts.isJsxElement(at) || ts.isJsxFragment(at)
  }
  const visit = (node) => {
    if (ts.isJsxText(node) && hasWord(node.text)) report(node, node.text)
    const text = textOf(node)
    if (text !== undefined && hasWord(text) && !isForDevelopers(node)) {
      const isCondition = ts.isBinaryExpression(node.parent) && /^[!=]==$/.test(node.parent.operatorToken.getText())
      if (!isCondition && (isSpoken(node) || looksLikeSentence(text))) report(node, text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2)
  const found = (paths.length > 0 ? paths : [page])
    .flatMap(filesUnder)
    .flatMap((path) => uncatalogued(path).map(({ line, text }) => `${relative(root, path)}:${line}: ${text}`))
  for (const one of found) console.log(one)
  if (found.length > 0) {
    console.error(`\n${found.length} texts belong into packages/web/src/messages`)
    process.exit(1)
  }
  console.log('All words for people are in catalogues')
}
