import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints, shot, smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
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

inBrowser('deal intake', ({ open, signIn }) => {
  test('leads from the empty deal list through memo, comment and what-if to a decision without console errors', async () => {
    const page = await open('/app/')
    const said: string[] = []
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
    await signIn(page, 'superadmin@example.com')
    await page.getByRole('heading', { name: 'No open deals' }).waitFor()
    await expectLightAndDark(page, 'deals-empty')

    await choose(page, [demo('riverside.xlsx'), demo('riverside-site-visit.md')])
    await page.getByRole('button', { name: 'Remove riverside-site-visit.md' }).waitFor()
    await page.getByText('2 files', { exact: true }).waitFor()
    await page.getByLabel(/^(Suggested from the files|Name of the deal)$/).fill('Riverside, second look')
    await expectLightAndDark(page, 'intake')
    await page.getByRole('button', { name: 'Build the deal' }).click()
    await page.getByText(/^stage \d of 6$/).waitFor()
    await shot(page, 'intake-building')

    const memo = page.getByRole('main')
    await memo.getByText('15.7%').first().waitFor({ timeout: 200_000 })
    await page.getByText('Riverside, second look').first().waitFor()
    await page.getByRole('button', { name: /^Comment on / }).click()
    await page.getByLabel('Comment', { exact: true }).fill('Who has checked the rents?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('article').filter({ hasText: 'Who has checked the rents?' }).waitFor()

    await page.getByRole('button', { name: /^What if/ }).click()
    const drawer = page.getByRole('dialog', { name: 'What if' })
    await drawer.getByRole('combobox', { name: 'Metric' }).fill('exit cap')
    await drawer.getByRole('option', { name: /^Exit Cap Rate/ }).click()
    await drawer.getByLabel('New value', { exact: true }).fill('6.5')
    await drawer
      .getByRole('row', { name: /^Levered IRR/ })
      .getByText('9.3%')
      .waitFor()
    await drawer.getByRole('button', { name: /^Apply/ }).click()
    await memo.getByText('9.29%').first().waitFor()

    await page.getByRole('link', { name: 'Committee', exact: true }).click()
    await page.getByLabel('Approve', { exact: true }).check()
    await page.getByLabel('Rationale').fill('Only at a lower price.')
    await page.getByRole('button', { name: 'Finalize decision' }).click()
    const confirm = page.getByRole('dialog', { name: /^Approve / })
    await confirm.getByLabel('Type approve to confirm').fill('approve')
    await confirm.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Reopen the deal' }).waitFor()
    await page.getByRole('region', { name: 'Decision', exact: true }).getByText('Only at a lower price.').waitFor()
    expect(said).toEqual([])
  })

  test('creates a deal by touch, for an organization or personally, explains rejected files, and keeps drafts over a reload', async () => {
    const page = await open('/app/intake', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signIn(page, 'editor@example.com')
    const belongs = page.getByLabel('The deal belongs to')
    await belongs.waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await shot(page, 'intake-new-390-light', true)
    await belongs.selectOption('Only me')
    await page.getByText('A personal deal. Only you can see it.').waitFor()
    await choose(page, [
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Rents grow by 3.5% a year.') },
    ])
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor()
    await page.getByText('A personal deal').waitFor()
    expect(await smallTargets(page)).toEqual([])

    await choose(page, [
      { name: 'site-photos.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004') },
    ])
    await page.getByText(/^The file is an archive/).waitFor()
    await page.getByText('1 rejected').waitFor()
    await choose(page, [
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Rents grow by 3.5% a year.') },
    ])
    await page.getByText('This file is already in the deal. Nothing was added.').waitFor()
    await expectLightAndDark(page, 'intake-refused', true)

    // Typed text and uploaded files survive a reload.
    await page.getByLabel(/^(Suggested from the files|Name of the deal)$/).fill('Rents of the quay')
    await page.reload()
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor()
    expect(await page.getByLabel(/^(Suggested from the files|Name of the deal)$/).inputValue()).toBe(
      'Rents of the quay',
    )
    await page.getByRole('button', { name: 'Remove note.txt' }).click()
    const question = page.getByRole('dialog', { name: 'Remove note.txt?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove note.txt' }).click()
    await question.getByRole('button', { name: 'Remove file' }).click()
    await page.getByText('Add a file first').waitFor()
    await page.goto('/app/')
    await page.getByRole('link', { name: 'Continue Unnamed deal' }).first().waitFor()
  })
})
