import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

const demo = (name: string): string => fileURLToPath(new URL(`../../server/demo/${name}`, import.meta.url))

interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

const choose = async (page: Page, files: string[] | File[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(files)
}

inBrowser('bringing a deal in', ({ open, signIn }) => {
  test('goes from the empty list to the open canvas, and a file that is refused says why', async () => {
    const page = await open('/app/')
    await signIn(page, 'superadmin@example.com')
    await page.getByRole('heading', { name: 'No open deals' }).waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'deals-empty-light')

    await choose(page, [demo('riverside.xlsx'), demo('riverside-site-visit.md')])
    await page.getByRole('button', { name: 'Remove riverside-site-visit.md' }).waitFor()
    await page.getByText('2 files', { exact: true }).waitFor()
    await choose(page, [
      { name: 'site-photos.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004') },
    ])
    await page.getByText(/^The file is an archive/).waitFor()
    await page.getByText('1 refused').waitFor()
    await choose(page, [demo('riverside-site-visit.md')])
    await page.getByText('The same file is here already. Nothing was added.').waitFor()
    expect(await complaints(page)).toEqual([])
    await shot(page, 'intake-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await complaints(page)).toEqual([])
    await shot(page, 'intake-390-dark', true)

    await page.getByLabel(/^(Suggested from the files|Name of the deal)$/).fill('Riverside, second look')
    // What was typed, and what is on the service, outlives a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Remove riverside.xlsx' }).waitFor()
    expect(await page.getByLabel('Suggested from the files').inputValue()).toBe('Riverside, second look')
    await page.getByRole('button', { name: 'Build the deal' }).click()
    await page.getByText(/^stage \d of 6$/).waitFor()
    await shot(page, 'intake-building-390-dark', true)
    await page.waitForURL('**/app/canvas/**', { timeout: 50_000 })
    await page.getByText('Riverside, second look').first().waitFor()

    await page.goto('/app/')
    await page
      .getByRole('row', { name: /Riverside, second look/ })
      .getByText('Full model')
      .waitFor()
  })

  test('can be begun by touch, for an organization or for oneself', async () => {
    const page = await open('/app/intake', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signIn(page, 'editor@example.com')
    const belongs = page.getByLabel('The deal belongs to')
    await belongs.waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'intake-new-390-light', true)
    await belongs.selectOption('Only me')
    await page.getByText('A personal deal: nobody else sees it.').waitFor()
    await choose(page, [
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Rents grow by 3.5% a year.') },
    ])
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor()
    await page.getByText('A personal deal').waitFor()
    expect(await smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove note.txt' }).click()
    await page.getByText('Needs a file first').waitFor()
    await page.goto('/app/')
    await page.getByRole('link', { name: 'Continue Unnamed deal' }).first().waitFor()
  })
})
