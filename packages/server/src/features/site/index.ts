export { createNotFoundPage } from './not-found-page.ts'
export { publicSite } from './site.routes.ts'
export { unsubscribePages } from './unsubscribe-pages.ts'
