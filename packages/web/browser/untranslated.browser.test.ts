import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { inBrowser } from './support/in-browser.ts'

/** Text and accessible attributes outside the brackets that the pseudo-locale puts around every message. */
const outsideOfMessages = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const note = (text: string): void => {
      const words = text.replaceAll(/\s+/g, ' ').trim()
      if (/\p{L}{2,}/u.test(words)) found.push(words)
    }
    // In document order, because a message with elements in it spans several text nodes.
    let depth = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, noscript, kbd, code, svg') !== null) continue
      let outside = ''
      for (const character of node.textContent ?? '') {
        if (character === '⟦') depth += 1
        else if (character === '⟧') depth -= 1
        else if (depth === 0) outside += character
      }
      note(outside)
    }
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'])
        note((element.getAttribute(name) ?? '').replaceAll(/⟦.*⟧/g, ' '))
    return found
  })

/** Collects what the service responds with: names, memos and its own sentences are not translated by the page. */
const collectAnswers = (page: Page) => {
  const texts = new Set<string>()
  const keys = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') texts.add(String(value).replaceAll(/\s+/g, ' '))
    else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) keys.add(key.replaceAll('_', ' ').toLowerCase())
      Object.values(value).forEach(collect)
    }
  }
  const reading: Promise<void>[] = []
  const unanswered = new Set<Request>()
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  page.on('response', (response) => {
    unanswered.delete(response.request())
    if (!(response.headers()['content-type'] ?? '').startsWith('application/json')) return
    const read = response.json().then(collect, () => {
      // Response bodies are no longer available after navigating away.
    })
    reading.push(read)
  })
  /** Comments and members load after the memo. The page is complete once it makes no request for a while. */
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet = unanswered.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(100)
    // A response may be shown on the page before it has been read here.
    await Promise.all(reading)
  }
  const dataFilter = () => {
    const all = [...texts].join('\n')
    const isData = (text: string): boolean => {
      if (text === '' || formatted.test(text) || all.includes(text)) return true
      // Event details and fields of the site content are labeled by their keys.
      const key = [...keys].find((name) => `${text.toLowerCase()} `.startsWith(`${name} `))
      return key !== undefined && isData(text.slice(key.length).trim())
    }
    return (label: string) => {
      // Cells are labeled with their address before their text.
      const text = label.replace(/^[A-Z]{1,3}\d+: /, '')
      return isData(text) || text.split(/, ?|!/).every((part) => isData(part.trim()))
    }
  }
  return { settle, dataFilter }
}

/** Numbers with units, dates as formatted by Intl, initials and file types, hashes, and the product name. */
const formatted =
  /^(?:[\d$€£.,%+\-−–→ x()]*(?:bps?|mo|[KMB]|[kK]B|MB|sf)?|(?:\d+ )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[\s\d,:APMat]*|\d{1,2}:\d\d\s[AP]M|[A-Z]{1,4}|[A-Z]{1,3}\d+|[\da-f]{4}…[\da-f]{4}|Deal Canvas)$/

/** Simulates the scenarios and opens their settings. */
const simulate = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '⟦Simulate⟧' }).click()
  await page.getByRole('table', { name: /What moves/ }).waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: '⟦Uncertainty settings⟧' }).click()
  await page.getByRole('menuitem').first().click()
  await page.getByRole('heading', { name: '⟦Correlations⟧' }).waitFor()
}

/** Opens the first document with pages. */
const openDocument = async (page: Page): Promise<void> => {
  await page
    .getByRole('link', { name: /^⟦Open / })
    .first()
    .click()
  await page.getByRole('region', { name: /⟦Facts on page/ }).waitFor()
}

/** Opens the first workbook at a formula. */
const openWorkbook = async (page: Page): Promise<void> => {
  await page
    .getByRole('link', { name: /⟦Cells of / })
    .first()
    .click()
  await page.getByLabel('⟦Go to cell⟧').fill('Summary!B5')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: '⟦Precedents⟧' }).getByRole('button').first().waitFor()
  await page.getByRole('searchbox').fill('rate')
  await page.getByRole('list', { name: '⟦Hits⟧' }).waitFor()
}

const pages: [email: string, path: string, prepare?: (page: Page) => Promise<void>][] = [
  ['owner@example.com', '/app/'],
  ['owner@example.com', '/app/account'],
  ['owner@example.com', '/app/intake'],
  ['owner@example.com', '/app/notifications'],
  ['owner@example.com', '/app/organization'],
  ['owner@example.com', '/app/canvas/demo-riverside'],
  ['owner@example.com', '/app/canvas/demo-riverside/quality'],
  ['owner@example.com', '/app/canvas/demo-riverside/numbers'],
  ['owner@example.com', '/app/canvas/demo-riverside/scenarios', simulate],
  ['owner@example.com', '/app/canvas/demo-riverside/record'],
  ['owner@example.com', '/app/canvas/demo-riverside/people'],
  ['owner@example.com', '/app/canvas/demo-riverside/documents'],
  ['owner@example.com', '/app/canvas/demo-helios/documents', openDocument],
  ['owner@example.com', '/app/canvas/demo-riverside/documents', openWorkbook],
  ['superadmin@example.com', '/app/admin/users'],
  ['superadmin@example.com', '/app/admin/organizations'],
  ['superadmin@example.com', '/app/admin/invite-codes'],
  ['superadmin@example.com', '/app/admin/purge'],
  ['superadmin@example.com', '/app/admin/log'],
]

inBrowser('pseudo-locale', ({ open }) => {
  /** Opens a page in the pseudo-locale, signed out. */
  const openInPseudo = async (path: string) => {
    const page = await open(path)
    await page.evaluate(() => localStorage.setItem('deal-canvas.locale', 'en-XA'))
    const answers = collectAnswers(page)
    await page.reload()
    return { page, answers }
  }

  test('shows no uncatalogued text on the sign-in, registration and password pages, except texts of the operator', async () => {
    for (const path of ['/app/sign-in', '/app/register', '/app/set-password', '/app/join']) {
      const { page, answers } = await openInPseudo(path)
      await page.getByText('⟦').first().waitFor()
      await answers.settle()
      const isData = answers.dataFilter()
      expect({ path, found: (await outsideOfMessages(page)).filter((text) => !isData(text)) }).toEqual({
        path,
        found: [],
      })
    }
  })

  test.each(['owner@example.com', 'superadmin@example.com'])(
    'shows %s no uncatalogued text on the pages they use, except data from the service',
    async (email) => {
      const { page, answers } = await openInPseudo('/app/sign-in')
      await page.getByLabel('⟦Email⟧').fill(email)
      await page.getByLabel('⟦Password⟧', { exact: true }).fill('deal-canvas-demo')
      await page.getByRole('button', { name: '⟦Sign in⟧' }).click()
      await page.getByRole('navigation').first().waitFor()
      const outside: Record<string, string[]> = {}
      for (const [, path, prepare] of pages.filter(([who]) => who === email)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null)
        await prepare?.(page)
        await answers.settle()
        const shown = await outsideOfMessages(page)
        const isData = answers.dataFilter()
        const found = shown.filter((text) => !isData(text))
        if (found.length > 0) outside[path] = [...new Set(found)]
      }
      expect(outside).toEqual({})
    },
  )
})
