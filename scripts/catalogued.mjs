// Finds user-facing text in the page and server code that is not in a message catalogue (their src/messages) and so
// could not be translated or copy-edited in one place.
//
//   node scripts/catalogued.mjs [folder or file …]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './toolchain.mjs'

const sources = ['packages/web/src', 'packages/server/src'].map((path) => join(root, path))

/** Files without user-facing text of ours. */
const notJudged = [
  /\.(test|contract)\.tsx?$|\/(messages|testing|fixtures)\//,
  // Must match the wording of the documented API exactly.
  /server\/src\/http\/validation\//,
  // Editable content and demo data.
  /server\/src\/features\/(cms\/(pages\/|site-graph)|demo\/)/,
  // The drafted memo.
  /server\/src\/features\/memo\/(drafting|sections\/catalogue)/,
  // Text for the operator: configuration, startup and the platform layer.
  /server\/src\/(config|main|start-failure|process-faults|compose[a-z-]*)\.ts$|server\/src\/platform\/(?!mail\/|images\/)/,
  /server\/src\/(http\/(metrics|mount|open-to-anyone)|features\/audit-trail\/heads\/[a-z-]+)\.ts$/,
  // Instructions for a language model.
  /server\/src\/features\/(answers\/compose-prompt|model-provider\/redact|provider-drafts\/compose-prompts)\.ts$/,
  // Words to search for in files.
  /server\/src\/features\/intake\/naming\//,
]

const filesUnder = (path) =>
  (statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  ).filter((name) => /\.tsx?$/.test(name) && !notJudged.some((pattern) => pattern.test(name)))

/** Attributes whose text is shown or read aloud. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'label',
  'placeholder',
  'title',
])

/** Fields of responses and mails that hold user-facing text when it has more than one word. */
const textFields = new Set(['detail', 'message', 'problem', 'reason', 'subject', 'words'])

const hasWord = (text) => /\p{L}{2,}/u.test(text)

/** At least two words that start with a capital letter or end with sentence punctuation. */
const looksLikeSentence = (text) =>
  /^\s*\p{Lu}[\p{L}’']*[,:]? +\p{L}/u.test(text) || /\p{L} \p{L}.*[.?!…]$/u.test(text.trim())

/** The text of a string literal or template, with `…` for each placeholder. */
const textOf = (node) => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}

/** Text for developers: messages of programming errors, and module paths. */
const isForDevelopers = (node) => {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isTypeNode(at)) return true
    if (ts.isNewExpression(at) && /(Error|Failure|Cancelled)$/.test(at.expression.getText())) return true
    if (ts.isCallExpression(at) && /^super$|(^|\.)(log\.\w+|withAdvisoryLock)$/.test(at.expression.getText()))
      return true
    if (ts.isJsxAttribute(at) && ['className', 'd', 'viewBox', 'style', 'key', 'id'].includes(at.name.getText()))
      return true
    if (ts.isPropertyAssignment(at) && at.name.getText() === 'className') return true
    if (ts.isStatement(at)) return false
  }
  return false
}

/** SQL starts with an uppercase keyword or a qualified column name. */
const isSql = (text) => /^\s*\(*(\p{Lu}{2,}|[a-z]+\.[a-z_]+)\b/u.test(text)

/** Validation messages that must match the documented API exactly. */
const isDocumented = (text) => /^(Field required$|(String|List) should have |Value error, …$)/.test(text)

/** Text that a browser shows or reads aloud in an HTML template. */
const textsOfHtml = (html) => [
  ...[...html.matchAll(/ (?:alt|aria-label|placeholder|title)="([^"]*)"/g)].map(([, text]) => text),
  ...html.replaceAll(/<[^>]*>|^ [a-z-]+="[^"]*"$/g, '\n').split('\n'),
]

/** The product name is the same in every language. */
const isName = (text) => text.trim() === 'Deal Canvas'

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
    if (ts.isPropertyAssignment(at)) return textFields.has(at.name.getText()) && /\p{L}\S* \S*\p{L}/u.test(textOf(node))
    return ts.isJsxElement(at) || ts.isJsxFragment(at)
  }
  const visit = (node) => {
    if (ts.isJsxText(node) && hasWord(node.text)) report(node, node.text)
    if (ts.isTaggedTemplateExpression(node)) {
      if (node.tag.getText() === 'html')
        for (const text of textsOfHtml(textOf(node.template))) if (hasWord(text) && !isName(text)) report(node, text)
      if (ts.isTemplateExpression(node.template))
        for (const { expression } of node.template.templateSpans) visit(expression)
      return
    }
    const text = textOf(node)
    if (
      text !== undefined &&
      hasWord(text) &&
      !isSql(text) &&
      !isName(text) &&
      !isDocumented(text) &&
      !isForDevelopers(node)
    ) {
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
  const found = (paths.length > 0 ? paths : sources)
    .flatMap(filesUnder)
    .flatMap((path) => uncatalogued(path).map(({ line, text }) => `${relative(root, path)}:${line}: ${text}`))
  for (const problem of found) console.log(problem)
  if (found.length > 0) {
    console.error(`\n${found.length} texts belong in a catalogue, in src/messages of their package`)
    process.exit(1)
  }
  console.log('All user-facing texts are in catalogues')
}
