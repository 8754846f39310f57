import {
  addSection,
  createSectionTemplate,
  deleteSectionTemplate,
  editSectionTemplate,
  offeredTemplates,
  type SectionTemplate,
  sectionTemplates,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { presentSection } from '../memo/index.ts'
import type { SectionTemplates } from './section-templates.service.ts'
import type { TemplateRow } from './section-templates.store.ts'

export const sectionTemplateRoutes = ({ templates }: { templates: SectionTemplates }): Route[] => [
  handle(sectionTemplates, async ({ params }) => ({
    templates: (await templates.ofOrg(params.org_id)).map(presentTemplate),
  })),
  handle(createSectionTemplate, async ({ actor, params, body }) =>
    presentTemplate(await templates.create(actor, params.org_id, body)),
  ),
  handle(editSectionTemplate, async ({ actor, params, body, ifMatch }) => {
    const path = { orgId: params.org_id, templateId: params.template_id }
    return presentTemplate(await templates.edit(actor, path, body, ifMatch))
  }),
  handle(deleteSectionTemplate, ({ actor, params, ifMatch }) =>
    templates.remove(actor, { orgId: params.org_id, templateId: params.template_id }, ifMatch),
  ),
  handle(offeredTemplates, async ({ params }) => ({ templates: await templates.offered(params.deal_id) })),
  handle(addSection, async ({ actor, params, body: { template_id: templateId, title, content, after } }) =>
    presentSection(await templates.addSection(actor, params.deal_id, { templateId, title, content, after })),
  ),
]

const presentTemplate = ({
  id,
  name,
  title,
  content,
  version,
  updatedBy,
  updatedByName,
  updatedAt,
}: TemplateRow): SectionTemplate => ({
  template_id: id,
  name,
  title,
  content,
  version,
  updated_by: updatedBy,
  updated_by_name: updatedByName,
  updated_at: updatedAt.toISOString(),
})
