// Fails on names that docs/GLOSSARY.md replaced, so that each concept keeps one name.
//
//   node scripts/vocabulary.mjs [--root <folder>]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root as here } from './toolchain.mjs'

/** Names that must not be reintroduced, and their replacements. */
const replaced = [
  [/\bmost[A-Z]\w*/g, 'max…'],
  [/\blongest[A-Z]\w*/g, 'max…'],
  [/\bfewest[A-Z]\w*/g, 'min…'],
  [/\b\w+InWords\b/g, 'format…'],
  [/\bon(?:Trouble|Troubles)\b/g, 'onError'],
  [/\btakeTurns\b/g, 'withAdvisoryLock'],
  [/\bgathered\(/g, 'batchLoader'],
  [/\bmadeOnce\b/g, 'memoize'],
  [/\buseSettled\b/g, 'useDebounced'],
  [/\(one, other\) =>/g, '(a, b)'],
  [/\bhasCircles?\b/g, 'hasCycles'],
]

const { values } = parseArgs({ options: { root: { type: 'string', default: here } } })
const folders = ['packages', 'bench', 'scripts', 'tests']
const skipped = new Set(['node_modules', 'dist', 'migrations', '.cache'])
const own = join('scripts', 'vocabulary.mjs')

const filesIn = (folder) =>
  readdirSync(join(values.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path)
    return /\.(?:ts|tsx|mts|mjs)$/.test(entry.name) && path !== own ? [path] : []
  })

const problems = folders.flatMap(filesIn).flatMap((path) => {
  const lines = readFileSync(join(values.root, path), 'utf8').split('\n')
  return lines.flatMap((line, n) =>
    replaced.flatMap(([name, instead]) =>
      [...line.matchAll(name)].map(([found]) => `${path}:${n + 1} ${found}: use ${instead}`),
    ),
  )
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('No replaced names')
