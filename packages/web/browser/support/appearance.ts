import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules that look at colors: in other colors, all else is as it was. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe holds against the page, or only against its colors; its own script comes past the content policy. */
export const complaints = async (page: Page, about: 'all' | 'colors' = 'all'): Promise<string[]> => {
  // Colors in mid-fade would be measured as they are at that moment. One whose button goes is cancelled, which is an end too.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(about === 'colors' ? { runOnly: colorRules } : {}),
  }
  const { violations } = await page.evaluate(
    (asked) => (window as typeof window & { axe: typeof axe }).axe.run(asked),
    options,
  )
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const output = fileURLToPath(new URL('../../test-output/', import.meta.url))

export const shot = (page: Page, name: string, fullPage = false) =>
  page.screenshot({ path: `${output}${name}.png`, fullPage })

/** What a finger would miss: everything to press has to be 44 px high on a touch screen. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([hidden]), a:not(.skip)')]
      // What is not shown, or not laid out before it is scrolled to, nobody presses.
      .filter((target) => target.checkVisibility({ contentVisibilityAuto: true }))
      // A box to tick is pressed by its label as well.
      .filter((target) => (target.closest('label') ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML),
  )
