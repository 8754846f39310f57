// Compares the classes defined in the page's style sheets (*.module.css) with those that its components use:
// the type of an imported style sheet accepts any name, so nothing else would notice a missing or unused class.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './toolchain.mjs'

const isStyles = (path) => path.endsWith('.module.css')

/** The selectors of a style sheet, without their global parts. */
const selectorsIn = (css) =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, prelude]) => prelude.trim())
    .filter((prelude) => !prelude.startsWith('@'))
    .map((selector) => selector.replaceAll(/:global\([^)]*\)/g, ''))

const definedIn = (css) =>
  new Set(selectorsIn(css).flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)))

/** A rule outside a layer would override every layer; each file must be entirely in one layer. */
const isLayered = (css) => /^@layer (?:ui|components) \{\n(?:(?: .*)?\n)*\}\n$/.test(css)

/** The classes that a component uses, each with its style sheet; a computed name cannot be compared. */
const usesIn = (path, source) => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const sheets = new Map()
  const uses = []
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const from = node.moduleSpecifier.text
      if (isStyles(from)) sheets.set(node.importClause?.name?.text, posix.join(dirname(path), from))
      return
    }
    if (ts.isIdentifier(node) && sheets.has(node.text)) {
      const { parent } = node
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
        uses.push({ sheet: sheets.get(node.text), name: parent.name.text })
      else if (!(ts.isPropertyAccessExpression(parent) && parent.name === node) && !ts.isPropertyAssignment(parent))
        uses.push({ sheet: sheets.get(node.text), name: undefined })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return uses
}

/** The problems in these files, given as a map from path to content. */
export const classFaults = (files) => {
  const faults = []
  const sheets = new Map([...files].filter(([path]) => isStyles(path)).map(([path, css]) => [path, definedIn(css)]))
  const unused = new Map([...sheets].map(([path, names]) => [path, new Set(names)]))
  for (const [path, css] of files)
    if (isStyles(path) && !isLayered(css)) faults.push(`${path}: not all of it is in the layer ui or components`)
  for (const [path, source] of files) {
    if (isStyles(path)) continue
    for (const { sheet, name } of usesIn(path, source)) {
      if (name === undefined) faults.push(`${path}: a class of ${sheet} is not read by its name`)
      else if (!sheets.get(sheet)?.has(name)) faults.push(`${path}: ${sheet} does not define ${name}`)
      unused.get(sheet)?.delete(name)
    }
  }
  for (const [path, names] of unused) for (const name of names) faults.push(`${path}: ${name} is not used`)
  // Class names in the browser consist of the file name and the class name, so file names must be unique.
  const seen = new Map()
  for (const path of sheets.keys()) {
    const name = basename(path)
    if (seen.has(name)) faults.push(`${path}: ${seen.get(name)} has the same name`)
    seen.set(name, path)
  }
  return faults
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = join(root, 'packages/web/src')
  const paths = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter(
    (path) => isStyles(path) || (/\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
  )
  const faults = classFaults(new Map(paths.map((path) => [path, readFileSync(join(page, path), 'utf8')])))
  for (const fault of faults) console.log(`packages/web/src/${fault}`)
  if (faults.length > 0) process.exit(1)
  console.log('Every class that is used is defined, and every class that is defined is used')
}
