import {
  structuredDataFields,
  structuredDataNames,
  structuredDataSearch,
  structuredDataUses,
} from '../../messages/structured-data.ts'
import { type Field, type JsonLdTypeName, jsonLdTypes } from './json-ld-types.ts'

export interface SchemaTemplate {
  id: string
  name: string
  description: string
  template: Record<string, unknown>
}

/** Texts in double braces are to be filled in; lines that do not apply are to be deleted. */
const drafts: Readonly<Record<JsonLdTypeName, Record<string, unknown>>> = {
  Organization: {
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
  WebSite: {
    '@id': '{{SITE_URL}}/#website',
    name: '{{SITE_NAME}}',
    alternateName: '{{SHORT_NAME}}',
    url: '{{SITE_URL}}',
    inLanguage: 'en',
    publisher: { '@type': 'Organization', '@id': '{{SITE_URL}}/#organization', name: '{{ORGANIZATION_NAME}}' },
  },
  SoftwareApplication: {
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
  FAQPage: {
    mainEntity: [1, 2].map((number) => ({
      '@type': 'Question',
      name: `{{QUESTION_${number}}}`,
      acceptedAnswer: { '@type': 'Answer', text: `{{ANSWER_${number}}}` },
    })),
  },
  Article: {
    headline: '{{HEADLINE}}',
    description: '{{ONE_SENTENCE}}',
    image: ['{{IMAGE_1X1_URL}}', '{{IMAGE_4X3_URL}}', '{{IMAGE_16X9_URL}}'],
    datePublished: '{{PUBLISHED_YYYY_MM_DD}}',
    dateModified: '{{CHANGED_YYYY_MM_DD}}',
    author: [{ '@type': 'Person', name: '{{AUTHOR_NAME}}', url: '{{AUTHOR_URL}}' }],
    publisher: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}', logo: '{{LOGO_URL}}' },
    mainEntityOfPage: '{{PAGE_URL}}',
  },
  BreadcrumbList: {
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: '{{HOME_NAME}}', item: '{{SITE_URL}}' },
      { '@type': 'ListItem', position: 2, name: '{{PAGE_NAME}}', item: '{{PAGE_URL}}' },
    ],
  },
  VideoObject: {
    name: '{{VIDEO_TITLE}}',
    description: '{{WHAT_IT_SHOWS}}',
    thumbnailUrl: ['{{PICTURE_URL}}'],
    uploadDate: '{{UPLOADED_YYYY_MM_DD}}',
    duration: '{{DURATION_AS_PT3M20S}}',
    contentUrl: '{{VIDEO_FILE_URL}}',
    embedUrl: '{{PLAYER_URL}}',
  },
  ProfilePage: {
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
  Service: {
    name: '{{SERVICE_NAME}}',
    serviceType: '{{KIND_OF_SERVICE}}',
    description: '{{ONE_SENTENCE}}',
    provider: { '@type': 'Organization', name: '{{ORGANIZATION_NAME}}', url: '{{SITE_URL}}' },
    areaServed: '{{COUNTRY_OR_REGION}}',
    audience: { '@type': 'BusinessAudience', audienceType: '{{FOR_WHOM}}' },
    offers: { '@type': 'Offer', price: '{{PRICE}}', priceCurrency: '{{CURRENCY_CODE}}' },
    termsOfService: '{{TERMS_URL}}',
  },
  HowTo: {
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
  JobPosting: {
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
  WebPage: {
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
}

const kebab = (type: string): string =>
  type.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()

const formatField = (field: Field): string =>
  typeof field === 'string'
    ? field
    : field.reduce((first, second) => structuredDataFields.alternatives({ first, second }))

const describe = (type: JsonLdTypeName, required: readonly Field[]): string => {
  const fields = required.map(formatField).join(', ')
  const needed = required.length === 0 ? structuredDataFields.noneRequired() : structuredDataFields.required({ fields })
  return `${structuredDataUses[type]()} ${structuredDataSearch[type]()} ${needed}`
}

/** Templates to fill in and save under schema_markup, one for each known type. */
export const schemaTemplates: readonly SchemaTemplate[] = jsonLdTypes.map(({ type, required }) => ({
  id: kebab(type),
  name: structuredDataNames[type](),
  description: describe(type, required),
  template: { '@context': 'https://schema.org', '@type': type, ...drafts[type] },
}))
