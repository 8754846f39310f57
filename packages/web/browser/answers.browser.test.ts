import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'vitest'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

/** A model provider that states one fact of the sources, and invents another. */
const provider = createServer(async (incoming, response) => {
  const { messages } = (await json(incoming)) as { messages: { content: string }[] }
  const lines = (messages[1]?.content ?? '').split('\n')
  const sources: { id: string; text: string }[] = JSON.parse(lines[2] ?? '[]')
  const id = sources.find(({ text }) => text.includes('roofs were replaced'))?.id ?? ''
  const claims = [
    { text: 'The roofs were replaced by the seller in 2019.', sources: [id] },
    { text: 'The roofs were replaced by the seller in 2024.', sources: [id] },
  ]
  response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ claims }) } }] }))
}).listen(0, '127.0.0.1')
await new Promise((ready) => provider.once('listening', ready))
provider.unref()
const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`

inBrowser(
  'answers of a model provider',
  ({ open, signIn }) => {
    test('are offered once an owner switches them on, and show verified sentences with a link to their source', async () => {
      const page = await open('/app/canvas/demo-riverside/documents')
      await signIn(page, 'owner@example.com')
      await page.locator('input[type=file]').setInputFiles({
        name: 'Condition report.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The roofs were replaced in 2019 by the seller.\n\nThe elevators are original.\n'),
      })
      await page.getByRole('link', { name: 'Open Condition report.txt' }).click()
      const search = async () => {
        await page.getByRole('searchbox', { name: 'Search documents' }).fill('When were the roofs replaced?')
        await page.keyboard.press('Enter')
        await page
          .getByRole('link', { name: /The roofs were replaced in 2019/ })
          .first()
          .waitFor()
      }
      await search()
      const offer = page.getByRole('button', { name: 'Write an answer with small-model' })
      await offer.waitFor({ state: 'detached' })
      const document = page.url()

      await page.goto(new URL('/app/organization', document).href)
      const card = page.getByRole('region', { name: 'Model provider' })
      // The switch moves before the service has answered.
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
      await card.getByRole('switch', { name: 'Questions about deals can be answered by small-model' }).click()
      await saved
      await card.getByRole('switch', { checked: true }).waitFor()

      await page.goto(document)
      await search()
      await offer.click()
      const answer = page.getByRole('region', { name: 'Answer' })
      await answer.getByText('The roofs were replaced by the seller in 2019.').waitFor()
      await answer.getByText('The roofs were replaced by the seller in 2024.').waitFor({ state: 'detached' })
      await answer.getByRole('link', { name: 'Condition report.txt' }).waitFor()
      await expectLightAndDark(page, 'generated-answer')
    })
  },
  { LLM_URL: url, LLM_MODEL: 'small-model' },
)
