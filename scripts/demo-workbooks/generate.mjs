// Generates the workbooks and documents of the demo deals in packages/server/demo.
//
//   node scripts/demo-workbooks/generate.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from '../toolchain.mjs'
import { demoFiles } from './demo-files.mjs'

prepare()
const engine = await import(pathToFileURL(join(root, 'packages/engine/dist/index.js')).href)
const folder = join(root, 'packages/server/demo')
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of Object.entries(demoFiles(engine))) {
  writeFileSync(join(folder, name), bytes)
  console.log(`${name} ${bytes.length}`)
}
