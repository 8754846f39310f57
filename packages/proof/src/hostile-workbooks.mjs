// Measures how long a hostile file takes to be rejected or read, and how much memory: each in a separate process, so
// that
// its peak memory is its own. The target: 2 s and 300 MB for each.
//
//   node packages/proof/src/hostile-workbooks.mjs [--only text] [--json]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostileWorkbooks } from '../../workbook-reader/src/fixtures/hostile-workbooks.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
})
const reader = new URL('../../workbook-reader/dist/index.js', import.meta.url).href
const child = `
  import { existsSync, readFileSync } from 'node:fs'
  const { readWorkbook, UnreadableWorkbook } = await import(${JSON.stringify(reader)})
  const bytes = new Uint8Array(readFileSync(process.argv[1]))
  const before = process.memoryUsage.rss()
  const start = performance.now()
  let ends = 'read'
  try {
    readWorkbook(bytes)
  } catch (error) {
    ends = error instanceof UnreadableWorkbook ? error.code : String(error?.stack ?? error)
  }
  const ms = performance.now() - start
  // Where there is one, the peak since the program was started; the other counts what started it, too.
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const peak = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) * 1024
  console.log(JSON.stringify({ ends, ms, before, peak }))
`
const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
const megabytes = (bytes) => (bytes / 1024 / 1024).toFixed(0).padStart(6)

try {
  if (!values.json) console.log('    ms  peak MB  of which idle  file MB  ends                    file')
  let isFine = true
  for (const { name, ends, make } of hostileWorkbooks.filter((workbook) => workbook.name.includes(values.only))) {
    const path = join(folder, 'file.xlsx')
    const bytes = make()
    writeFileSync(path, bytes)
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', child, path], {
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(`${name}: ${stderr}`)
    const found = JSON.parse(stdout)
    const isMet = found.ends === ends && found.ms <= 2_000 && found.peak <= 300 * 1024 * 1024
    isFine &&= isMet
    if (values.json) console.log(JSON.stringify({ name, expected: ends, ...found }))
    else
      console.log(
        `${found.ms.toFixed(0).padStart(6)}   ${megabytes(found.peak)}         ${megabytes(found.before)}   ${megabytes(bytes.length)}  ${found.ends.padEnd(22)}  ${name}${isMet ? '' : '   MISSED'}`,
      )
  }
  process.exitCode = isFine ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
