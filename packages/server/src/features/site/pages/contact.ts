import { cards, hero, paragraphs } from '../blocks.ts'
import { type Html, html } from '../html.ts'
import type { SiteText } from '../site-text.ts'

/** Only what the operator filled in. */
const addresses = (text: SiteText): Html[] => {
  const email = text('email')
  const telephone = text('telephone')
  const postal = text('postal_address')
  return [
    ...(email === '' ? [] : [html`<dt>Email</dt><dd><a href="mailto:${email}">${email}</a></dd>`]),
    ...(telephone === ''
      ? []
      : [html`<dt>Telephone</dt><dd><a href="tel:${telephone.replace(/[^+\d]/g, '')}">${telephone}</a></dd>`]),
    ...(postal === '' ? [] : [html`<dt>Address</dt><dd class="lines">${postal}</dd>`]),
  ]
}

export const contactPage = (text: SiteText): Html => {
  const known = addresses(text)
  return html`${hero(text)}
<section class="part narrow" aria-label="How to reach us">${
    known.length > 0 ? html`<dl class="addresses">${known}</dl>` : paragraphs(text('no_address_text'))
  }</section>
<section class="part"><h2 class="unseen">What to write about</h2>${cards(text, 'reason')}${paragraphs(text('privacy_text'))}</section>`
}
