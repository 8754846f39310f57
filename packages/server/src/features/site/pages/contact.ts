import { siteMessages as messages } from '../../../messages/site.ts'
import { cards, hero, paragraphs } from '../blocks.ts'
import { type Html, html } from '../html.ts'
import type { SiteText } from '../site-text.ts'

/** Only the contact details that the operator filled in. */
const addresses = (text: SiteText): Html[] => {
  const email = text('email')
  const telephone = text('telephone')
  const postal = text('postal_address')
  return [
    ...(email === '' ? [] : [html`<dt>${messages.email()}</dt><dd><a href="mailto:${email}">${email}</a></dd>`]),
    ...(telephone === ''
      ? []
      : [
          html`<dt>${messages.telephone()}</dt><dd><a href="tel:${telephone.replace(/[^+\d]/g, '')}">${telephone}</a></dd>`,
        ]),
    ...(postal === '' ? [] : [html`<dt>${messages.postalAddress()}</dt><dd class="lines">${postal}</dd>`]),
  ]
}

export const contactPage = (text: SiteText): Html => {
  const known = addresses(text)
  return html`${hero(text)}
<section class="part narrow" aria-label="${messages.howToReachUs()}">${
    known.length > 0 ? html`<dl class="addresses">${known}</dl>` : paragraphs(text('no_address_text'))
  }</section>
<section class="part"><h2 class="unseen">${messages.reasonsToWrite()}</h2>${cards(text, 'reason')}${paragraphs(text('privacy_text'))}</section>`
}
