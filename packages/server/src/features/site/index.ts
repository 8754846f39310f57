export { createNotFoundPage } from './not-found-page.ts'
export { publicSite } from './site.routes.ts'
