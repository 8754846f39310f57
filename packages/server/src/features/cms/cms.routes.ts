import {
  type CMSContentResponse,
  cmsContent,
  cmsHistory,
  cmsPages,
  discardCmsDraft,
  publicContent,
  publishCmsDraft,
  restoreCmsText,
  saveCmsDraft,
  schemaTemplates as schemaTemplatesOperation,
  updateCmsContent,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { readCursor } from '../../http/cursor.ts'
import { handle, handleAnyone, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { Cms, Content, PageContent, PageWrite } from './cms.service.ts'
import type { RevisionRow } from './cms.store.ts'
import type { PageText } from './page-texts.ts'
import { schemaTemplates } from './schema-templates.ts'
import type { SitePage } from './site-page.ts'

export const cmsRoutes = ({ cms }: { cms: Cms }): Route[] => [
  handle(cmsPages, async () => ({ pages: cms.pages().map(presentSitePage) })),
  handle(cmsContent, ({ params }) => cms.content(params.page_id).then(presentContent)),
  handle(updateCmsContent, (call) => cms.update(writeOf(call), readContent(call.body)).then(presentContent)),
  handle(saveCmsDraft, (call) => cms.saveDraft(writeOf(call), readContent(call.body)).then(presentContent)),
  handle(publishCmsDraft, (call) => cms.publish(writeOf(call)).then(presentContent), rerenderPage(cms)),
  handle(discardCmsDraft, (call) => cms.discardDraft(writeOf(call))),
  handle(cmsHistory, async ({ params: { page_id, key }, query: { limit = 20, cursor } }) => {
    const rows = await cms.history({ pageId: page_id, key, after: readCursor(cursor), limit })
    const { items, ...rest } = presentPage(rows, { limit, present: presentRevision, keyOf: ({ at, id }) => [at, id] })
    return { revisions: items, ...rest }
  }),
  handle(
    restoreCmsText,
    (call) => cms.restore(writeOf(call), call.params.key, call.body.revision_id ?? null).then(presentContent),
    rerenderPage(cms),
  ),
  handle(schemaTemplatesOperation, async () => ({ templates: [...schemaTemplates] })),
  handleAnyone(publicContent, async ({ params: { page_id } }) => ({
    page_id,
    content: Object.fromEntries(await cms.published(page_id)),
  })),
]

interface WriteCall {
  actor: Actor
  params: { page_id: string }
  ifMatch: number | undefined
}

const writeOf = ({ actor, params, ifMatch }: WriteCall): PageWrite => ({
  actor,
  pageId: params.page_id,
  seen: ifMatch,
})

const rerenderPage = (cms: Pick<Cms, 'content'>) => ({
  idOf: ({ page_id }: CMSContentResponse): string => page_id,
  render: (_call: unknown, pageId: string): Promise<CMSContentResponse> => cms.content(pageId).then(presentContent),
})

const readContent = ({ content }: { content: Record<string, string> }): Content => new Map(Object.entries(content))

const presentSitePage = ({ id, title, path, texts }: SitePage) => ({
  page_id: id,
  title,
  path,
  keys: [...texts].map(([key, { kind, advisedLength }]) => ({ key, kind, advised_length: advisedLength ?? null })),
})

const presentContent = ({ pageId, version, texts }: PageContent): CMSContentResponse => ({
  page_id: pageId,
  content: Object.fromEntries(texts.map((text) => [text.key, presentText(text)])),
  version,
})

const presentText = ({ value, defaultValue, updatedAt, updatedBy, draftValue, draftUpdatedAt }: PageText) => ({
  value,
  default_value: defaultValue,
  is_modified: value !== defaultValue,
  updated_at: updatedAt?.toISOString() ?? null,
  updated_by: updatedBy,
  has_draft: draftValue !== null,
  draft_value: draftValue,
  draft_updated_at: draftUpdatedAt?.toISOString() ?? null,
})

const presentRevision = ({ id, value, at, by }: RevisionRow) => ({ id, value, at: at.toISOString(), by })
