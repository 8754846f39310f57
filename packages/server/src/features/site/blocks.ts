import { type Html, html, type Piece } from './html.ts'
import type { SiteText } from './site-text.ts'

/** Paragraphs are separated by an empty line. */
export const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${part.trim()}</p>`)

/** One bullet point per line. */
export const points = (text: string): Html =>
  html`<ul class="points">${text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => html`<li>${line.trim()}</li>`)}</ul>`

export const signInPath = '/app/'

export const action = (href: string, words: string, look: 'primary' | 'plain' = 'primary'): Html | undefined =>
  words === '' ? undefined : html`<a class="act ${look}" href="${href}">${words}</a>`

export const hero = (text: SiteText, acts: Piece = undefined): Html =>
  html`<header class="hero"><h1>${text('hero_title')}</h1>${paragraphs(text('hero_text'))}${
    acts === undefined ? undefined : html`<p class="acts">${acts}</p>`
  }</header>`

/** A section with a title. Without a title it was emptied on purpose, so the whole section is left out. */
export const part = (title: string, body: Piece, look = ''): Html | undefined =>
  title === '' ? undefined : html`<section class="part ${look}"><h2>${title}</h2>${body}</section>`

/** Numbered titles with their texts; empty ones are left out. */
export const cards = (text: SiteText, name: string, look: 'cards' | 'steps' = 'cards'): Html => {
  const items = text
    .series(name)
    .filter((item) => text(`${item}_title`) !== '')
    .map((item) => html`<li><h3>${text(`${item}_title`)}</h3>${paragraphs(text(`${item}_text`))}</li>`)
  return look === 'steps' ? html`<ol class="steps">${items}</ol>` : html`<ul class="cards">${items}</ul>`
}

export const questions = (text: SiteText): Html | undefined =>
  part(
    text('faq_title'),
    text
      .series('faq')
      .filter((item) => text(`${item}_question`) !== '')
      .map(
        (item) =>
          html`<details><summary>${text(`${item}_question`)}</summary>${paragraphs(text(`${item}_answer`))}</details>`,
      ),
    'questions',
  )

export const closing = (text: SiteText, acts: Piece): Html | undefined =>
  part(text('closing_title'), html`${paragraphs(text('closing_text'))}<p class="acts">${acts}</p>`, 'closing')
