// LibreOffice as a second calculation engine: it opens workbooks without cached values, calculates them and saves them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const timeoutMs = 900_000
/** The number of files converted per LibreOffice process. */
const maxFiles = 40

export const hasLibreOffice = () => spawnSync('soffice', ['--version']).status === 0

/** The bytes of workbooks recalculated by LibreOffice, by name; those it could not open are missing. */
export const recalculated = (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'deal-canvas-oracle-'))
  const [from, into] = [join(folder, 'from'), join(folder, 'into')]
  mkdirSync(from)
  mkdirSync(into)
  try {
    const names = [...files.keys()]
    for (const [name, bytes] of files) writeFileSync(join(from, name), bytes)
    for (let at = 0; at < names.length; at += maxFiles) {
      const some = names.slice(at, at + maxFiles).map((name) => join(from, name))
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const { error } = spawnSync(
        'soffice',
        ['--headless', profile, '--convert-to', 'xlsx', '--outdir', into, ...some],
        {
          timeout: timeoutMs,
        },
      )
      if (error) throw error
    }
    return new Map(readdirSync(into).map((name) => [name, readFileSync(join(into, name))]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
