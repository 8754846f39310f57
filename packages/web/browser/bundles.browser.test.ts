import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { complaints, shot } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('whole deals', ({ open, signIn, callAs }) => {
  test('exports a whole deal, refuses to import it while it exists, and imports it after it was deleted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-bundle-'))
    const file = join(folder, 'deal.zip')
    try {
      const page = await open('/app/canvas/demo-legacy')
      await signIn(page, 'owner@example.com')
      await page.getByRole('button', { name: 'Deal Ledgerline Series B' }).click()
      await page.getByRole('menuitem', { name: 'Export' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('File').selectOption({ label: 'Whole deal' })
      await shot(page, 'bundle-export-light')
      await dialog.getByRole('button', { name: 'Export file' }).click()
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: /^Download .*Whole deal/ }).click()
      await (await saved).saveAs(file)
      await dialog.getByRole('button', { name: 'Close' }).last().click()

      const bring = async () => {
        await page.getByRole('button', { name: 'Import deal' }).click()
        const form = page.getByRole('dialog', { name: 'Import a deal' })
        await form.getByLabel('Bundle').setInputFiles(file)
        await form.getByRole('button', { name: 'Import', exact: true }).click()
        return form
      }
      await page.goto(new URL('/app/', page.url()).href)
      const refused = await bring()
      await refused.getByText('A deal with the id of this bundle exists already.').waitFor()
      expect(await complaints(page)).toEqual([])
      await shot(page, 'bundle-refused-light')

      await callAs('superadmin@example.com', 'DELETE', '/api/deals/demo-legacy?purge=true')
      await page.reload()
      const form = await bring()
      await form.getByText('The deal was imported.').waitFor()
      expect(await complaints(page)).toEqual([])
      await shot(page, 'bundle-imported-light')
      await form.getByRole('link', { name: 'Open deal' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ledgerline Series B' }).waitFor()
      await page.goto(new URL('/app/canvas/demo-legacy/record', page.url()).href)
      const imported = page.getByRole('region', { name: 'Imported from another service' })
      await imported.getByText(/signed with another key, imported/).waitFor()
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText(/events verified/).waitFor()
      expect(await complaints(page)).toEqual([])
      await shot(page, 'bundle-record-light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 390, height: 844 })
      await shot(page, 'bundle-record-dark-narrow')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
