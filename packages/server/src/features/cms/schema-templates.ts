import { type Field, type JsonLdType, type JsonLdTypeName, jsonLdTypes } from './json-ld-types.ts'

export interface SchemaTemplate {
  id: string
  name: string
  description: string
  template: Record<string, unknown>
}

interface Draft {
  name: string
  /** When to use it, in one sentence; what search engines make of it is added. */
  use: string
  fields: Record<string, unknown>
}

/** What stands in double braces is to be filled in; a line that does not apply is to be taken out. */
const drafts: Readonly<Record<JsonLdTypeName, Draft>> = {
  Organization: {
    name: 'Organization',
    use: 'Who stands behind the site; on the home page or the about page.',
    fields: {
      '@id': '{{SITE_URL}}/#organization',
      name: '{{ORGANIZATION_NAME}}',
      legalName: '{{LEGAL_NAME}}',
      alternateName: '{{SHORT_NAME}}',
      url: '{{SITE_URL}}',
      logo: '{{LOGO_URL}}',
      description: '{{ONE_SENTENCE}}',
      email: '{{EMAIL}}',
      telephone: '{{TELEPHONE}}',
      foundingDate: '{{FOUNDED_YYYY_MM_DD}}',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '{{STREET}}',
        postalCode: '{{POSTAL_CODE}}',
        addressLocality: '{{CITY}}',
        addressCountry: '{{COUNTRY_CODE}}',
      },
      contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: '{{SUPPORT_EMAIL}}' },
      sameAs: ['{{PROFILE_URL}}'],
    },
  },
  WebSite: {
    name: 'Web site',
    use: 'The site as a whole, on the home page.',
    fields: {
      '@id': '{{SITE_URL}}/#website',
      name: '{{SITE_NAME}}',
      alternateName: '{{SHORT_NAME}}',
      url: '{{SITE_URL}}',
      inLanguage: 'en',
      publisher: { '@type': 'Organization', '@id': '{{SITE_URL}}/#organization', name: '{{ORGANIZATION_NAME}}' },
    },
  },
  SoftwareApplication: {
    name: 'Software application',
    use: 'The product itself, with its price (0 where it is free). Add aggregateRating or review only from real ratings that the page shows; without them the markup is valid, and there is no rich result.',
    fields: {
      name: '{{PRODUCT_NAME}}',
      description: '{{ONE_SENTENCE}}',
      url: '{{PRODUCT_URL}}',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      screenshot: '{{SCREENSHOT_URL}}',
      featureList: ['{{FEATURE}}'],
      offers: { '@type': 'Offer', price: '{{PRICE}}', priceCurrency: '{{CURRENCY_CODE}}' },
      publisher: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}' },
    },
  },
  FAQPage: {
    name: 'Questions and answers',
    use: 'Questions with one answer each, word for word as the page shows them.',
    fields: {
      mainEntity: [1, 2].map((number) => ({
        '@type': 'Question',
        name: `{{QUESTION_${number}}}`,
        acceptedAnswer: { '@type': 'Answer', text: `{{ANSWER_${number}}}` },
      })),
    },
  },
  Article: {
    name: 'Article',
    use: 'A post or an announcement; BlogPosting and NewsArticle take the same fields.',
    fields: {
      headline: '{{HEADLINE}}',
      description: '{{ONE_SENTENCE}}',
      image: ['{{IMAGE_1X1_URL}}', '{{IMAGE_4X3_URL}}', '{{IMAGE_16X9_URL}}'],
      datePublished: '{{PUBLISHED_YYYY_MM_DD}}',
      dateModified: '{{CHANGED_YYYY_MM_DD}}',
      author: [{ '@type': 'Person', name: '{{AUTHOR_NAME}}', url: '{{AUTHOR_URL}}' }],
      publisher: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}', logo: '{{LOGO_URL}}' },
      mainEntityOfPage: '{{PAGE_URL}}',
    },
  },
  BreadcrumbList: {
    name: 'Breadcrumbs',
    use: 'The way from the home page to this one, in at least two steps.',
    fields: {
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: '{{HOME_NAME}}', item: '{{SITE_URL}}' },
        { '@type': 'ListItem', position: 2, name: '{{PAGE_NAME}}', item: '{{PAGE_URL}}' },
      ],
    },
  },
  VideoObject: {
    name: 'Video',
    use: 'A video that can be watched on the page.',
    fields: {
      name: '{{VIDEO_TITLE}}',
      description: '{{WHAT_IT_SHOWS}}',
      thumbnailUrl: ['{{PICTURE_URL}}'],
      uploadDate: '{{UPLOADED_YYYY_MM_DD}}',
      duration: '{{DURATION_AS_PT3M20S}}',
      contentUrl: '{{VIDEO_FILE_URL}}',
      embedUrl: '{{PLAYER_URL}}',
    },
  },
  ProfilePage: {
    name: 'Profile page',
    use: 'A page about one person of the team.',
    fields: {
      dateCreated: '{{CREATED_YYYY_MM_DD}}',
      dateModified: '{{CHANGED_YYYY_MM_DD}}',
      mainEntity: {
        '@type': 'Person',
        name: '{{FULL_NAME}}',
        alternateName: '{{KNOWN_AS}}',
        description: '{{ONE_SENTENCE}}',
        image: '{{PICTURE_URL}}',
        jobTitle: '{{JOB_TITLE}}',
        worksFor: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}' },
        sameAs: ['{{PROFILE_URL}}'],
      },
    },
  },
  Service: {
    name: 'Service',
    use: 'Something that you do for others, such as hosting or support.',
    fields: {
      name: '{{SERVICE_NAME}}',
      serviceType: '{{KIND_OF_SERVICE}}',
      description: '{{ONE_SENTENCE}}',
      provider: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}', url: '{{SITE_URL}}' },
      areaServed: '{{COUNTRY_OR_REGION}}',
      audience: { '@type': 'BusinessAudience', audienceType: '{{FOR_WHOM}}' },
      offers: { '@type': 'Offer', price: '{{PRICE}}', priceCurrency: '{{CURRENCY_CODE}}' },
      termsOfService: '{{TERMS_URL}}',
    },
  },
  HowTo: {
    name: 'How-to',
    use: 'Instructions in steps, as the page shows them.',
    fields: {
      name: '{{WHAT_IS_DONE}}',
      description: '{{ONE_SENTENCE}}',
      image: '{{PICTURE_URL}}',
      totalTime: '{{DURATION_AS_PT10M}}',
      tool: ['{{TOOL}}'],
      supply: ['{{WHAT_YOU_NEED}}'],
      step: [1, 2].map((number) => ({
        '@type': 'HowToStep',
        name: `{{STEP_${number}_NAME}}`,
        text: `{{STEP_${number}_TEXT}}`,
      })),
    },
  },
  JobPosting: {
    name: 'Job posting',
    use: 'One open position. Take the page down, or let validThrough pass, when it is filled.',
    fields: {
      title: '{{JOB_TITLE}}',
      description: '{{FULL_DESCRIPTION}}',
      datePosted: '{{POSTED_YYYY_MM_DD}}',
      validThrough: '{{UNTIL_YYYY_MM_DD}}',
      employmentType: 'FULL_TIME',
      directApply: true,
      identifier: { '@type': 'PropertyValue', name: '{{ORGANIZATION_NAME}}', value: '{{JOB_NUMBER}}' },
      hiringOrganization: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}', sameAs: '{{SITE_URL}}' },
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '{{STREET}}',
          postalCode: '{{POSTAL_CODE}}',
          addressLocality: '{{CITY}}',
          addressCountry: '{{COUNTRY_CODE}}',
        },
      },
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: '{{CURRENCY_CODE}}',
        value: {
          '@type': 'QuantitativeValue',
          minValue: '{{SALARY_FROM}}',
          maxValue: '{{SALARY_TO}}',
          unitText: 'YEAR',
        },
      },
    },
  },
  WebPage: {
    name: 'Web page',
    use: 'Any page that has no type of its own.',
    fields: {
      '@id': '{{PAGE_URL}}#webpage',
      name: '{{PAGE_NAME}}',
      url: '{{PAGE_URL}}',
      description: '{{ONE_SENTENCE}}',
      inLanguage: 'en',
      dateModified: '{{CHANGED_YYYY_MM_DD}}',
      isPartOf: { '@type': 'WebSite', '@id': '{{SITE_URL}}/#website', name: '{{SITE_NAME}}', url: '{{SITE_URL}}' },
      primaryImageOfPage: { '@type': 'ImageObject', url: '{{PICTURE_URL}}' },
      breadcrumb: {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: '{{HOME_NAME}}', item: '{{SITE_URL}}' },
          { '@type': 'ListItem', position: 2, name: '{{PAGE_NAME}}', item: '{{PAGE_URL}}' },
        ],
      },
    },
  },
}

const kebab = (type: string): string =>
  type.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()

const wordOf = (field: Field): string => (typeof field === 'string' ? field : field.join(' or '))

const describe = (use: string, { search, required }: JsonLdType): string => {
  const needed = required.length === 0 ? 'No field is required.' : `Required: ${required.map(wordOf).join(', ')}.`
  return `${use} ${search} ${needed}`
}

/** Presets to be filled in and saved under schema_markup, one for each type that we know something about. */
export const schemaTemplates: readonly SchemaTemplate[] = jsonLdTypes.map((known) => {
  const { name, use, fields } = drafts[known.type]
  return {
    id: kebab(known.type),
    name,
    description: describe(use, known),
    template: { '@context': 'https://schema.org', '@type': known.type, ...fields },
  }
})
