import type { Platform } from '../../platform/platform.ts'
import { sectionTemplateRoutes } from './section-templates.routes.ts'
import { createSectionTemplates } from './section-templates.service.ts'
import { createSectionTemplatesStore } from './section-templates.store.ts'

export type { SectionTemplates } from './section-templates.service.ts'

/** Templates for sections of memos, and the sections made from them. */
export const createSectionTemplatesFeature = (
  { database, now }: Pick<Platform, 'database' | 'now'>,
  needs: Omit<Parameters<typeof createSectionTemplates>[0], 'store' | 'now'>,
) => {
  const templates = createSectionTemplates({ ...needs, store: createSectionTemplatesStore(database), now })
  return { templates, routes: sectionTemplateRoutes({ templates }) }
}
