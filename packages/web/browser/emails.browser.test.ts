import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallTargets } from './support/appearance.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { expectFocus } from './support/expect-focus.ts'
import { inBrowser } from './support/in-browser.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Emails' })

const addAddress = async (page: Page, email: string) => {
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('New address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

inBrowser('account email addresses', ({ open, signIn, signInElsewhere, mails }) => {
  const openAs = async (email: string) => {
    const page = await open('/app/account')
    await signIn(page, email)
    await page.getByText('This session', { exact: true }).waitFor()
    return page
  }

  test('adds an email address with the code mailed to it, and accepts it for sign-in from then on', async () => {
    const page = await openAs('owner@example.com')
    await addAddress(page, 'Second@Example.com')
    await page.getByText(/a code is on its way to Second@Example\.com\. It expires in 15 minutes\./).waitFor()
    const code = page.getByLabel('Code', { exact: true })
    await expectFocus(code)
    expect(await code.getAttribute('inputmode')).toBe('numeric')
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')

    const right = await mails().code('second@example.com')
    const wrong = right === '000000' ? '000001' : '000000'
    await code.fill('12')
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByText('Enter the 6 digits of the code').waitFor()
    await code.fill(wrong)
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByText(/^This is not the code from the latest email/).waitFor()
    await expectFocus(code)

    // With spaces, as some mail programs copy it.
    await code.fill(` ${right.slice(0, 3)} ${right.slice(3)}`)
    await page.keyboard.press('Enter')
    await code.waitFor({ state: 'detached' })
    expect(await card(page).getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/owner@example\.com\s+Primary\s+Verified/),
      expect.stringMatching(/second@example\.com\s+Verified/),
    ])
    expect((await signInElsewhere('second@example.com', 'node')).status).toBe(200)

    await page.getByRole('button', { name: 'Remove second@example.com' }).click()
    const question = page.getByRole('dialog', { name: 'Remove second@example.com?' })
    await question.getByRole('button', { name: 'Keep address' }).click()
    expect(await card(page).getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Remove second@example.com' }).click()
    await question.getByRole('button', { name: 'Remove address' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await card(page).getByRole('listitem').count()).toBe(1)
    expect((await signInElsewhere('second@example.com', 'node')).status).toBe(401)
    // The only address cannot be removed.
    expect(
      await card(page)
        .getByRole('button', { name: /^Remove / })
        .count(),
    ).toBe(0)
  })

  test('replaces the previous code with a new one, and limits codes to three per hour', async () => {
    const page = await openAs('editor@example.com')
    await addAddress(page, 'third@example.com')
    const first = await mails().code('third@example.com')
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByText(/a new code is on its way .* The previous code no longer works/).waitFor()
    const second = await mails().code('third@example.com')
    if (first !== second) {
      await page.getByLabel('Code', { exact: true }).fill(first)
      await page.keyboard.press('Enter')
      await page.getByText(/^This is not the code from the latest email/).waitFor()
    }
    await page.getByRole('button', { name: 'Send a new code' }).click()
    const third = await mails().code('third@example.com')
    await page.getByRole('button', { name: 'Send a new code' }).click()
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toMatch(
      /^Too many codes were sent\. You can request the next one in (\d+ minutes|1 hour)\.$/,
    )
    await expectFocus(alert)
    await page.getByLabel('Code', { exact: true }).fill(third)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code', { exact: true }).waitFor({ state: 'detached' })
    expect(await card(page).innerText()).toMatch(/third@example\.com\s+Verified/)
  })

  test("responds to somebody else's address as to an unused one, and accepts no code for it", async () => {
    const page = await openAs('commenter@example.com')
    await addAddress(page, 'owner@example.com')
    await page.getByText(/If the address can be added, a code is on its way to owner@example\.com/).waitFor()
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText(/^This is not the code from the latest email/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await card(page).getByRole('listitem').count()).toBe(1)
  })

  test('shows an error at the field for an invalid email address or one already on the account', async () => {
    const page = await openAs('viewer@example.com')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const field = page.getByLabel('New address')
    await expectFocus(field)
    await page.keyboard.press('Enter')
    await page.getByText('Enter the address', { exact: true }).waitFor()
    await field.fill('Viewer@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('This address is already on your account').waitFor()
    await field.fill('viewer@')
    await page.keyboard.press('Enter')
    await page.getByText('There must be something after the @-sign.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  })

  test('explains an expired code and why the last email address cannot be removed', async () => {
    const page = await openAs('superadmin@example.com')
    await addAddress(page, 'fourth@example.com')
    await page.route('**/api/auth/email/verify', (route) =>
      route.fulfill({
        status: 400,
        json: { detail: 'This code has expired. Request a new one.', code: 'code_expired' },
      }),
    )
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('This code has expired. Request a new one').waitFor()
    await page.unroute('**/api/auth/email/verify')
    await page.getByLabel('Code', { exact: true }).fill(await mails().code('fourth@example.com'))
    await page.keyboard.press('Enter')

    // Simulates that the other address was removed in another tab.
    await page.route('**/api/auth/emails/*', (route) =>
      route.fulfill({ status: 409, json: { detail: 'The last verified address', code: 'last_email' } }),
    )
    await page.getByRole('button', { name: 'Remove superadmin@example.com' }).click()
    await page.getByRole('button', { name: 'Remove address' }).click()
    await page.getByText(/^This address cannot be removed because you need it to sign in\./).waitFor()
  })

  for (const width of [1440, 360]) {
    test(`shows the email settings at ${width} px without axe violations or overflow, in light and dark mode`, async () => {
      const phone = width < 720
      const viewport = { width, height: phone ? 780 : 900 }
      const page = await open('/app/account', { viewport, hasTouch: phone, isMobile: phone })
      // The number of codes is limited, so the service's responses are mocked.
      await page.route('**/api/auth/email/request', (route) =>
        route.fulfill({ json: { message: 'A code was sent if the address can be linked', expires_in_minutes: 15 } }),
      )
      await page.route('**/api/auth/me', async (route) => {
        const answer = await route.fetch()
        const person = await answer.json()
        const emails = [
          ...person.emails,
          { email: 'a.long.name.indeed@subsidiary.example.com', verified: false, primary: false },
        ]
        await route.fulfill({ response: answer, json: { ...person, emails } })
      })
      const look = async (name: string) => {
        await expectLightAndDark(page, name, true)
        if (phone) expect(await smallTargets(page)).toEqual([])
      }
      await signIn(page, 'outsider@example.com')
      await page.getByText('This session', { exact: true }).waitFor()
      await look('emails')
      await page.getByRole('button', { name: 'Add an address' }).click()
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByText('Enter the address', { exact: true }).waitFor()
      await look('emails-add')
      await page.getByLabel('New address').fill('second@example.com')
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByLabel('Code', { exact: true }).waitFor()
      await look('emails-code')
      await page.getByRole('button', { name: 'Remove outsider@example.com' }).click()
      await page.getByRole('dialog').waitFor()
      await look('emails-remove')
    })
  }
})
