import { expect, test } from 'vitest'
import { complaints, smallTargets } from './support/appearance.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('digests on the account page', ({ open, signIn }) => {
  test('are switched on by keyboard, say when the next one comes, and stay after a reload', async () => {
    const page = await open('/app/account', { timezoneId: 'America/New_York' })
    await signIn(page, 'editor@example.com')
    const card = page.getByRole('region', { name: 'Digests' })
    await card.getByText('No digests are sent.').waitFor()
    await card.getByRole('button', { name: 'Weekly' }).focus()
    await page.keyboard.press('Enter')
    expect(await card.getByLabel('Time zone').inputValue()).toBe('America/New_York')
    await card.getByLabel('Day').selectOption('Friday')
    await card.getByLabel('Time', { exact: true }).selectOption('5:00 PM')
    await card.getByText(/^The next one comes Friday, .* at 5:00 PM if something is unread then\.$/).waitFor()
    await card.getByRole('switch', { name: 'Quiet hours' }).click()
    await card.getByLabel('From').selectOption('4:00 PM')
    await card.getByLabel('To', { exact: true }).selectOption('4:00 PM')
    await card.getByText('Choose another hour than the one in which they begin').waitFor()
    await card.getByLabel('To', { exact: true }).selectOption('9:00 AM')
    // The quiet hours end on the next day.
    await card.getByText(/^The next one comes Saturday, .* at 9:00 AM if something is unread then\.$/).waitFor()
    await card.getByText('What is included').click()
    await card.getByRole('checkbox', { name: 'Reactions' }).uncheck()
    await card.getByText('19 of 20').waitFor()
    await card.getByRole('button', { name: 'Save digests' }).click()
    await card.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await card.getByText(/^The next one comes Saturday, .* at 9:00 AM if something is unread then\.$/).waitFor()
    expect(await card.getByRole('button', { name: 'Weekly' }).getAttribute('aria-pressed')).toBe('true')
    expect(await card.getByLabel('Day').inputValue()).toBe('5')
    expect(await page.getByRole('switch', { name: /^Email me when I am mentioned/ }).getAttribute('aria-checked')).toBe(
      'true',
    )
  })

  test('fit a phone in light and dark', async () => {
    const page = await open('/app/account', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signIn(page, 'viewer@example.com')
    const card = page.getByRole('region', { name: 'Digests' })
    await card.getByRole('button', { name: 'Weekly' }).click()
    await card.getByRole('switch', { name: 'Quiet hours' }).click()
    await card.getByText('What is included').click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await smallTargets(page)).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await complaints(page)).toEqual([])
    }
  })

  test('an invalid link that ends digests says so without script, and leads to the account', async () => {
    const page = await open('/unsubscribe?token=unknown', { javaScriptEnabled: false })
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await page.getByRole('link', { name: 'Open my account' }).getAttribute('href')).toBe('/app/account')
  })
})
