// Collects every regular expression in the sources: literals, and RegExp arguments that can be determined statically.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const isSource = (path) =>
  /^[^/]+\/src\/.*\.(?:tsx?|mjs)$/.test(path) &&
  !/\.(?:test|contract|d)\.(?:ts|tsx|mts)$|\/(?:testing|fixtures|node_modules)\//.test(path)

/** The text of an expression made of constants; undefined if it is known only at runtime. */
const textOf = (node, constants) => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression, constants)
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value === undefined ? undefined : textOf(value, constants)
  }
  if (ts.isTaggedTemplateExpression(node)) {
    return node.tag.getText() === 'String.raw' ? templateText(node.template, constants, 'rawText') : undefined
  }
  if (ts.isTemplateExpression(node)) return templateText(node, constants, 'text')
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined([node.left, node.right], '', constants)
  }
  return joinedText(node, constants)
}

const templateText = (node, constants, form) => {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node[form]
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const text = numberText(expression, constants) ?? textOf(expression, constants)
    return text === undefined ? undefined : text + literal[form]
  })
  return parts.includes(undefined) ? undefined : node.head[form] + parts.join('')
}

const numberText = (node, constants) => {
  const value = ts.isIdentifier(node) ? constants.get(node.text) : node
  return value !== undefined && ts.isNumericLiteral(value) ? String(Number(value.text)) : undefined
}

/** `[…].join('|')`, on an array literal or a constant array. */
const joinedText = (node, constants) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  if (node.expression.name.text !== 'join' || node.arguments.length !== 1) return undefined
  const target = node.expression.expression
  const list = ts.isIdentifier(target) ? constants.get(target.text) : target
  const between = textOf(node.arguments[0], constants)
  if (list === undefined || between === undefined || !ts.isArrayLiteralExpression(list)) return undefined
  return joined(list.elements, between, constants)
}

const joined = (nodes, between, constants) => {
  const texts = nodes.map((node) => textOf(node, constants))
  return texts.includes(undefined) ? undefined : texts.join(between)
}

const constantsOf = (file) => {
  const constants = new Map()
  const visit = (node) => {
    const isConstant = ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0
    if (isConstant && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      constants.set(node.name.text, node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return constants
}

const literal = /^\/(.*)\/([a-z]*)$/s

const regexesOf = (path, text) => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(file)
  const found = []
  const add = (node, source, flags) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push({ path, line: line + 1, text: node.getText(), source, flags })
  }
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source, flags] = literal.exec(node.text) ?? []
      add(node, source, flags)
    }
    // The server compiles the patterns of the contract into regular expressions.
    const isForm = path.startsWith('packages/contract/') && ts.isPropertyAssignment(node)
    if (isForm && node.name.getText() === 'pattern' && ts.isStringLiteralLike(node.initializer)) {
      add(node.initializer, node.initializer.text, 'u')
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? []
      const source = pattern === undefined ? undefined : textOf(pattern, constants)
      const flagText = flags === undefined ? '' : textOf(flags, constants)
      add(node, flagText === undefined ? undefined : source, flagText)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `source` is undefined if it is known only at runtime. */
export const collectRegexes = (root) => {
  const packages = join(root, 'packages')
  return (
    readdirSync(packages, { recursive: true })
      .map((path) => path.replaceAll('\\', '/'))
      // The proof package only reads output of the service itself.
      .filter((path) => isSource(path) && !path.startsWith('proof/'))
      .toSorted()
      .flatMap((path) => regexesOf(`packages/${path}`, readFileSync(join(packages, path), 'utf8')))
  )
}
