import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signInAll } from '../../testing/noticing.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { createDocumentsStore } from '../documents/documents.store.ts'
import { createResumeReading } from './resume-reading.ts'

onService('interrupted readings', (app) => {
  const people = signInAll(app, 'owner')
  const hour = 3_600_000
  let read: string[]
  let errors: unknown[]
  beforeEach(async () => {
    await app.sql('DELETE FROM documents')
    read = []
    errors = []
  })
  const plant = async (dealId: string, state: string, minutesAgo = 60): Promise<string> => {
    const id = newId()
    await app.sql(
      `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
        VALUES ($1, $2, 'note.txt', 'txt', 1, repeat('0', 64), $3, $4, $5, $5)`,
      [id, dealId, state, people().owner.userId, new Date(Date.now() - minutesAgo * 60_000)],
    )
    return id
  }
  const resuming = (isBroken = false) => {
    const store = createDocumentsStore(app.service.database)
    return createResumeReading({
      documents: { takeUnread: (before, limit) => store.takeUnread(before, new Date(), limit) },
      putIntoEvidence: async ({ id }) => {
        read.push(id)
        if (isBroken) throw new Error('The embeddings are not to be had')
        return true
      },
      onError: (error) => errors.push(error),
      now: () => new Date(),
    })
  }
  const newDeal = () => plantDeal(app, { members: { [people().owner.userId]: 'owner' } })

  it('reads interrupted documents once each after ten minutes without change', async () => {
    const deal = await newDeal()
    const cutOff = [await plant(deal, 'stored'), await plant(deal, 'digitized')]
    await plant(deal, 'indexed')
    await plant(deal, 'failed')
    await plant(deal, 'stored', 5)
    const { resume } = resuming()
    await Promise.all([resume(), resume()])
    await resume()
    expect(read.toSorted()).toEqual(cutOff.toSorted())
  })

  it('reads interrupted documents at once if the node uses the database alone', async () => {
    const cutOff = await plant(await newDeal(), 'stored', 0)
    await resuming().resume({ isAlone: true })
    expect(read).toEqual([cutOff])
  })

  it('retries interrupted documents later after a failure, without skipping any', async () => {
    const deal = await newDeal()
    const cutOff = [await plant(deal, 'stored'), await plant(deal, 'stored')]
    const { resume } = resuming(true)
    await resume()
    expect([read.toSorted(), errors.length]).toEqual([cutOff.toSorted(), 2])
    await app.sql('UPDATE documents SET updated_at = $1', [new Date(Date.now() - hour)])
    await resume()
    expect(read).toHaveLength(4)
  })

  it('leaves documents of an unfinished intake to its build', async () => {
    const { body } = await people().owner.send('POST', '/api/intake')
    await people().owner.send('POST', `/api/intake/${body.conversation_id}/deal-name`, { deal_name: 'Riverside' })
    await plant(body.deal_id, 'stored')
    await plant(newId(), 'stored')
    await resuming().resume()
    expect(read).toEqual([])
  })
})
