import { action, closing, hero, paragraphs, points, questions } from '../blocks.ts'
import { type Html, html } from '../html.ts'
import type { SiteText } from '../site-text.ts'

const ways: Record<string, string> = { plan_1: '/docs/', plan_2: '/contact', plan_3: '/contact' }

export const pricingPage = (text: SiteText): Html =>
  html`${hero(text)}
<ul class="plans">${text
    .series('plan')
    .map(
      (plan) =>
        html`<li><h2>${text(`${plan}_title`)}</h2><p class="price">${text(`${plan}_price`)}</p>${paragraphs(
          text(`${plan}_text`),
        )}${points(text(`${plan}_points`))}${action(ways[plan] ?? '/contact', text(`${plan}_action`), 'plain')}</li>`,
    )}</ul>
${questions(text)}
${closing(text, action('/contact', text('closing_action')))}`
