// Lists the shipped packages with version and license in docs/LICENCES.md. With --check it writes nothing and fails on
// any difference. A license that is not permissive always fails.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPermissive, shippedPackages } from './licences/shipped.mjs'
import { root } from './toolchain.mjs'

const path = join(root, 'docs/LICENCES.md')
const packages = shippedPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

const refused = packages.filter(({ licence }) => !isPermissive(licence))
if (refused.length > 0) {
  console.error('Shipped under a licence that scripts/licences/shipped.mjs does not list as permissive:')
  for (const { name, version, licence } of refused) console.error(`${name} ${version}: ${licence}`)
  process.exit(1)
}

const counts = new Map()
for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
const summary = [...counts]
  .sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1))
  .map(([licence, count]) => `${licence} ${count}`)
  .join(', ')

const wanted = `# Licences of what is shipped

Written by \`node scripts/licences.mjs\` from package-lock.json; \`npm run check\` fails when it is out of date, or when a package comes in whose licence is not permissive. Listed are the packages that the service runs on (the binaries of every platform among them), those of the typed client and of the page, and the tools of which a piece stands in the built page. Deal Canvas itself is under the [MIT licence](../LICENSE).

${packages.length} packages: ${summary}.

Some carry work of others, under the notices that they bring along: \`@electric-sql/pglite\` is PostgreSQL (PostgreSQL Licence); \`pdfjs-dist\` has the fonts of Foxit (BSD-3-Clause) and Liberation (SIL OFL 1.1), Adobe's character maps (BSD-3-Clause), OpenJPEG (BSD-2-Clause), PDFium's JBIG2 (BSD-3-Clause), qcms (MIT) and color profiles (CC0-1.0).

| package | version | licence |
|---|---|---|
${packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`

if (!process.argv.includes('--check')) writeFileSync(path, wanted)
else if (readFileSync(path, 'utf8') !== wanted) {
  console.error(
    'docs/LICENCES.md differs from package-lock.json\nRun node scripts/licences.mjs and commit what it writes.',
  )
  process.exit(1)
}
