import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('webhooks of an organization', ({ open, signIn }) => {
  test('adds a webhook, shows its secret once, tests it, gives it a new secret and removes it [HOOK-1]', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']))
      request.resume()
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const page = await open('/app/organization')
    await signIn(page, 'owner@example.com')
    const card = page.getByRole('region', { name: 'Webhooks' })
    await card.getByText('No webhooks. Add one to send events of your deals to another system.').waitFor()
    await card.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    await dialog.getByLabel('Name').fill('Tracker')
    await dialog.getByLabel('URL').fill('http://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('The URL must start with https://').waitFor()
    await dialog.getByLabel('URL').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
    await dialog.getByLabel('All events').uncheck()
    await dialog.getByLabel('Comments and suggestions').check()
    await expectEveryLook(page, 'webhook-dialog')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()

    const secret = page.getByRole('dialog', { name: 'Secret of Tracker' })
    await secret.getByText(/^whsec_/).waitFor()
    await secret.getByRole('button', { name: 'I have copied the secret' }).click()
    await secret.waitFor({ state: 'detached' })
    await card.getByText('Nothing delivered yet').waitFor()

    const act = async (name: string): Promise<void> => {
      await card.getByRole('button', { name: 'More for Tracker' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Send test event')
    await card.getByText('A test event is on its way to Tracker. The deliveries show what becomes of it.').waitFor()
    await act('Deliveries')
    const log = page.getByRole('dialog', { name: 'Deliveries to Tracker' })
    await log.getByText('Delivered', { exact: true }).waitFor()
    expect(received).toEqual([expect.stringMatching(/^msg_/)])
    await expectEveryLook(page, 'webhook-deliveries')
    await page.keyboard.press('Escape')

    await act('New secret')
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await secret.getByText(/^Until .*, deliveries are signed with the former secret too\.$/).waitFor()
    await page.keyboard.press('Escape')
    await act('Remove')
    await page.getByRole('button', { name: 'Remove webhook' }).click()
    await card.getByText('No webhooks. Add one to send events of your deals to another system.').waitFor()
    receiver.close()
  })
})
