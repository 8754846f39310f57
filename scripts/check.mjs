// Builds, then checks lint and format, types, import direction, regular expressions, replaced names, uncatalogued text,
// rules without a test, hard-coded sizes, CSS classes, unused code, stale generated files and licenses.
// Runs every check and lists those that failed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './toolchain.mjs'

prepare()

const checks = {
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  types: ['node_modules/typescript/bin/tsc', '-b'],
  'types of tests': ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.test.json'],
  'direction of imports': [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    'dependency-cruiser.config.cjs',
    'packages',
    'tests',
  ],
  'regular expressions': ['scripts/regexes.mjs'],
  'names that the glossary replaced': ['scripts/vocabulary.mjs'],
  'words for people': ['scripts/catalogued.mjs'],
  'rules without a test': ['scripts/rules.mjs'],
  'sizes typed as numbers': ['scripts/sizes.mjs'],
  'classes of style sheets': ['scripts/css-classes.mjs'],
  'unused code': ['node_modules/knip/bin/knip.js'],
  'generated files': ['scripts/generate.mjs', '--check'],
  'licences of what is shipped': ['scripts/licences.mjs', '--check'],
}

const run = ([program, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...args], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('close', (code) => resolve({ code, output }))
  })

// Each check is one process that uses one core, so two run at a time.
const waiting = Object.entries(checks)
const failed = []
const work = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command] = next
    const { code, output } = await run(command)
    console.log(`\n${name}\n${output.trimEnd()}`)
    if (code !== 0) failed.push(name)
  }
}
await Promise.all([work(), work()])

if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log('\nAll checks passed')
