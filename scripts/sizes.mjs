// Finds hard-coded text lengths: each must be a constant in packages/contract/src/sizes.ts, otherwise the limits of the
// page and of the service would drift apart.
//
//   node scripts/sizes.mjs [folder or file …]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './toolchain.mjs'

const places = ['packages/contract/src', 'packages/server/src', 'packages/web/src'].map((path) => join(root, path))

const filesUnder = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/\.(test|contract)\.tsx?$|(^|\/)testing\/|^sizes\.ts$/.test(name))
        .map((name) => join(path, name))

const lengths = new Set(['maxLength', 'minLength'])
/** Functions whose `max` and `min` options are sizes: `text({ max: … })`. */
const schemas = new Set(['text', 'secret', 'list'])
const bounds = new Set(['max', 'min'])

/** 0 and 1 only control whether the text can be empty, so they are not sizes. */
const isSize = (node) => node !== undefined && ts.isNumericLiteral(node) && Number(node.text) > 1

const isSchemaOption = (property) =>
  ts.isCallExpression(property.parent.parent) && schemas.has(property.parent.parent.expression.getText())

export const typedSizes = (path, source = readFileSync(path, 'utf8')) => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const isAttribute = ts.isJsxAttribute(node) && lengths.has(node.name.getText())
    const isProperty =
      ts.isPropertyAssignment(node) &&
      (lengths.has(node.name.getText()) || (bounds.has(node.name.getText()) && isSchemaOption(node)))
    const value = isAttribute ? node.initializer?.expression : isProperty ? node.initializer : undefined
    if (isSize(value)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push({ line: line + 1, text: node.getText() })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2)
  const found = (paths.length > 0 ? paths : places)
    .flatMap(filesUnder)
    .flatMap((path) => typedSizes(path).map(({ line, text }) => `${relative(root, path)}:${line}: ${text}`))
  for (const problem of found) console.log(problem)
  if (found.length > 0) {
    console.error(`\n${found.length} sizes belong into packages/contract/src/sizes.ts`)
    process.exit(1)
  }
  console.log('All sizes are in packages/contract/src/sizes.ts')
}
