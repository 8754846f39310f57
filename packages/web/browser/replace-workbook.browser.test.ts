import { readFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

/** The workbook of the demo deal with another exit cap rate, saved without calculating it again. */
const secondWorkbook = (): Buffer => {
  const parts = unzipSync(readFileSync(new URL('../../server/demo/riverside.xlsx', import.meta.url)))
  for (const [name, part] of Object.entries(parts))
    if (name.startsWith('xl/worksheets/')) parts[name] = strToU8(strFromU8(part).replace('<v>0.055</v>', '<v>0.06</v>'))
  return Buffer.from(zipSync(parts))
}

inBrowser('another workbook for a deal', ({ open, signIn, callAs }) => {
  const model = () => callAs('owner@example.com', 'GET', '/api/canvas/demo-riverside/model')

  test('is compared with the model first, changes nothing when it is discarded, and replaces it when it is accepted', async () => {
    const before = await model()
    const page = await open('/app/canvas/demo-riverside/quality')
    await signIn(page, 'owner@example.com')
    const compare = async () => {
      await page
        .getByRole('button', { name: 'Use a workbook' })
        .or(page.getByRole('button', { name: 'Replace the workbook' }))
        .click()
      await page
        .getByLabel('Upload a newer workbook')
        .setInputFiles({ name: 'Riverside v2.xlsx', mimeType: 'application/octet-stream', buffer: secondWorkbook() })
      await page.getByRole('button', { name: 'Compare Riverside v2.xlsx' }).click()
      return page.getByRole('dialog', { name: 'What Riverside v2.xlsx would change' })
    }
    const dialog = await compare()
    const inputs = dialog.getByRole('region', { name: 'Inputs changed: 1' })
    await inputs.getByText('0.055').waitFor()
    expect(await inputs.innerText()).toMatch(/Exit cap rate[\s\S]*0\.06/i)
    await dialog
      .getByRole('region', { name: /^Metrics moved: / })
      .getByText('Exit Cap Rate', { exact: true })
      .waitFor()
    await dialog.getByRole('region', { name: 'Same structure' }).waitFor()
    await expectEveryLook(page, 'workbook-preview')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Discard this file' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await model()).toEqual(before)

    const again = await compare()
    await again.getByRole('button', { name: 'Use this workbook' }).click()
    const done = page.getByRole('dialog', { name: 'Workbook replaced' })
    await done.getByRole('rowheader', { name: 'Exit Cap Rate' }).waitFor()
    expect(await model()).toMatchObject({ file_name: 'Riverside v2.xlsx' })
  })
})
