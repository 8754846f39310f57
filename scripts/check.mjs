// Builds, then checks lint and format, types, direction of imports, regular expressions, replaced names, texts outside of catalogues, unused code, drift of generated files and licences.
// All checks are run, and all that fail are named.
import { spawnSync } from 'node:child_process'
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
  'unused code': ['node_modules/knip/bin/knip.js'],
  'generated files': ['scripts/generate.mjs', '--check'],
  'licences of what is shipped': ['scripts/licences.mjs', '--check'],
}

const failed = Object.entries(checks).filter(([name, [program, ...args]]) => {
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' })
  return status !== 0
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}`)
  process.exit(1)
}
console.log('\nAll checks passed')
