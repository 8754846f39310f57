import { expect, test } from 'vitest'
import { expectEveryLook } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

inBrowser('public site', ({ open }) => {
  test('serves every page of the sitemap without scripts, wide and narrow, in light and dark mode', async () => {
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

  test('links from the public site to the sign-in page', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
