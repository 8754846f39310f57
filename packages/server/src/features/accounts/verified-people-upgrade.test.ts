import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const isMine = (name: string): boolean => name.startsWith('0007_')

onEachDatabase('upgrade of users to verified addresses', (kind) => {
  let opened: TestDatabase
  let folder: string
  beforeAll(async () => {
    opened = await kind.open()
    folder = await mkdtemp(join(tmpdir(), 'deal-canvas-upgrade-'))
  })
  afterAll(async () => {
    await opened?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const sql = async (text: string, values: unknown[] = []) => (await opened.database.query({ text, values })).rows
  const migrateFiles = async (isWanted: (name: string) => boolean): Promise<void> => {
    for (const name of (await readdir(migrations)).filter((file) => file.endsWith('.sql') && isWanted(file))) {
      await cp(join(migrations, name), join(folder, name))
    }
    await migrate(opened.connection, pathToFileURL(`${folder}/`))
  }
  const plantUser = async (status: string, addresses: [email: string, primary: boolean, verified: boolean][]) => {
    const id = newId()
    await sql(
      `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
        VALUES ($1, 'Someone', $2, gen_random_uuid(), '{"mentions":true}', now(), now())`,
      [id, status],
    )
    for (const [email, primary, verified] of addresses) {
      await sql(
        `INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at)
          VALUES ($1, $2, $3, true, CASE WHEN $4::boolean THEN now() END, now())`,
        [id, email, primary, verified],
      )
    }
    return id
  }

  it('marks users by their primary address, prefers a verified one, and removes no address', async () => {
    await sql('DROP SCHEMA public CASCADE')
    await sql('CREATE SCHEMA public')
    const all = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
    const mine = all.findIndex(isMine)
    await migrateFiles((name) => all.indexOf(name) < mine)
    const verified = await plantUser('active', [['a@example.com', true, true]])
    const claiming = await plantUser('active', [['b@example.com', true, false]])
    const both = await plantUser('active', [
      ['claimed@example.com', true, false],
      ['proven@example.com', false, true],
    ])
    const gone = await plantUser('deleted', [['c@example.com', true, false]])
    await migrateFiles(isMine)
    const marks = await sql('SELECT id, email_verified FROM users')
    expect(new Map(marks.map(({ id, email_verified }) => [id, email_verified]))).toEqual(
      new Map([
        [verified, true],
        [claiming, false],
        [both, true],
        [gone, true],
      ]),
    )
    expect(await sql('SELECT email, is_primary FROM user_emails WHERE user_id = $1 ORDER BY email', [both])).toEqual([
      { email: 'claimed@example.com', is_primary: false },
      { email: 'proven@example.com', is_primary: true },
    ])
    await sql("UPDATE user_emails SET verified_at = now() WHERE email = 'b@example.com'")
    expect(await sql('SELECT email_verified FROM users WHERE id = $1', [claiming])).toEqual([{ email_verified: true }])
  })
})
