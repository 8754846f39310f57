import { anyone, superadmin } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  anyJson,
  boolean,
  described,
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
import { maxSiteTextLength } from './sizes.ts'

const tag = 'Site content'

/** The service's registry defines which keys a page has, and which texts must be a single line or JSON-LD. */
const content = map(text({ max: maxSiteTextLength }), { examples: [{ meta_title: 'Deal Canvas' }] })

const CMSContentEntry = model(
  {
    value: text({ description: 'The published text.', examples: ['Deal Canvas'] }),
    default_value: text({ description: 'The text that comes with the service.', examples: ['Deal Canvas'] }),
    is_modified: boolean({ description: 'Whether the text differs from the default.' }),
    updated_at: nullable(instant({ description: 'When it was last published; null: never.' })),
    updated_by: nullable(text({ description: 'The id of a user.' })),
    has_draft: boolean({ description: 'Whether there is a draft.' }),
    draft_value: nullable(text({ description: 'The draft; null: none.' })),
    draft_updated_at: nullable(instant({ description: 'When the draft was saved; null: none.' })),
  },
  { title: 'CMSContentEntry' },
)

export const CMSContentResponse = model(
  {
    page_id: text({ description: 'The page.', examples: ['landing'] }),
    content: map(CMSContentEntry, { description: 'The texts of the page by their keys.' }),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [3] }),
  },
  { title: 'CMSContentResponse' },
)
export type CMSContentResponse = Static<typeof CMSContentResponse>

const pageId = { page_id: text({ description: 'The page.', examples: ['landing'] }) }

export const cmsPages = operation({
  id: 'cmsPages',
  method: 'GET',
  path: '/api/superadmin/cms',
  tag,
  summary: 'List the editable pages',
  description: 'Lists the pages of the public site with the keys of their texts.',
  access: superadmin,
  answer: model(
    {
      pages: list(
        model(
          {
            page_id: text({ description: 'The page.', examples: ['landing'] }),
            title: text({ description: 'The title of the page.', examples: ['Landing page'] }),
            path: text({ description: 'Where the page is served.', examples: ['/'] }),
            keys: list(
              model(
                {
                  key: text({ description: 'The key of the text.', examples: ['meta_title'] }),
                  kind: oneOf(['line', 'text', 'json_ld'], {
                    description: 'A line has no line breaks; json_ld is structured data or empty.',
                  }),
                  advised_length: nullable(
                    integer({ description: 'So many characters are shown in search results.', examples: [60] }),
                  ),
                },
                { title: 'CMSKey' },
              ),
              { description: 'The texts of the page.' },
            ),
          },
          { title: 'CMSPage' },
        ),
        { description: 'The pages.' },
      ),
    },
    { title: 'CmsPagesResponse' },
  ),
})

export const cmsContent = operation({
  id: 'cmsContent',
  method: 'GET',
  path: '/api/superadmin/cms/{page_id}',
  tag,
  summary: 'Show all texts of a page',
  description: 'Answers every text of a page with its default and its draft.',
  access: superadmin,
  params: model(pageId),
  answer: CMSContentResponse,
  errors: ['page_not_found'],
})

const update = {
  tag,
  access: superadmin,
  params: model(pageId),
  body: model({ content: described(content, 'The new texts by their keys.') }, { title: 'CMSUpdateRequest' }),
  answer: CMSContentResponse,
  ifMatch: true,
  errors: ['page_not_found'],
} as const

export const updateCmsContent = operation({
  id: 'updateCmsContent',
  method: 'PATCH',
  path: '/api/superadmin/cms/{page_id}',
  summary: 'Publish texts of a page',
  description: 'Changes texts of a page at once, all of them or none. What they were before is kept in the history.',
  ...update,
})

export const saveCmsDraft = operation({
  id: 'saveCmsDraft',
  method: 'PUT',
  path: '/api/superadmin/cms/{page_id}/draft',
  summary: 'Save drafts of texts',
  description:
    'Saves texts as drafts, which are not shown on the site until they are published. Other drafts of the page stay.',
  ...update,
})

const withoutBody = { tag, access: superadmin, params: model(pageId), ifMatch: true } as const

export const publishCmsDraft = operation({
  id: 'publishCmsDraft',
  method: 'POST',
  path: '/api/superadmin/cms/{page_id}/publish',
  summary: 'Publish all drafts of a page',
  description: 'Replaces the texts of a page by their drafts, all at once.',
  answer: CMSContentResponse,
  errors: ['page_not_found', 'no_draft'],
  ...withoutBody,
})

export const discardCmsDraft = operation({
  id: 'discardCmsDraft',
  method: 'DELETE',
  path: '/api/superadmin/cms/{page_id}/draft',
  summary: 'Discard all drafts of a page',
  description: 'Deletes all drafts of a page; its published texts stay.',
  errors: ['page_not_found'],
  ...withoutBody,
})

const textPath = model({ ...pageId, key: text({ description: 'The key of the text.', examples: ['meta_title'] }) })

export const cmsHistory = operation({
  id: 'cmsHistory',
  method: 'GET',
  path: '/api/superadmin/cms/{page_id}/history/{key}',
  tag,
  summary: 'List former versions of a text',
  description: 'Lists what a text was before, the newest first.',
  access: superadmin,
  params: textPath,
  query: model(pageQuery),
  answer: page(
    'revisions',
    model(
      {
        id: uuid({ description: 'The id of the former version.' }),
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
  summary: 'Restore a former version of a text',
  description: 'Publishes a former version again; without a revision the default text.',
  access: superadmin,
  params: textPath,
  body: model(
    { revision_id: optional(nullable(uuid({ description: 'The former version; null or absent: the default.' }))) },
    { title: 'RestoreCmsTextRequest' },
  ),
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
  summary: 'List JSON-LD presets',
  description: 'Lists JSON-LD presets that can be filled in and saved under `schema_markup`.',
  access: superadmin,
  answer: model(
    {
      templates: list(
        model(
          {
            id: text({ description: 'The id of the preset.', examples: ['organization'] }),
            name: text({ description: 'The name of the preset.', examples: ['Organization'] }),
            description: text({ description: 'What the preset is for.' }),
            template: map(anyJson(), { description: 'The JSON-LD to fill in.' }),
          },
          { title: 'SchemaTemplateEntry' },
        ),
        { description: 'The presets.' },
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
  summary: 'Read the published texts of a page',
  description:
    'Answers the published texts of a page by their keys. It carries an ETag, so that an unchanged page is an empty 304.',
  access: anyone,
  etag: true,
  params: model(pageId),
  answer: model(
    {
      page_id: text({ description: 'The page.', examples: ['landing'] }),
      content: map(text(), { description: 'The texts by their keys.' }),
    },
    { title: 'PublicContentResponse' },
  ),
  errors: ['page_not_found'],
})
