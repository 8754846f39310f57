import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app in the half minute so many steps from now. */
const codeOf = (secret: string, steps: number): string => {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** An authenticator that confirms at once, as a person with a fingerprint would. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account, / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
}

const codeLabel = 'Code from your authenticator app'

inBrowser('two-step sign-in', ({ open, signIn }) => {
  test('sets up an authenticator app, then asks for its code or a recovery code at sign-in', async () => {
    const page = await open('/app/account')
    await signIn(page, 'editor@example.com')
    await page.getByRole('button', { name: 'Set up app' }).click()
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await setUp.getByRole('img', { name: 'QR code with the key of this account' }).waitFor()
    await expectLightAndDark(page, 'factors-app')
    const secret = (await setUp.locator('code').textContent()) ?? ''
    await setUp.getByLabel(codeLabel).fill('000000x')
    await setUp.getByRole('button', { name: 'Confirm code' }).click()
    await setUp.getByText('This code is not valid').waitFor()
    await setUp.getByLabel(codeLabel).fill(codeOf(secret, -1))
    await setUp.getByRole('button', { name: 'Confirm code' }).click()
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await codes.getByRole('listitem').first().waitFor()
    const [recoveryCode = ''] = await codes.getByRole('listitem').allTextContents()
    expect(await codes.getByRole('listitem').count()).toBe(10)
    await codes.getByRole('button', { name: 'I saved them' }).click()
    await page.getByText('10 left').waitFor()

    await signOut(page)
    await signIn(page, 'editor@example.com')
    await page.getByLabel(codeLabel).fill(codeOf(secret, 0))
    await expectLightAndDark(page, 'factors-second-step')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Account, / }).waitFor()

    await signOut(page)
    await signIn(page, 'editor@example.com')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Account, / }).waitFor()
    await page.goto('/app/account')
    await page.getByText('9 left').waitFor()
  })

  test('registers a passkey, signs in with it, and confirms with it before an action that asks for it', async () => {
    // Passkeys are bound to the host name of the service, which is not its address.
    const page = await open('/app/sign-in')
    const account = new URL('/app/account', page.url().replace('127.0.0.1', 'localhost')).href
    await page.goto(account)
    await withAuthenticator(page)
    await signIn(page, 'commenter@example.com')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const naming = page.getByRole('dialog', { name: 'Add a passkey' })
    await naming.getByLabel('Name').fill('Test laptop')
    await naming.getByRole('button', { name: 'Add a passkey' }).click()
    await page
      .getByRole('dialog', { name: 'Save your recovery codes' })
      .getByRole('button', { name: 'I saved them' })
      .click()
    await page.getByText('Test laptop', { exact: true }).waitFor()

    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: /^Account, / }).waitFor()

    // As if the sign-in was long ago: the first call is rejected as the service would reject it.
    await page.goto(account)
    let rejected = 0
    await page.route('**/api/auth/recovery-codes', async (route) => {
      rejected += 1
      if (rejected > 1) return route.continue()
      return route.fulfill({ status: 403, json: { detail: 'Confirm who you are first', code: 'step_up_required' } })
    })
    await page.getByRole('button', { name: 'Get new codes' }).click()
    await page
      .getByRole('dialog', { name: 'Get new recovery codes?' })
      .getByRole('button', { name: 'Get new codes' })
      .click()
    const question = page.getByRole('dialog', { name: 'Confirm it is you' })
    await question.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await expectLightAndDark(page, 'factors-step-up')
    await question.getByRole('button', { name: 'Use a passkey' }).click()
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await codes.getByRole('listitem').first().waitFor()
    expect(await codes.getByRole('listitem').count()).toBe(10)
    expect(rejected).toBe(2)
  })
})
