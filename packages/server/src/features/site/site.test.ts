import { beforeAll, describe, expect, it } from 'vitest'
import { onService, type Person } from '../../testing/service.ts'

const paths = ['/', '/pricing', '/about', '/security', '/contact']

onService('public site', (app) => {
  let superadmin: Person
  const page = async (path: string) => {
    const { status, headers, body } = await app.send('GET', path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    return String(body)
  }
  const write = (id: string, content: Record<string, string>) =>
    superadmin.send('PATCH', `/api/superadmin/cms/${id}`, { content })

  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
  })

  it.each(paths)(
    'serves a page at %s with one heading, its own title, description and canonical URL, and no executable script',
    async (path) => {
      const source = await page(path)
      expect(source.match(/<h1>/g)).toHaveLength(1)
      expect(source).toMatch(/<title>[^<]{10,}<\/title>/)
      expect(source).toMatch(/<meta name="description" content="[^"]{50,}">/)
      expect(source).toMatch(new RegExp(`<link rel="canonical" href="http://[^"/]+${path}">`))
      const scripts = source.match(/<script[^>]*>/g) ?? []
      expect(scripts).toEqual(['<script type="application/ld+json">'])
    },
  )

  it('describes a page to search engines in JSON-LD from its texts', async () => {
    const [, markup = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page('/about')) ?? []
    expect(JSON.parse(markup)['@graph'][0]['@type']).toBe('AboutPage')
  })

  it('links to every other page and to the application, and every link works', async () => {
    const ways = new Set([...(await page('/')).matchAll(/href="(\/[^"#]*)"/g)].map(([, way]) => way ?? ''))
    for (const path of paths) expect(ways).toContain(path)
    for (const way of ways) expect([way, (await app.send('GET', way)).status]).toEqual([way, 200])
  })

  describe('unknown address', () => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

    it.each(['/nothing-here', '/pricing/old', '/docs/nothing', '/apis', '/nothing?y=1'])(
      'answers a browser with a not-found page that links to the site: %s',
      async (path) => {
        const { status, headers, body } = await app.send('GET', path, { headers: browser })
        expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        expect(body).toContain('<h1>Page not found</h1>')
        expect(body).toContain('<a class="act primary" href="/">')
        expect(body).toContain('href="/pricing"')
        expect(body).not.toMatch(/<script/)
      },
    )

    it.each(['/api/nothing', '/api', '/api?x', '/auth/nothing', '/app/assets/old.js'])(
      'answers an unknown API path or missing asset with a JSON error: %s',
      async (path) => {
        const { status, headers } = await app.send('GET', path, { headers: browser })
        expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
      },
    )

    it('answers a non-browser client at an unknown address with a JSON error', async () => {
      for (const accept of ['*/*', 'application/json']) {
        const { status, body } = await app.send('GET', '/nothing-here', { headers: { accept } })
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
      const posted = await app.send('POST', '/nothing-here', { headers: browser })
      expect([posted.status, posted.body.code]).toEqual([404, 'not_found'])
    })
  })

  describe('published texts', () => {
    it('shows published text at once, as text and never as markup', async () => {
      await write('about', { hero_title: 'We <b>& you</b>', meta_title: 'A "quoted" title' })
      const source = await page('/about')
      expect(source).toContain('<h1>We &lt;b&gt;&amp; you&lt;/b&gt;</h1>')
      expect(source).toContain('<title>A &quot;quoted&quot; title</title>')
    })

    it('does not show a draft', async () => {
      await superadmin.send('PUT', '/api/superadmin/cms/pricing/draft', { content: { hero_title: 'Not yet' } })
      expect(await page('/pricing')).not.toContain('Not yet')
    })

    it('leaves out a section whose title was emptied', async () => {
      await write('security', { claims_title: '' })
      const source = await page('/security')
      expect(source).not.toContain('What we do not claim')
      expect(source).not.toContain('carries no certificate')
    })

    it('shows contact details only if the operator published them', async () => {
      expect(await page('/contact')).toContain('No address has been published here yet')
      await write('contact', { email: 'hello@example.com', telephone: '+1 (555) 010-0100' })
      const source = await page('/contact')
      expect(source).toContain('href="mailto:hello@example.com"')
      expect(source).toContain('href="tel:+15550100100"')
      expect(source).not.toContain('No address has been published')
    })
  })

  it('returns 304 for a page until it changes', async () => {
    const { headers } = await app.send('GET', '/')
    const again = () => app.send('GET', '/', { headers: { 'if-none-match': String(headers['etag']) } })
    expect((await again()).status).toBe(304)
    await write('landing', { hero_title: 'Another title' })
    expect((await again()).status).toBe(200)
  })

  it('lists the public pages in the sitemap and excludes the application in robots.txt', async () => {
    const robots = await app.send('GET', '/robots.txt')
    expect(robots.body).toMatch(/Disallow: \/app\/\n/)
    const [, sitemap = ''] = /Sitemap: http:\/\/[^/]+(\/\S+)/.exec(robots.body) ?? []
    const { body } = await app.send('GET', sitemap)
    expect(paths.filter((path) => body.match(new RegExp(`<loc>http://[^/]+${path}</loc>`)))).toEqual(paths)
  })

  it('redirects from /login to the sign-in page', async () => {
    const { status, headers } = await app.send('GET', '/login')
    expect([status, headers['location']]).toEqual([302, '/app/sign-in'])
  })
})
