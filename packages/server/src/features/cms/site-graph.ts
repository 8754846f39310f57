const context = 'https://schema.org'

/** A node has the same @id on every page, so that readers recognize it as one thing. */
const siteId = (home: URL): string => `${home.href}#website`

/** The organization behind the site and the site itself, for the home page. */
export const homeGraph = (home: URL): object => ({
  '@context': context,
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${home.href}#organization`,
      name: 'Deal Canvas',
      url: home.href,
      description: 'Deal Canvas is where investment teams review deals together, on numbers that live in the model.',
    },
    {
      '@type': 'WebSite',
      '@id': siteId(home),
      name: 'Deal Canvas',
      url: home.href,
      inLanguage: 'en',
      publisher: { '@id': `${home.href}#organization` },
    },
  ],
})

interface Inner {
  type: 'WebPage' | 'AboutPage' | 'ContactPage'
  name: string
  path: string
}

/**
 * A page below the home page, and its breadcrumbs. It repeats none of the page's texts: these are edited separately,
 * and search engines penalize markup that contradicts the page.
 */
export const innerGraph =
  ({ type, name, path }: Inner) =>
  (home: URL): object => {
    const url = new URL(path, home).href
    return {
      '@context': context,
      '@graph': [
        {
          '@type': type,
          '@id': `${url}#webpage`,
          url,
          name,
          inLanguage: 'en',
          isPartOf: { '@type': 'WebSite', '@id': siteId(home), name: 'Deal Canvas', url: home.href },
          breadcrumb: { '@id': `${url}#breadcrumb` },
        },
        {
          '@type': 'BreadcrumbList',
          '@id': `${url}#breadcrumb`,
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Deal Canvas', item: home.href },
            { '@type': 'ListItem', position: 2, name, item: url },
          ],
        },
      ],
    }
  }
