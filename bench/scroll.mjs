// Measures whether a long memo scrolls smoothly. Opens a memo of 60 sections with 2,000 comments, half of them anchored
// to text, in Chromium, and scrolls with the wheel to the end and back. A task over 50 ms would be noticeable.
//
//   node bench/scroll.mjs [--sections 60] [--comments 2000] [--server postgres://…]
import { parseArgs } from 'node:util'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { demoPassword, makePlace, printFacts, startServer } from '@deal-canvas/proof/server'
import pg from 'pg'
import { chromium } from 'playwright-core'

const { values } = parseArgs({
  options: {
    sections: { type: 'string', default: '60' },
    comments: { type: 'string', default: '2000' },
    server: { type: 'string', default: defaultServer },
  },
})
const [sections, comments] = [values.sections, values.comments].map(Number)
const { CHROMIUM = '/usr/bin/chromium' } = process.env
const deal = 'demo-riverside'

/** Adds copies of the existing sections, and comments on them; every second one is anchored to text. */
const plant = async (client) => {
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_by, updated_at)
     SELECT deal_id, section_key || '_' || n, title || ' ' || n, content, 1, position + 1000 * n, cited, stale, fence, updated_by, updated_at
     FROM sections, generate_series(1, 60) n WHERE deal_id = $1 AND length(content) > 0
     ORDER BY n, position LIMIT $2 - (SELECT count(*) FROM sections WHERE deal_id = $1)`,
    [deal, sections],
  )
  await client.query(
    `WITH texts AS (
       SELECT section_key, content, row_number() OVER (ORDER BY position) - 1 AS place, count(*) OVER () AS many
       FROM sections WHERE deal_id = $1)
     INSERT INTO comments (id, deal_id, section_key, comment_type, author_id, content, status, created_at, updated_at,
       anchor_text, anchor_prefix, anchor_suffix, anchor_position, anchor_status, mentioned, version, reply_count)
     SELECT gen_random_uuid(), $1, section_key, 'comment', (SELECT id FROM users ORDER BY id OFFSET n % 5 LIMIT 1),
       'Where does figure ' || n || ' come from? The broker has another one.', 'open', now() - n * interval '1 minute', now(),
       CASE WHEN marked THEN substr(content, at, 24) END, CASE WHEN marked THEN substr(content, greatest(1, at - 32), least(32, at - 1)) END,
       CASE WHEN marked THEN substr(content, at + 24, 32) END, CASE WHEN marked THEN at - 1 END,
       CASE WHEN marked THEN 'anchored' ELSE 'none' END, '{}', 1, 0
     FROM (SELECT n, section_key, content, n % 2 = 0 AND length(content) > 200 AS marked,
             1 + (n * 37) % greatest(1, length(content) - 60) AS at
           FROM generate_series(1, $2::int) n JOIN texts ON place = n % many) numbers`,
    [deal, comments],
  )
  await client.query(
    `UPDATE journal_heads SET comments = comments + $2, open_comments = open_comments + $2 WHERE deal_id = $1`,
    [deal, comments],
  )
}

const signIn = async (page) => {
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Records the duration of each task over 50 ms; the browser does not report shorter ones. */
const watchTasks = () => {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) window.longTasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
}

const describe = (tasks) =>
  tasks.length === 0
    ? 'no task over 50 ms'
    : `${tasks.length} over 50 ms, the longest ${Math.round(Math.max(...tasks))} ms (${tasks.map(Math.round).join(', ')})`

/** Scrolls from the top to the end and back, one wheel notch per frame. */
const readThrough = async (page) => {
  const begun = await page.evaluate(() => performance.now())
  await page.mouse.move(640, 450)
  const place = () => page.evaluate(() => document.querySelector('[data-memo]').scrollTop)
  let frames = 0
  for (const direction of [1, -1])
    for (let before = -1, now = await place(); now !== before; now = await place()) {
      before = now
      for (let notch = 0; notch < 4; notch++) {
        await page.mouse.wheel(0, direction * 120)
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
        frames += 1
      }
    }
  await page.waitForTimeout(1000)
  const tasks = await page.evaluate((from) => window.longTasks.filter(([at]) => at >= from), begun)
  const height = await page.evaluate(() => document.querySelector('[data-memo]').scrollHeight)
  return { height, frames, tasks: tasks.map(([, duration]) => duration) }
}

printFacts(values.server)
const failed = await onFreshDatabase(values.server, async (databaseUrl) => {
  const { env, remove } = await makePlace({ databaseUrl })
  const server = await startServer({ env: { ...env, DEMO: 'on' } })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await plant(client)
  await client.end()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await page.addInitScript(watchTasks)
  await page.goto(`/app/canvas/${deal}`)
  await signIn(page)
  await page.getByRole('complementary', { name: 'Comments' }).getByRole('article').first().waitFor()
  await page.waitForTimeout(3000)
  const opening = await page.evaluate(() => window.longTasks.map(([, duration]) => duration))
  const first = await readThrough(page)
  const again = await readThrough(page)
  const shown = await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').count()
  console.log(`${shown} sections in the outline, ${comments} comments, a memo of ${first.height} px`)
  console.log(`opening: ${describe(opening)}`)
  console.log(`first way down and up, ${first.frames} turns of the wheel: ${describe(first.tasks)}`)
  console.log(`second way: ${describe(again.tasks)}`)
  await browser.close()
  await server.stop()
  await remove()
  return first.tasks.length + again.tasks.length > 0
})
process.exit(failed ? 1 : 0)
