import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Only color rules need to run again in the other color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Violations found by axe, or only those about colors; the script is injected past the content security policy. */
export const complaints = async (page: Page, about: 'all' | 'colors' = 'all'): Promise<string[]> => {
  // Colors must not be measured during a transition. The transition of a removed element is canceled, which also
  // counts.
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

export const shot = async (page: Page, name: string, fullPage = false): Promise<void> => {
  // On a page that is scrolled, the bar at its top would be drawn over the middle.
  if (fullPage) await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: `${output}${name}.png`, fullPage })
}

/** Touch targets that are too small: on a touch screen each must be at least 44 px high. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([hidden]), a:not(.skip)')]
      // Hidden targets, or those not laid out until scrolled to, cannot be pressed.
      .filter((target) => target.checkVisibility({ contentVisibilityAuto: true }))
      // A checkbox can also be pressed by its label.
      .filter((target) => (target.closest('label') ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML),
  )
