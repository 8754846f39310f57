import { anyone, superadmin } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  anyJson,
  boolean,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'

const tag = 'Site content'

/** Which keys a page has, and whether a text must be one line or JSON-LD, the registry of the service knows. */
const content = map(text({ max: 20_000 }), { examples: [{ meta_title: 'Deal Canvas' }] })

const CMSContentEntry = model(
  {
    value: text({ examples: ['Deal Canvas'] }),
    default_value: text({ examples: ['Deal Canvas'] }),
    is_modified: boolean(),
    updated_at: nullable(instant()),
    updated_by: nullable(text({ description: 'The id of a user.' })),
    has_draft: boolean(),
    draft_value: nullable(text()),
    draft_updated_at: nullable(instant()),
  },
  { title: 'CMSContentEntry' },
)

export const CMSContentResponse = model(
  {
    page_id: text({ examples: ['landing'] }),
    content: map(CMSContentEntry),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [3] }),
  },
  { title: 'CMSContentResponse' },
)
export type CMSContentResponse = Static<typeof CMSContentResponse>

const pageId = { page_id: text({ examples: ['landing'] }) }

export const cmsPages = operation({
  id: 'cmsPages',
  method: 'GET',
  path: '/api/superadmin/cms',
  tag,
  summary: 'The pages whose texts can be edited',
  access: superadmin,
  answer: model({
    pages: list(
      model({
        page_id: text({ examples: ['landing'] }),
        title: text({ examples: ['Landing page'] }),
        path: text({ examples: ['/'] }),
        keys: list(
          model({
            key: text({ examples: ['meta_title'] }),
            kind: oneOf(['line', 'text', 'json_ld'], {
              description: 'A line has no line breaks; json_ld is structured data or empty.',
            }),
            advised_length: nullable(
              integer({ description: 'So many characters are shown in search results.', examples: [60] }),
            ),
          }),
        ),
      }),
    ),
  }),
})

export const cmsContent = operation({
  id: 'cmsContent',
  method: 'GET',
  path: '/api/superadmin/cms/{page_id}',
  tag,
  summary: 'All texts of a page, with their defaults and drafts',
  access: superadmin,
  params: model(pageId),
  answer: CMSContentResponse,
  errors: ['page_not_found'],
})

const update = {
  tag,
  access: superadmin,
  params: model(pageId),
  body: model({ content }, { title: 'CMSUpdateRequest' }),
  answer: CMSContentResponse,
  ifMatch: true,
  errors: ['page_not_found'],
} as const

export const updateCmsContent = operation({
  id: 'updateCmsContent',
  method: 'PATCH',
  path: '/api/superadmin/cms/{page_id}',
  summary: 'Change texts of a page at once: all of them or none',
  ...update,
})

export const saveCmsDraft = operation({
  id: 'saveCmsDraft',
  method: 'PUT',
  path: '/api/superadmin/cms/{page_id}/draft',
  summary: 'Keep texts as drafts, which nobody else sees until they are published; other drafts of the page stay',
  ...update,
})

const withoutBody = { tag, access: superadmin, params: model(pageId), ifMatch: true } as const

export const publishCmsDraft = operation({
  id: 'publishCmsDraft',
  method: 'POST',
  path: '/api/superadmin/cms/{page_id}/publish',
  summary: 'Put all drafts of a page in place of its texts',
  answer: CMSContentResponse,
  errors: ['page_not_found', 'no_draft'],
  ...withoutBody,
})

export const discardCmsDraft = operation({
  id: 'discardCmsDraft',
  method: 'DELETE',
  path: '/api/superadmin/cms/{page_id}/draft',
  summary: 'Throw all drafts of a page away',
  errors: ['page_not_found'],
  ...withoutBody,
})

const textPath = model({ ...pageId, key: text({ examples: ['meta_title'] }) })

export const cmsHistory = operation({
  id: 'cmsHistory',
  method: 'GET',
  path: '/api/superadmin/cms/{page_id}/history/{key}',
  tag,
  summary: 'What a text was before, the newest first',
  access: superadmin,
  params: textPath,
  query: model(pageQuery),
  answer: page(
    'revisions',
    model(
      {
        id: uuid(),
        value: text({ description: 'What stood there until then.' }),
        at: instant({ description: 'When it was replaced.' }),
        by: nullable(text({ description: 'Who replaced it.' })),
      },
      { title: 'CMSRevision' },
    ),
  ),
  errors: ['page_not_found', 'not_found'],
})

export const restoreCmsText = operation({
  id: 'restoreCmsText',
  method: 'POST',
  path: '/api/superadmin/cms/{page_id}/history/{key}/restore',
  tag,
  summary: 'Put a former text back; without a revision the default',
  access: superadmin,
  params: textPath,
  body: model({ revision_id: optional(nullable(uuid())) }),
  bodyOptional: true,
  answer: CMSContentResponse,
  ifMatch: true,
  errors: ['page_not_found', 'not_found', 'revision_not_found'],
})

export const schemaTemplates = operation({
  id: 'schemaTemplates',
  method: 'GET',
  path: '/api/superadmin/cms/schema-templates',
  tag,
  summary: 'JSON-LD presets, to be filled in and saved under schema_markup',
  access: superadmin,
  answer: model(
    {
      templates: list(
        model(
          {
            id: text({ examples: ['organization'] }),
            name: text({ examples: ['Organization'] }),
            description: text(),
            template: map(anyJson()),
          },
          { title: 'SchemaTemplateEntry' },
        ),
      ),
    },
    { title: 'SchemaTemplatesResponse' },
  ),
})

export const publicContent = operation({
  id: 'publicContent',
  method: 'GET',
  path: '/api/content/{page_id}',
  tag,
  summary: 'The published texts of a page; with an ETag, so that an unchanged page costs an empty answer',
  access: anyone,
  etag: true,
  params: model(pageId),
  answer: model({ page_id: text({ examples: ['landing'] }), content: map(text()) }),
  errors: ['page_not_found'],
})
