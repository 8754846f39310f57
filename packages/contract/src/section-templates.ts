import { dealRole, orgRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { Section, sectionKey } from './sections.ts'
import {
  maxIdLength,
  maxSectionLength,
  maxSectionTemplateLength,
  maxSectionTemplateNameLength,
  maxSectionTemplates,
  maxSectionTitleLength,
} from './sizes.ts'

const tag = 'Organizations'

const name = text({
  description: 'The name under which it is offered.',
  min: 1,
  max: maxSectionTemplateNameLength,
  examples: ['ESG screening'],
})
const title = text({
  description: 'The title of the sections made from it.',
  min: 1,
  max: maxSectionTitleLength,
  examples: ['ESG Screening'],
})
const content = text({
  description: 'Markdown, with blocks such as key figures as fenced code in the language dc-block.',
  max: maxSectionTemplateLength,
  examples: ['# Exclusions'],
})

const SectionTemplate = model(
  {
    template_id: uuid({ description: 'The template.' }),
    name,
    title,
    content,
    version: integer({ description: 'The version; it grows by one with every change.', examples: [2] }),
    updated_by: uuid({ description: 'Who changed it last.' }),
    updated_by_name: text({ description: 'The display name of that person.', examples: ['Maya Okafor'] }),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'SectionTemplate' },
)
export type SectionTemplate = Static<typeof SectionTemplate>

const orgId = { org_id: text({ max: maxIdLength, description: 'The organization.' }) }
const templateId = { template_id: text({ description: 'The template.', max: maxIdLength }) }

export const sectionTemplates = operation({
  id: 'sectionTemplates',
  method: 'GET',
  path: '/api/orgs/{org_id}/section-templates',
  tag,
  summary: 'List the section templates',
  description: 'Lists the templates that the organization offers for sections of its memos, by name.',
  access: orgRole('admin'),
  params: model(orgId),
  answer: model(
    { templates: list(SectionTemplate, { description: 'All of them, by name.', max: maxSectionTemplates }) },
    { title: 'SectionTemplates' },
  ),
})

const given = { name, title, content }

export const createSectionTemplate = operation({
  id: 'createSectionTemplate',
  method: 'POST',
  path: '/api/orgs/{org_id}/section-templates',
  tag,
  summary: 'Create a section template',
  description: 'Adds a template. An organization has at most 50: 409 `too_many_section_templates`.',
  access: orgRole('admin'),
  status: 201,
  params: model(orgId),
  body: model(given, { title: 'CreateSectionTemplateRequest' }),
  answer: SectionTemplate,
  errors: ['section_template_name_taken', 'too_many_section_templates'],
})

export const editSectionTemplate = operation({
  id: 'editSectionTemplate',
  method: 'PUT',
  path: '/api/orgs/{org_id}/section-templates/{template_id}',
  tag,
  summary: 'Edit a section template',
  description: 'Replaces name, title and content of a template. Sections made from it stay as they are.',
  access: orgRole('admin'),
  params: model({ ...orgId, ...templateId }),
  body: model(given, { title: 'EditSectionTemplateRequest' }),
  answer: SectionTemplate,
  ifMatch: 'required',
  errors: ['section_template_not_found', 'section_template_name_taken'],
})

export const deleteSectionTemplate = operation({
  id: 'deleteSectionTemplate',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/section-templates/{template_id}',
  tag,
  summary: 'Delete a section template',
  description: 'Deletes a template. Sections made from it stay.',
  access: orgRole('admin'),
  params: model({ ...orgId, ...templateId }),
  ifMatch: 'required',
  errors: ['section_template_not_found'],
})

const OfferedTemplate = model(
  {
    template_id: text({
      description: 'Send it as `template_id` when a section is added.',
      examples: ['built_in.risks_mitigants'],
    }),
    origin: oneOf(['built_in', 'organization'], { description: 'Whether it is built in or of the organization.' }),
    name,
    title,
    content,
    in_memo: boolean({ description: 'Whether the memo has a section with this title.' }),
  },
  { title: 'OfferedTemplate' },
)
export type OfferedTemplate = Static<typeof OfferedTemplate>

export const offeredTemplates = operation({
  id: 'offeredTemplates',
  method: 'GET',
  path: '/api/canvas/{deal_id}/section-templates',
  tag: 'Canvas',
  summary: 'List the templates for a new section',
  description:
    'Lists the templates for sections of this memo: those of the organization of the deal by name, then those built in for its type of deal in the usual order of a memo.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  answer: model(
    { templates: list(OfferedTemplate, { description: 'Those of the organization first.' }) },
    { title: 'OfferedTemplates' },
  ),
})

export const addSection = operation({
  id: 'addSection',
  method: 'POST',
  path: '/api/canvas/{deal_id}/sections',
  tag: 'Canvas',
  summary: 'Add a section',
  description:
    'Adds a section from a template or from a title and a text. Its key is made from the title, or from the key of a built-in template, and is not that of another section, removed or not.',
  access: dealRole('editor'),
  status: 201,
  params: model({ deal_id: dealId }),
  body: model(
    {
      template_id: optional(text({ description: 'A template to begin with.', max: maxIdLength })),
      title: optional(described(title, 'The title; required without a template.')),
      content: optional(
        text({ description: 'The text in Markdown; absent: that of the template, or none.', max: maxSectionLength }),
      ),
      after: optional(
        nullable(described(sectionKey, 'The section that it follows; null: it is the first; absent: it is the last.')),
      ),
    },
    { title: 'AddSectionRequest' },
  ),
  answer: Section,
  errors: [
    'deal_finalized',
    'section_template_not_found',
    'sections_changed',
    'too_many_sections',
    'memo_too_large',
    'quota_exceeded',
  ],
})
