import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { ModelComputing, TemplateMemory } from '../models/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { ListedTemplate, ReadingTemplatesStore } from './reading-templates.store.ts'

interface Deps {
  store: ReadingTemplatesStore
  computing: Pick<ModelComputing, 'template'>
  orgs: Pick<Orgs, 'change'>
  adminLog: Pick<AdminLog, 'record'>
}

export type ReadingTemplates = ReturnType<typeof createReadingTemplates>

/** Remembers the cells that an organization's members chose. Templates are never shared between organizations. */
export const createReadingTemplates = ({ store, computing, orgs, adminLog }: Deps) => {
  const cellsFor: TemplateMemory['cellsFor'] = async (dealId, sha256, signal) => {
    const org = await store.orgOf(dealId)
    // Without templates there is no need to open the workbook.
    if (org === undefined || !org.hasTemplates) return []
    const { fingerprint, sheets } = await computing.template(sha256, signal)
    return (await store.cells(org.orgId, fingerprint)).flatMap(
      ({ metricKey, sheetIndex, cell, scale, chosenBy, chosenAt }) => {
        const sheet = sheets[sheetIndex]
        return sheet === undefined ? [] : [{ metricKey, sheet, cell, scale, chosenBy, chosenAt }]
      },
    )
  }

  const learn: TemplateMemory['learn'] = async (deal, { userId }, { fingerprint, sheets }, cells) => {
    const { orgId, id: dealId } = deal.row
    // Custom metrics are not remembered, because their names belong to one deal.
    const taught = cells.filter(({ metricKey, sheet }) => kindOf(metricKey) !== undefined && sheets.includes(sheet))
    if (orgId === null || taught.length === 0) return
    const at = deal.at
    await store.learn(
      { id: newId(), orgId, fingerprint, dealId, updatedBy: userId, createdAt: at, updatedAt: at },
      taught.map(({ metricKey, sheet, cell, scale }) => ({
        metricKey,
        sheetIndex: sheets.indexOf(sheet),
        cell,
        scale,
        chosenBy: userId,
        chosenAt: at,
      })),
    )
  }

  return {
    cellsFor,
    learn,

    page: (
      orgId: string,
      page: { after: { time: Date; id: string } | undefined; limit: number },
    ): Promise<ListedTemplate[]> => store.page(orgId, page),

    forget: (actor: Actor, orgId: string, templateId: string): Promise<void> =>
      orgs.change(actor, orgId, 'admin', async () => {
        if (!isId(templateId) || !(await store.remove(orgId, templateId))) refuse('template_not_found')
        const target = { type: 'reading_template', id: templateId }
        await adminLog.record(actor, { action: 'reading_template.removed', target, orgId })
      }),
  }
}
