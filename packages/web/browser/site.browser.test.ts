import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('the public site', ({ open }) => {
  test('every page can be read from its sitemap on, in every look, without a script', async () => {
    const page = await open('/')
    const sitemap = await (await page.request.get('/sitemap.xml')).text()
    const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
    expect(paths.length).toBeGreaterThan(4)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.resourceType()))
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectEveryLook(page, `site${path.replaceAll('/', '-').replace(/-$/, '')}`)
    }
    expect(loaded).not.toContain('script')
  })

  test('the way in is on it', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
