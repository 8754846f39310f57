/**
 * A field by its path. `[]` is every item of a list: `mainEntity[].name`. Where a list of paths stands for one field,
 * any of them will do.
 */
export type Field = string | readonly string[]

/**
 * What is known of a schema.org type: what search engines make of it and what they want for that. On a page all nodes
 * stand in one graph and refer to each other by a stable @id, and every value must match what the page shows.
 */
export interface JsonLdType {
  readonly type: string
  readonly search: string
  readonly required: readonly Field[]
  readonly recommended: readonly Field[]
  /** Wanted for the rich result, and never to be made up: left out until it is true. */
  readonly onlyIfTrue?: readonly Field[]
  readonly source: string
}

const google = (page: string): string => `https://developers.google.com/search/docs/appearance/${page}`

export const jsonLdTypes = [
  {
    type: 'Organization',
    search: 'Google shows it in the knowledge panel and beside results, with the logo.',
    required: [],
    recommended: [
      'name',
      'url',
      'logo',
      'description',
      'sameAs',
      'legalName',
      'alternateName',
      'email',
      'telephone',
      'contactPoint',
      'address',
      'foundingDate',
    ],
    source: google('structured-data/organization'),
  },
  {
    type: 'WebSite',
    search: 'Google takes the name of the site from it, on the home page only.',
    required: ['name', 'url'],
    recommended: ['alternateName', 'publisher', 'inLanguage'],
    source: google('site-names'),
  },
  {
    type: 'SoftwareApplication',
    search: 'Google shows a rich result only with real ratings or reviews.',
    required: ['name', 'offers.price'],
    recommended: ['applicationCategory', 'operatingSystem', 'offers.priceCurrency'],
    onlyIfTrue: [['aggregateRating', 'review']],
    source: google('structured-data/software-app'),
  },
  {
    type: 'FAQPage',
    search: 'Google shows nothing for it any more; other readers still use it.',
    required: ['mainEntity[].name', 'mainEntity[].acceptedAnswer.text'],
    recommended: [],
    source: 'https://schema.org/FAQPage',
  },
  {
    type: 'Article',
    search: 'Google uses headline, image, dates and authors for the look of the result.',
    required: [],
    recommended: ['headline', 'image', 'datePublished', 'dateModified', 'author[].name', 'author[].url'],
    source: google('structured-data/article'),
  },
  {
    type: 'BreadcrumbList',
    search: 'Google shows the way to the page instead of its address.',
    required: ['itemListElement[].position', 'itemListElement[].name'],
    recommended: ['itemListElement[].item'],
    source: google('structured-data/breadcrumb'),
  },
  {
    type: 'VideoObject',
    search: 'Google may show the video with its picture and length.',
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['description', ['contentUrl', 'embedUrl'], 'duration'],
    source: google('structured-data/video'),
  },
  {
    type: 'ProfilePage',
    search: 'Google uses it to tell people and organizations apart.',
    required: ['mainEntity.name'],
    recommended: [
      'dateCreated',
      'dateModified',
      'mainEntity.alternateName',
      'mainEntity.description',
      'mainEntity.image',
      'mainEntity.sameAs',
    ],
    source: google('structured-data/profile-page'),
  },
  {
    type: 'Service',
    search: 'Google shows nothing for it; other readers learn what is offered, and to whom.',
    required: [],
    recommended: [
      'name',
      'serviceType',
      'provider',
      'areaServed',
      'description',
      'audience',
      ['offers', 'hasOfferCatalog'],
      'termsOfService',
    ],
    source: 'https://schema.org/Service',
  },
  {
    type: 'HowTo',
    search: 'Google shows nothing for it since 2023; other readers still use it.',
    required: ['name', ['step[].text', 'step[].itemListElement']],
    recommended: ['totalTime', 'tool', 'supply', 'image'],
    source: 'https://schema.org/HowTo',
  },
  {
    type: 'JobPosting',
    search: 'Google lists the job in its search for jobs.',
    required: [
      'title',
      'description',
      'datePosted',
      'hiringOrganization.name',
      ['jobLocation', 'applicantLocationRequirements'],
    ],
    recommended: ['validThrough', 'employmentType', 'baseSalary', 'identifier', 'directApply'],
    source: google('structured-data/job-posting'),
  },
  {
    type: 'WebPage',
    search: 'Google shows nothing for it; it ties a page to its site.',
    required: [],
    recommended: ['name', 'url', 'description', 'isPartOf', 'primaryImageOfPage', 'dateModified', 'breadcrumb'],
    source: 'https://schema.org/WebPage',
  },
] as const satisfies readonly JsonLdType[]

export type JsonLdTypeName = (typeof jsonLdTypes)[number]['type']
