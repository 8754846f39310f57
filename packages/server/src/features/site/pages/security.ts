import { siteMessages } from '../../../messages/site.ts'
import { action, cards, hero, paragraphs, part } from '../blocks.ts'
import { type Html, html } from '../html.ts'
import type { SiteText } from '../site-text.ts'

export const securityPage = (text: SiteText): Html =>
  html`${hero(text)}
<section class="part"><h2 class="unseen">${siteMessages.securityMeasures()}</h2>${cards(text, 'point')}</section>
${part(text('operator_title'), paragraphs(text('operator_text')), 'narrow')}
${part(text('claims_title'), paragraphs(text('claims_text')), 'narrow')}
${part(
  text('report_title'),
  html`${paragraphs(text('report_text'))}<p class="acts">${action('/contact', text('report_action'))}</p>`,
  'closing',
)}`
