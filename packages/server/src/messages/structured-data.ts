import { defineMessages } from '@deal-canvas/messages'

export const structuredDataNames = defineMessages('structured-data-names', {
  Organization: 'Organization',
  WebSite: 'Website',
  SoftwareApplication: 'Software application',
  FAQPage: 'Questions and answers',
  Article: 'Article',
  BreadcrumbList: 'Breadcrumbs',
  VideoObject: 'Video',
  ProfilePage: 'Profile page',
  Service: 'Service',
  HowTo: 'How-to',
  JobPosting: 'Job posting',
  WebPage: 'Web page',
})

/** When to use each type. */
export const structuredDataUses = defineMessages('structured-data-uses', {
  Organization: 'The organization that runs the site, on the home page or the about page.',
  WebSite: 'The site as a whole, on the home page.',
  SoftwareApplication:
    'The product itself, with its price (0 if it is free). Add aggregateRating or review only from real ratings that the page shows; without them the markup is valid, but there is no rich result.',
  FAQPage: 'Questions with one answer each, worded exactly as on the page.',
  Article: 'A post or an announcement. BlogPosting and NewsArticle take the same fields.',
  BreadcrumbList: 'The path from the home page to this one, in at least two steps.',
  VideoObject: 'A video that can be watched on the page.',
  ProfilePage: 'A page about one person on the team.',
  Service: 'A service that you offer, such as hosting or support.',
  HowTo: 'Step-by-step instructions, as the page shows them.',
  JobPosting: 'One open position. When it is filled, remove the page or let validThrough pass.',
  WebPage: 'Any page without a more specific type.',
})

/** What search engines do with each type. */
export const structuredDataSearch = defineMessages('structured-data-search', {
  Organization: 'Google shows it in the knowledge panel and next to results, with the logo.',
  WebSite: 'Google reads the site name from it, on the home page only.',
  SoftwareApplication: 'Google shows a rich result only with real ratings or reviews.',
  FAQPage: 'Google no longer shows it; other readers still use it.',
  Article: 'Google uses headline, image, dates and authors to present the result.',
  BreadcrumbList: 'Google shows the path to the page instead of its URL.',
  VideoObject: 'Google may show the video with its thumbnail and length.',
  ProfilePage: 'Google uses it to tell people and organizations apart.',
  Service: 'Google does not show it; other readers learn what is offered, and to whom.',
  HowTo: 'Google has not shown it since 2023; other readers still use it.',
  JobPosting: 'Google lists the job in its job search.',
  WebPage: 'Google does not show it; it links a page to its site.',
})

export const structuredDataFields = defineMessages('structured-data-fields', {
  alternatives: '{first} or {second}',
  required: 'Required: {fields}.',
  noneRequired: 'No field is required.',
})
