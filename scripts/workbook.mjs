// Command line for the engine: checks workbooks and runs what-ifs on them; see `--help`.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './toolchain.mjs'
import { help, readArguments } from './workbook/arguments.mjs'
import { runWorkbook } from './workbook/run.mjs'

const request = readArguments(process.argv.slice(2))
if (request.objection !== undefined) {
  console.error(`${request.objection}\n\n${help}`)
  process.exit(1)
}
if (request.command === 'help') console.log(help)
else {
  prepare()
  const engine = await import(pathToFileURL(join(root, 'packages/engine/dist/index.js')).href)
  process.exitCode = runWorkbook(request, { engine, root, print: console.log, complain: console.error })
}
