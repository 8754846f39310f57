import { beforeAll, expect, test } from 'vitest'
import { expectLightAndDark } from './support/every-look.ts'
import { inBrowser } from './support/in-browser.ts'

const fenced = (block: object): string => `\`\`\`dc-block\n${JSON.stringify(block)}\n\`\`\``

const contents: Readonly<Record<string, readonly object[]>> = {
  executive_summary: [{ block: 'kpis', metrics: ['levered_irr_pct', 'equity_multiple', 'dscr'] }],
  financial_analysis: [
    {
      block: 'model_table',
      title: 'Five-year cash flow',
      sheet: 'Yearly Cash Flow',
      range: 'A3:F19',
      rows: [
        { row: 13, label: 'Effective Gross Income' },
        { row: 15, label: 'Net Operating Income', total: true },
      ],
    },
    {
      block: 'chart',
      title: 'NOI and cash flow after debt service',
      kind: 'bar',
      sheet: 'Yearly Cash Flow',
      categories: 'B3:F3',
      series: [{ label: 'Net operating income', range: 'B15:F15' }],
    },
  ],
  returns_analysis: [
    {
      block: 'sensitivity',
      title: 'Levered IRR by exit cap rate and rent growth',
      metric: 'levered_irr_pct',
      rows: { metric: 'exit_cap_rate_pct', values: [5, 5.5, 6] },
      columns: { metric: 'rent_growth_pct', values: [2, 3, 4] },
    },
    { block: 'tornado', metric: 'levered_irr_pct' },
    { block: 'histogram', metric: 'levered_irr_pct' },
  ],
}

inBrowser('blocks of the memo', ({ open, signIn, callAs }) => {
  beforeAll(async () => {
    for (const [key, blocks] of Object.entries(contents))
      await callAs('owner@example.com', 'PUT', `/api/canvas/demo-riverside/sections/${key}`, {
        content: ['From the model.', ...blocks.map(fenced)].join('\n\n'),
      })
  }, 300_000)

  test('shows key figures, tables and charts of the model with their sources, and follows an override', async () => {
    const page = await open('/app/canvas/demo-riverside')
    await signIn(page, 'owner@example.com')
    const section = (name: string) => page.getByRole('region', { name: new RegExp(name) })
    await section('Executive Summary').getByRole('term').filter({ hasText: 'Equity Multiple' }).waitFor()

    const cashFlow = page.getByLabel('Five-year cash flow')
    await section('Financial Analysis').scrollIntoViewIfNeeded()
    const income = cashFlow.getByRole('row', { name: /^Net Operating Income/ })
    await income.waitFor()
    expect(await cashFlow.getByRole('columnheader').allInnerTexts()).toEqual([
      'Year 1',
      'Year 2',
      'Year 3',
      'Year 4',
      'Year 5',
    ])
    const before = await income.getByRole('cell').allInnerTexts()
    await section('Financial Analysis').getByRole('link', { name: 'Yearly Cash Flow!A3:F19' }).waitFor()
    await page.getByLabel(/^NOI and cash flow after debt service.*Net operating income: Year 1/).waitFor()

    await section('Returns Analysis').scrollIntoViewIfNeeded()
    const grid = page.getByLabel('Levered IRR by exit cap rate and rent growth')
    await grid.waitFor()
    await page.getByLabel(/^What moves Levered IRR/).waitFor()
    await page.getByLabel(/^Range of Levered IRR.*10,000 trials/).waitFor()
    await expectLightAndDark(page, 'blocks')

    // Another member applies a what-if: every open memo shows the new numbers.
    await page.evaluate(async () => {
      const session = await fetch('/api/auth/refresh', { method: 'POST' }).then((answer) => answer.json())
      const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
      const post = (path: string, body: object) =>
        fetch(`/api/canvas/demo-riverside/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const events = await post('ripple/preview', { metric_key: 'rent_growth_pct', new_value: 2 }).then((answer) =>
        answer.text(),
      )
      const token = /"preview_token":"([^"]+)"/.exec(events)?.[1]
      const { ok } = await post('ripple/apply', { preview_token: token })
      if (!ok) throw new Error('The what-if was not applied')
    })
    await section('Financial Analysis').scrollIntoViewIfNeeded()
    await income.getByText('differs from the workbook').first().waitFor({ state: 'attached' })
    expect(await income.getByRole('cell').allInnerTexts()).not.toEqual(before)
  })

  test('shows blocks of the same title, and risks of the same severity, without landmarks of the same name', async () => {
    const table = { block: 'model_table', title: 'Cash flow', sheet: 'Yearly Cash Flow' }
    const chart = { block: 'chart', title: 'Income', kind: 'line', sheet: 'Yearly Cash Flow', categories: 'B3:F3' }
    const income = { ...chart, series: [{ label: 'Income', range: 'B15:F15' }] }
    const risk = { block: 'risk', severity: 'high' }
    await callAs('owner@example.com', 'PUT', '/api/canvas/demo-riverside/sections/investment_thesis', {
      content: [
        { ...table, range: 'A3:F19' },
        { ...table, range: 'A3:C19' },
        income,
        { ...income, kind: 'bar' },
        { ...risk, statement: 'Rents may fall.' },
        { ...risk, statement: 'Rates may rise.' },
      ]
        .map(fenced)
        .join('\n\n'),
    })
    const page = await open('/app/canvas/demo-riverside')
    await signIn(page, 'owner@example.com')
    const section = page.getByRole('region', { name: /Investment Thesis/ })
    await section.scrollIntoViewIfNeeded()
    await section.getByRole('article', { name: 'High risk' }).nth(1).waitFor()
    await section.getByRole('table').nth(1).waitFor()
    await section.locator('svg[viewBox]').nth(1).waitFor()
    // Both the block and what scrolls in it have the title.
    expect(await section.locator('figure[tabindex="0"]').count()).toBe(4)
    await expectLightAndDark(page, 'blocks-of-one-title')
  })

  test('scrolls wide tables sideways on a phone without making the page wider', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open('/app/canvas/demo-riverside', phone)
    await signIn(page, 'viewer@example.com')
    await page.getByRole('region', { name: /Financial Analysis/ }).scrollIntoViewIfNeeded()
    await page
      .getByLabel('Five-year cash flow')
      .getByRole('row', { name: /^Net Operating/ })
      .waitFor()
    await expectLightAndDark(page, 'blocks')
  })
})
