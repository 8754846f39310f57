/**
 * The path of a field. `[]` is every item of a list: `mainEntity[].name`. If a list of paths is given for one field,
 * any of them suffices.
 */
export type Field = string | readonly string[]

/**
 * What search engines expect of a schema.org type. All nodes of a page are in one graph and refer to each other by a
 * stable @id, and every value must match what the page shows.
 */
export interface JsonLdType {
  readonly type: string
  readonly required: readonly Field[]
  readonly recommended: readonly Field[]
  /** Needed for the rich result but never to be invented: left out unless true. */
  readonly onlyIfTrue?: readonly Field[]
  readonly source: string
}

const google = (page: string): string => `https://developers.google.com/search/docs/appearance/${page}`

export const jsonLdTypes = [
  {
    type: 'Organization',
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
    required: ['name', 'url'],
    recommended: ['alternateName', 'publisher', 'inLanguage'],
    source: google('site-names'),
  },
  {
    type: 'SoftwareApplication',
    required: ['name', 'offers.price'],
    recommended: ['applicationCategory', 'operatingSystem', 'offers.priceCurrency'],
    onlyIfTrue: [['aggregateRating', 'review']],
    source: google('structured-data/software-app'),
  },
  {
    type: 'FAQPage',
    required: ['mainEntity[].name', 'mainEntity[].acceptedAnswer.text'],
    recommended: [],
    source: 'https://schema.org/FAQPage',
  },
  {
    type: 'Article',
    required: [],
    recommended: ['headline', 'image', 'datePublished', 'dateModified', 'author[].name', 'author[].url'],
    source: google('structured-data/article'),
  },
  {
    type: 'BreadcrumbList',
    required: ['itemListElement[].position', 'itemListElement[].name'],
    recommended: ['itemListElement[].item'],
    source: google('structured-data/breadcrumb'),
  },
  {
    type: 'VideoObject',
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['description', ['contentUrl', 'embedUrl'], 'duration'],
    source: google('structured-data/video'),
  },
  {
    type: 'ProfilePage',
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
    required: ['name', ['step[].text', 'step[].itemListElement']],
    recommended: ['totalTime', 'tool', 'supply', 'image'],
    source: 'https://schema.org/HowTo',
  },
  {
    type: 'JobPosting',
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
    required: [],
    recommended: ['name', 'url', 'description', 'isPartOf', 'primaryImageOfPage', 'dateModified', 'breadcrumb'],
    source: 'https://schema.org/WebPage',
  },
] as const satisfies readonly JsonLdType[]

export type JsonLdTypeName = (typeof jsonLdTypes)[number]['type']
