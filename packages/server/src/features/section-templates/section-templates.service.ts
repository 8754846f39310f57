import { maxSectionTemplates, type OfferedTemplate } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { sectionTemplateMessages as messages } from '../../messages/section-templates.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { type SectionRow, type Sections, sectionKindsFor } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { contentOfBuiltIn } from './built-in-templates.ts'
import type { SectionTemplatesStore, TemplateRow } from './section-templates.store.ts'

interface Deps {
  store: SectionTemplatesStore
  orgs: Pick<Orgs, 'change'>
  sections: Pick<Sections, 'all' | 'addNew'>
  metrics: Pick<Metrics, 'all'>
  dealTypeOf(dealId: string): Promise<string | null>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

export interface TemplateText {
  name: string
  title: string
  content: string
}

export interface TemplatePath {
  orgId: string
  templateId: string
}

export interface Addition {
  templateId: string | undefined
  title: string | undefined
  content: string | undefined
  /** The section that it follows; null: it is the first; undefined: it is the last. */
  after: string | null | undefined
}

const builtIn = 'built_in.'

export type SectionTemplates = ReturnType<typeof createSectionTemplates>

/** Templates for sections of memos: built in for each type of deal, and those of organizations. */
export const createSectionTemplates = ({ store, orgs, sections, metrics, dealTypeOf, adminLog, now }: Deps) => {
  const find = async ({ orgId, templateId }: TemplatePath): Promise<TemplateRow> =>
    (await store.ofOrg(orgId)).find(({ id }) => id === templateId) ?? refuse('section_template_not_found')

  const assertFree = (others: readonly TemplateRow[], name: string): void => {
    const wanted = name.toLowerCase()
    if (others.some((other) => other.name.toLowerCase() === wanted)) refuse('section_template_name_taken')
  }

  const offered = async (dealId: string): Promise<OfferedTemplate[]> => {
    const [own, kinds, rows, memo] = await Promise.all([
      store.ofDeal(dealId),
      dealTypeOf(dealId).then(sectionKindsFor),
      metrics.all(dealId),
      sections.all(dealId),
    ])
    const known = new Set(rows.flatMap(({ metricKey, value }) => (value === null ? [] : [metricKey])))
    const titles = new Set(memo.map(({ title }) => title))
    return [
      ...own.map(({ id, name, title, content }) => ({
        template_id: id,
        origin: 'organization' as const,
        name,
        title,
        content,
        in_memo: titles.has(title),
      })),
      ...kinds.map((kind) => ({
        template_id: `${builtIn}${kind.key}`,
        origin: 'built_in' as const,
        name: kind.label,
        title: kind.label,
        content: contentOfBuiltIn(kind, known),
        in_memo: titles.has(kind.label),
      })),
    ]
  }

  return {
    ofOrg: store.ofOrg,
    offered,

    create: (actor: Actor, orgId: string, given: TemplateText): Promise<TemplateRow> =>
      orgs.change(actor, orgId, 'admin', async () => {
        const text = readText(given)
        const others = await store.ofOrg(orgId)
        assertFree(others, text.name)
        if (others.length >= maxSectionTemplates) refuse('too_many_section_templates')
        const at = now()
        const id = newId()
        await store.add({ id, orgId, ...text, version: 1, updatedBy: actor.userId, createdAt: at, updatedAt: at })
        const after = { name: text.name }
        await adminLog.record(actor, { action: 'section_template.created', target: targetOf(id), orgId, after })
        return find({ orgId, templateId: id })
      }),

    edit: (actor: Actor, path: TemplatePath, given: TemplateText, seen: number | undefined): Promise<TemplateRow> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const text = readText(given)
        const former = await find(path)
        assertCurrent(former.version, seen)
        const isSame = former.name === text.name && former.title === text.title && former.content === text.content
        if (isSame) return former
        const { orgId, templateId: id } = path
        assertFree(
          (await store.ofOrg(orgId)).filter((other) => other.id !== id),
          text.name,
        )
        await store.change({
          id,
          orgId,
          ...text,
          version: former.version + 1,
          updatedBy: actor.userId,
          updatedAt: now(),
        })
        const change = { before: { name: former.name }, after: { name: text.name } }
        await adminLog.record(actor, { action: 'section_template.changed', target: targetOf(id), orgId, ...change })
        return find(path)
      }),

    remove: (actor: Actor, path: TemplatePath, seen: number | undefined): Promise<void> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const { id, orgId, name, version } = await find(path)
        assertCurrent(version, seen)
        await store.remove(orgId, id)
        const before = { name }
        await adminLog.record(actor, { action: 'section_template.removed', target: targetOf(id), orgId, before })
      }),

    /** Adds a section to a memo, from a template or from what is given. */
    addSection: async (
      actor: Actor,
      dealId: string,
      { templateId, after, ...given }: Addition,
    ): Promise<SectionRow> => {
      const template =
        templateId === undefined
          ? undefined
          : ((await offered(dealId)).find(({ template_id: id }) => id === templateId) ??
            refuse('section_template_not_found'))
      const title = (given.title ?? template?.title)?.trim()
      if (title === undefined || title === '')
        throw new InvalidInput({ at: ['body', 'title'], reason: messages.titleMissing(), input: given.title ?? null })
      return sections.addNew(actor, dealId, {
        title,
        content: given.content ?? template?.content ?? '',
        ...(templateId?.startsWith(builtIn) === true ? { keyFrom: templateId.slice(builtIn.length) } : {}),
        after,
      })
    },
  }
}

const targetOf = (id: string) => ({ type: 'section_template', id })

const readText = ({ name, title, content }: TemplateText): TemplateText => {
  const text = { name: name.trim(), title: title.trim(), content }
  for (const field of ['name', 'title'] as const)
    if (text[field] === '')
      throw new InvalidInput({ at: ['body', field], reason: messages.blank(), input: field === 'name' ? name : title })
  return text
}
