import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A wide PNG image: green in its centered square, red to the left and right of it. */
const widePng = async (page: Page): Promise<Buffer> => {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('The browser provides no 2D canvas')
    context.fillStyle = 'red'
    context.fillRect(0, 0, 1200, 400)
    context.fillStyle = 'green'
    context.fillRect(400, 0, 400, 400)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** The size and some colors of an image on the page, as far as it is loaded. */
const pixels = (image: Locator) =>
  image.evaluate((element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('Not an image')
    const { naturalWidth, naturalHeight } = element
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('The browser provides no 2D canvas')
    context.drawImage(element, 0, 0, canvas.width, canvas.height)
    const colorAt = (x: number, y: number): string => {
      const [red = 0, green = 0] = context.getImageData(x, y, 1, 1).data
      return green > 100 && red < 60 ? 'green' : 'other'
    }
    const center = colorAt(canvas.width / 2, canvas.height / 2)
    return { size: [naturalWidth, naturalHeight], center, corner: colorAt(3, 3) }
  })

inBrowser('account page', ({ open, signIn, signInElsewhere, statusOf }) => {
  test('ends another session after a confirmation that names it', async () => {
    const other = await signInElsewhere('editor@example.com', phone)
    expect(await statusOf(other)).toBe(200)
    const page = await open('/app/account')
    await signIn(page, 'editor@example.com')
    await page.getByRole('button', { name: /^End session, Safari on iPhone/ }).click()
    const question = page.getByRole('dialog', { name: 'End the session in Safari on iPhone?' })
    await question.getByRole('button', { name: 'Keep session' }).click()
    expect(await statusOf(other)).toBe(200)
    await page.getByRole('button', { name: /^End session, Safari on iPhone/ }).click()
    await question.getByRole('button', { name: 'End session' }).click()
    await page.getByText('Safari on iPhone', { exact: true }).waitFor({ state: 'detached' })
    expect(await statusOf(other)).toBe(401)
    await page.getByText('This session', { exact: true }).waitFor()
  })

  test('ends all other sessions at once and keeps the current one', async () => {
    const others = [
      await signInElsewhere('outsider@example.com', phone),
      await signInElsewhere('outsider@example.com', firefox),
    ]
    const page = await open('/app/account')
    await signIn(page, 'outsider@example.com')
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End 2 sessions' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401])
    await page.reload()
    await page.getByText('This session', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').count()).toBe(1)
  })

  test('explains a rejected password change, and ends the other sessions after a successful one', async () => {
    const other = await signInElsewhere('viewer@example.com', firefox)
    const page = await open('/app/account')
    await signIn(page, 'viewer@example.com')
    const current = page.getByLabel('Current password', { exact: true })
    const next = page.getByLabel('New password', { exact: true })
    const change = page.getByRole('button', { name: 'Change password' })

    await current.fill('deal-canvas-demo')
    await next.fill('short')
    await change.click()
    await page.getByText('Use 10 to 128 characters').waitFor()

    await next.fill('viewer@example.com')
    await change.click()
    await page.locator('.error').waitFor()
    expect(await next.getAttribute('aria-invalid')).toBe('true')

    await current.fill('not the password')
    await next.fill('quiet harbour lantern')
    await change.click()
    await page.getByText('Current password is incorrect').waitFor()
    await expectFocus(current)

    await current.fill('deal-canvas-demo')
    await change.click()
    await page.getByText('Password changed. Your other sessions have ended').waitFor()
    expect(await statusOf(other)).toBe(401)
    expect((await signInElsewhere('viewer@example.com', firefox)).status).toBe(401)
    expect((await signInElsewhere('viewer@example.com', firefox, 'quiet harbour lantern')).status).toBe(200)
  })

  test('saves the name and shows it everywhere on the account page', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.getByLabel('First name').fill('Maia')
    await page.getByLabel('Last name').fill('Okafor-Lind')
    await page.keyboard.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Hello, Maia' }).waitFor()
    await page.getByRole('button', { name: 'Account, Maia Okafor-Lind' }).waitFor()
  })

  test('crops an uploaded photo to a square and shows it in the header, also after a reload, until it is removed', async () => {
    const page = await open('/app/account')
    await signIn(page, 'commenter@example.com')
    const upload = page.getByRole('button', { name: 'Upload a photo' })
    const remove = page.getByRole('button', { name: 'Remove photo' })
    const inHeader = page.getByRole('button', { name: /^Account, / }).locator('img')
    await upload.waitFor()
    expect([await inHeader.count(), await remove.getAttribute('aria-disabled')]).toEqual([0, 'true'])

    // By keyboard: the button opens the file chooser.
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), upload.press('Enter')])
    expect(chooser.isMultiple()).toBe(false)
    await chooser.setFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await widePng(page) })
    await page.getByText('Photo saved', { exact: true }).waitFor()
    await expect.poll(() => pixels(inHeader)).toEqual({ size: [256, 256], center: 'green', corner: 'green' })

    const address = (await inHeader.getAttribute('src')) ?? ''
    expect(address).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}$/)
    const stranger = await open('/app/account')
    expect((await stranger.request.get(address)).headers()['content-type']).toBe('image/jpeg')

    await page.reload()
    await expect.poll(() => pixels(inHeader)).toMatchObject({ size: [256, 256] })
    await remove.click()
    await page.getByText('Photo removed', { exact: true }).waitFor()
    await expectFocus(remove)
    expect(await inHeader.count()).toBe(0)
    await page.reload()
    await upload.waitFor()
    expect(await inHeader.count()).toBe(0)
  })

  test('explains a file that is not an image and a photo that the service rejects, and keeps the current photo', async () => {
    const page = await open('/app/account')
    await signIn(page, 'commenter@example.com')
    const chooser = page.getByRole('group', { name: 'Photo' }).locator('input[type=file]')
    await chooser.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not an image') })
    const alert = page.getByRole('group', { name: 'Photo' }).getByRole('alert')
    await alert.getByText('This file is not a readable image. Choose a PNG, JPEG or WebP image.').waitFor()

    await page.route('**/api/auth/me/avatar', async (route) => {
      // Sends the form without its file, which the real service rejects.
      const headers = { ...route.request().headers(), 'content-type': 'multipart/form-data; boundary=b' }
      await route.continue({ headers, postData: '--b--\r\n' })
    })
    await chooser.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await widePng(page) })
    await alert.getByText('Photo not changed. Field required.').waitFor()
    await page.unroute('**/api/auth/me/avatar')
    expect(
      await page
        .getByRole('button', { name: /^Account, / })
        .locator('img')
        .count(),
    ).toBe(0)
  })

  test('keeps profile edits after a failed save and a reload', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    await page.route('**/api/auth/me', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { detail: 'A store is not reachable', code: 'store_unavailable' } })
        : route.fallback(),
    )
    await page.getByLabel('Last name').fill('Half-typed')
    await page.keyboard.press('Enter')
    await page.getByText(/Not saved, your edits are kept\./).waitFor()
    await page.unroute('**/api/auth/me')
    await page.reload()
    expect(await page.getByLabel('Last name').inputValue()).toBe('Half-typed')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  test('saves the mail preference', async () => {
    const page = await open('/app/account')
    await signIn(page, 'owner@example.com')
    const preference = page.getByRole('switch', { name: 'Email me when I am mentioned' })
    const before = await preference.getAttribute('aria-checked')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await preference.click()
    expect((await saved).status()).toBe(200)
    await page.reload()
    expect(await preference.getAttribute('aria-checked')).not.toBe(before)
  })

  test('redirects to the sign-in page with an explanation and a return path when the session was ended elsewhere', async () => {
    const page = await open('/app/account')
    await signIn(page, 'superadmin@example.com')
    await page.getByText('This session', { exact: true }).waitFor()
    await page.context().clearCookies()
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 401, json: { detail: 'The session has ended. Sign in again.', code: 'session_ended' } }),
    )
    await page.getByRole('switch').click()
    await page.getByText('Your session has ended. Sign in to continue where you left off.').waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/app/account')
  })

  test('redirects to the set-password page when the service requires a password change', async () => {
    const page = await open('/app/account')
    await signIn(page, 'superadmin@example.com')
    await page.getByText('This session', { exact: true }).waitFor()
    await page.route('**/api/auth/me', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            json: { detail: 'Change your password first', code: 'password_change_required' },
          })
        : route.fallback(),
    )
    await page.getByRole('switch').click()
    await page.getByRole('heading', { name: 'Set your password' }).waitFor()
  })
})
