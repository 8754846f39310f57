import { beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { plantDeal } from '../../../testing/planting.ts'
import { onService } from '../../../testing/service.ts'
import { createHeadLog } from './head-log.ts'

onService('audit trail heads in the log', (app) => {
  beforeAll(() => app.sql('UPDATE audit_heads SET logged_seq = seq'))
  const write = (dealId: string) =>
    app.service.changes.changeAsService(dealId, async (deal) => deal.recordExternal('ext.told', {}, 'activity'))

  it('logs and posts the head of each trail that grew exactly once, whichever node does it', async () => {
    const deals = [await plantDeal(app), await plantDeal(app), await plantDeal(app)]
    for (const dealId of deals.slice(0, 2)) await write(dealId)
    const lines: { audit_head: { deal_id: string; seq: number } }[] = []
    const posted: unknown[] = []
    const log = { info: (line: (typeof lines)[number]) => void lines.push(line) }
    const node = () => createHeadLog({ database: app.service.database, log, post: (head) => posted.push(head) })
    await Promise.all([node().run(), node().run()])
    const loggedHeads = () => lines.splice(0).map(({ audit_head: head }) => [head.deal_id, head.seq])
    expect(loggedHeads().sort()).toEqual(
      deals
        .slice(0, 2)
        .map((id) => [id, 1])
        .sort(),
    )
    expect(posted).toHaveLength(2)
    await node().run()
    expect(loggedHeads()).toEqual([])
    const grown = deals[1] ?? newId()
    await write(grown)
    await write(grown)
    await node().run()
    expect(loggedHeads()).toEqual([[grown, 3]])
  })
})
