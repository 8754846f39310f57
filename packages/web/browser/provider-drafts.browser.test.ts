import { expect, test } from 'vitest'
import { startModelProvider } from '../../server/src/testing/model-provider.ts'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

/** A model provider whose analyst states one number of the memo, and invents another. */
const provider = await startModelProvider()
let stated = ''
provider.say(({ task, sources }) => {
  const { chip, label } = sources.find((source) => source.chip !== undefined) ?? {}
  stated = label?.toLowerCase() ?? ''
  const claims = [
    { text: `The ${stated} is ${chip}.`, sources: [] },
    { text: `The ${stated} is $999 million.`, sources: [] },
  ]
  return JSON.stringify({ claims: task.agent === 'analyst' ? claims : (task.claims ?? []) })
})

inBrowser(
  'drafts of a model provider',
  ({ open, signIn }) => {
    test('are asked for in a section, can be cancelled, report what was dropped, and are accepted as a suggestion', async () => {
      const page = await open('/app/organization')
      await signIn(page, 'owner@example.com')
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
      await page.getByRole('region', { name: 'Model provider' }).getByRole('switch').click()
      await saved
      await page.goto(new URL('/app/canvas/demo-riverside', page.url()).href)
      const opener = page.getByRole('button', { name: /^Draft Transaction Overview with the provider/ })
      const dialog = page.getByRole('dialog', { name: 'Draft Transaction Overview with small-model' })

      const respond = provider.hold()
      await opener.click()
      await dialog.getByRole('button', { name: 'Draft', exact: true }).click()
      await dialog.getByRole('status').filter({ hasText: 'The analyst is writing' }).waitFor()
      await dialog.getByRole('button', { name: 'Cancel the draft' }).click()
      await dialog.getByText('The draft was cancelled.').waitFor()
      respond()

      await dialog.getByRole('button', { name: 'Draft again' }).click()
      const dropped = dialog.getByRole('region', { name: 'Dropped' })
      await dropped.getByText('a number that is neither in the memo nor in a cited passage').waitFor()
      await dialog
        .getByRole('region', { name: 'In the draft' })
        .getByText(/^The .* is \[\[\w+\]\]\.$/)
        .waitFor()
      await expectLightAndDark(page, 'provider-draft')

      await dialog.getByRole('button', { name: 'Show the suggestion' }).click()
      const suggestion = page.getByText('Draft suggests')
      await suggestion.waitFor()
      const section = page.locator('#section-transaction_overview')
      const numbers = section.locator('p').filter({ hasText: new RegExp(`^The ${stated} is `) })
      expect(await numbers.count()).toBe(0)
      await page.getByText('Drafted by the model provider (small-model)').waitFor()
      await page.getByRole('button', { name: 'Accept the suggestion by Draft' }).click()
      await numbers.waitFor()
      await suggestion.waitFor({ state: 'detached' })
      expect(await section.textContent()).not.toContain('$999')
    })
  },
  { LLM_URL: provider.url, LLM_MODEL: 'small-model' },
)
