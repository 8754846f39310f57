import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startIdentityProvider } from './support/identity-provider.ts'
import { inBrowser } from './support/in-browser.ts'

describe('single sign-on', () => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  beforeAll(async () => {
    provider = await startIdentityProvider(['owner@example.com', 'ida@example.com', 'ida@elsewhere.example'])
  })
  afterAll(() => provider.close())

  inBrowser('in the browser', ({ open }) => {
    /** Opens the service as `localhost`, its public address; the provider is on 127.0.0.1, which is another site. */
    const openPublic = async (path: string) => {
      const page = await open('/app/sign-in')
      await page.goto(new URL(path, page.url().replace('127.0.0.1', 'localhost')).href)
      return page
    }
    const signInBy = async (email: string, path = '/app/sign-in') => {
      const page = await openPublic(path)
      await page.getByLabel('Email').fill(email)
      await page.getByRole('link', { name: 'Continue with Northwind ID' }).click()
      await page.getByRole('link', { name: email }).click()
      return page
    }
    type Page = Awaited<ReturnType<typeof openPublic>>
    const signInByPassword = async (page: Page, email: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('deal-canvas-demo')
      await page.getByLabel('Password', { exact: true }).press('Enter')
    }

    test('assigns a domain as superadmin, sets the provider up as owner, signs in, and requires it [SSO-20, SSO-22, SSO-34]', async () => {
      const admin = await openPublic('/app/admin/organizations')
      await signInByPassword(admin, 'superadmin@example.com')
      await admin.getByRole('button', { name: 'More for Northwind Capital' }).click()
      await admin.getByRole('menuitem', { name: 'Email domains' }).click()
      await admin.getByLabel('Domain', { exact: true }).fill('Example.com')
      await admin.getByRole('button', { name: 'Assign domain' }).click()
      await admin.getByRole('button', { name: 'Remove example.com' }).waitFor()

      const owner = await openPublic('/app/organization')
      await signInByPassword(owner, 'owner@example.com')
      const card = owner.getByRole('region', { name: 'Single sign-on' })
      await card.getByText('example.com').first().waitFor()
      await card.getByLabel('Name of the provider').fill('Northwind ID')
      await card.getByLabel('Issuer').fill(`${provider.issuer}/wrong`)
      await card.getByLabel('Client ID').fill('deal-canvas')
      await card.getByLabel('Client secret').fill('a client secret')
      await card.getByRole('button', { name: 'Save settings' }).click()
      await card.getByRole('button', { name: 'Test settings' }).click()
      await card.getByText('There is no discovery document at this issuer. Check the issuer.').waitFor()
      await card.getByLabel('Issuer').fill(provider.issuer)
      await card.getByLabel('Client secret').fill('a client secret')
      await card.getByRole('button', { name: 'Save settings' }).click()
      await card.getByText('Stored. Leave it empty to keep it.').waitFor()
      await card.getByRole('button', { name: 'Test settings' }).click()
      await card.getByText('The provider answers as expected.').waitFor()

      const visitor = await signInBy('owner@example.com', '/app/sign-in?next=%2Fapp%2Faccount')
      await visitor.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
      expect(new URL(visitor.url()).pathname).toBe('/app/account')
      expect(new URL(visitor.url()).search).toBe('')
      await visitor.getByRole('region', { name: 'Single sign-on' }).getByText('owner@example.com').waitFor()
      await visitor.reload()
      await visitor.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()

      await visitor.goto(new URL('/app/organization', visitor.url()).href)
      await visitor.getByRole('switch', { name: 'Require single sign-on' }).click()
      await visitor.locator('[role=switch][aria-checked=true][aria-label="Require single sign-on"]').waitFor()

      const viewer = await openPublic('/app/sign-in')
      await signInByPassword(viewer, 'viewer@example.com')
      await viewer.getByText('Your organization requires single sign-on. Sign in with it instead.').waitFor()
      await viewer.getByRole('link', { name: 'Continue with Northwind ID' }).waitFor()
    })

    test('creates an account for a new person, and opens the deals page [SSO-34]', async () => {
      const page = await signInBy('ida@example.com')
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/app/')
    })

    test('words a refusal plainly on the sign-in page [SSO-34]', async () => {
      const page = await openPublic('/app/sign-in')
      await page.getByLabel('Email').fill('ida@example.com')
      await page.getByRole('link', { name: 'Continue with Northwind ID' }).click()
      await page.getByRole('link', { name: 'ida@elsewhere.example' }).click()
      await page.getByText('The domain of this email address is not assigned to the organization.').waitFor()
      expect(new URL(page.url()).search).toBe('?sso_error=sso_domain_not_allowed')
    })
  })
})
