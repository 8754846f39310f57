import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const program = process.env['LOCALC'] ?? 'localc'

/** Whether LibreOffice Calc is installed; LibreOffice alone, with another of its programs, opens no workbooks. */
export const hasLibreOfficeCalc = ((): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // Not found; a program that fails is a failure of the test.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
})()

/** Opens a workbook in LibreOffice, which calculates formulas without a value, and saves it as a new one. */
export const recalculated = async (bytes: Uint8Array, extension = 'xlsx'): Promise<Uint8Array> => {
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-soffice-'))
  try {
    const file = join(folder, `given.${extension}`)
    await writeFile(file, bytes)
    const profile = pathToFileURL(join(folder, 'profile')).href
    const target = ['--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', join(folder, 'out'), file]
    await promisify(execFile)(program, [`-env:UserInstallation=${profile}`, '--headless', '--norestore', ...target], {
      timeout: 120_000,
    })
    return new Uint8Array(await readFile(join(folder, 'out', 'given.xlsx')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
