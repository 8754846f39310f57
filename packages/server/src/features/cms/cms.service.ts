import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { type Done, recordOf, recordOfReplaced } from './change-record.ts'
import type { CmsStore, RevisionRow, RevisionsPage } from './cms.store.ts'
import { type PageText, type Replacement, replacements, textsOf } from './page-texts.ts'
import type { Registry } from './registry.ts'
import type { SitePage } from './site-page.ts'
import { assertTexts } from './text-rules.ts'

interface Deps {
  registry: Registry
  store: CmsStore
  database: Pick<Database, 'transaction'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

/** A page as editors see it. */
export interface PageContent {
  pageId: string
  version: number
  texts: PageText[]
}

/** A write to a page, with the version that its author has seen, if given. */
export interface PageWrite {
  actor: Actor
  pageId: string
  seen: number | undefined
}

export type Content = ReadonlyMap<string, string>

export type Cms = ReturnType<typeof createCms>

export const createCms = ({ registry, store, database, adminLog, now }: Deps) => {
  const pageOf = (pageId: string): SitePage => registry.get(pageId) ?? refuse('page_not_found')

  const read = async (page: SitePage): Promise<PageContent> => {
    const { version, texts } = await store.page(page.id)
    return { pageId: page.id, version, texts: textsOf(page, texts) }
  }

  /** Serializes and logs changes of a page. Work that returns undefined changed nothing. */
  const change = (
    { actor, pageId, seen }: PageWrite,
    work: (texts: PageText[], page: SitePage) => Promise<Done | undefined>,
  ): Promise<PageContent> =>
    database.transaction(async () => {
      const page = pageOf(pageId)
      await store.lock(page.id)
      const current = await read(page)
      assertCurrent(current.version, seen)
      const done = await work(current.texts, page)
      if (done === undefined) return current
      await store.raiseVersion(page.id)
      await adminLog.record(actor, { ...done, target: { type: 'cms_page', id: page.id } })
      return read(page)
    })

  /**
   * Writes new values and keeps the old ones. A value equal to the default is not stored, so that it follows the
   * default.
   */
  /** Removes a draft that equals the new value. */
  const replace = async ({ actor, pageId }: PageWrite, changed: readonly Replacement[]): Promise<void> => {
    if (changed.length === 0) return
    const [at, by] = [now(), actor.userId]
    await store.putValues(
      changed.map(({ text, to }) => ({
        pageId,
        key: text.key,
        value: to === text.defaultValue ? null : to,
        updatedAt: at,
        updatedBy: by,
      })),
    )
    const reached = changed.filter(({ text, to }) => text.draftValue === to)
    if (reached.length > 0) {
      await store.putDrafts(
        reached.map(({ text }) => ({ pageId, key: text.key, draftValue: null, draftUpdatedAt: null })),
      )
    }
    await store.addRevisions(
      changed.map(({ text }) => ({ id: newId(), pageId, key: text.key, value: text.value, at, by })),
    )
  }

  return {
    pages: (): readonly SitePage[] => [...registry.values()],

    content: (pageId: string): Promise<PageContent> => read(pageOf(pageId)),

    /** The published texts, never a draft. */
    published: async (pageId: string): Promise<[key: string, value: string][]> => {
      const page = pageOf(pageId)
      const edited = new Map((await store.published(page.id)).map(({ key, value }) => [key, value]))
      return [...page.texts].map(([key, { defaultValue }]) => [key, edited.get(key) ?? defaultValue])
    },

    update: async (write: PageWrite, content: Content): Promise<PageContent> => {
      assertTexts(pageOf(write.pageId), content)
      return change(write, async (texts) => {
        const changed = replacements(texts, ({ key }) => content.get(key))
        if (changed.length === 0) return undefined
        await replace(write, changed)
        return recordOfReplaced('cms.updated', changed)
      })
    },

    /** A draft equal to the published text is removed. */
    saveDraft: async (write: PageWrite, content: Content): Promise<PageContent> => {
      assertTexts(pageOf(write.pageId), content)
      return change(write, async (texts, page) => {
        const changed = texts.flatMap((text) => {
          const wanted = content.get(text.key)
          const to = wanted === text.value ? null : wanted
          return to === undefined || to === text.draftValue ? [] : [{ text, to }]
        })
        if (changed.length === 0) return undefined
        await store.putDrafts(
          changed.map(({ text, to }) => ({
            pageId: page.id,
            key: text.key,
            draftValue: to,
            draftUpdatedAt: to === null ? null : now(),
          })),
        )
        return recordOf(
          'cms.draft_saved',
          changed.map(({ text, to }) => ({ key: text.key, before: text.draftValue, after: to })),
        )
      })
    },

    publish: (write: PageWrite): Promise<PageContent> =>
      change(write, async (texts, page) => {
        if (texts.every(({ draftValue }) => draftValue === null)) refuse('no_draft')
        const changed = replacements(texts, ({ draftValue }) => draftValue)
        await replace(write, changed)
        await store.clearDrafts(page.id)
        return recordOfReplaced('cms.published', changed)
      }),

    discardDraft: async (write: PageWrite): Promise<void> => {
      await change(write, async (texts, page) => {
        const drafts = texts.filter(({ draftValue }) => draftValue !== null)
        if (drafts.length === 0) return undefined
        await store.clearDrafts(page.id)
        return recordOf(
          'cms.draft_discarded',
          drafts.map(({ key, draftValue }) => ({ key, before: draftValue, after: null })),
        )
      })
    },

    history: async (wanted: RevisionsPage): Promise<RevisionRow[]> => {
      if (!pageOf(wanted.pageId).texts.has(wanted.key)) refuse('not_found')
      return store.revisions({ ...wanted, limit: wanted.limit + 1 })
    },

    /** Without a revision, restores the default. */
    restore: async (write: PageWrite, key: string, revisionId: string | null): Promise<PageContent> => {
      const rule = pageOf(write.pageId).texts.get(key) ?? refuse('not_found')
      const revision = revisionId === null ? undefined : await store.revision(revisionId, write.pageId, key)
      if (revisionId !== null && revision === undefined) refuse('revision_not_found')
      const former = revision?.value ?? rule.defaultValue
      return change(write, async (texts) => {
        const changed = replacements(texts, (text) => (text.key === key ? former : undefined))
        if (changed.length === 0) return undefined
        await replace(write, changed)
        return recordOfReplaced('cms.restored', changed)
      })
    },
  }
}
