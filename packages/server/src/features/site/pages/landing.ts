import { siteMessages } from '../../../messages/site.ts'
import { action, cards, closing, hero, paragraphs, part, questions, signInPath } from '../blocks.ts'
import { type Html, html } from '../html.ts'
import type { SiteText } from '../site-text.ts'

export const landingPage = (text: SiteText): Html =>
  html`${hero(text, [action(signInPath, text('hero_action')), action('#how', text('hero_second_action'), 'plain')])}
<figure class="shot"><picture><source media="(prefers-color-scheme: dark)" srcset="/app/site/canvas-dark.webp"><img src="/app/site/canvas-light.webp" width="1440" height="900" alt="${siteMessages.screenshot()}"></picture></figure>
${part(text('problem_title'), paragraphs(text('problem_text')), 'narrow')}
<div id="how">${part(text('steps_title'), cards(text, 'step', 'steps'))}</div>
${part(text('features_title'), html`${paragraphs(text('features_text'))}${cards(text, 'feature')}`)}
${questions(text)}
${closing(text, [
  action(signInPath, text('closing_action')),
  action('/contact', text('closing_second_action'), 'plain'),
])}`
