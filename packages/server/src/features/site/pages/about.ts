import { action, cards, closing, hero, paragraphs, part, signInPath } from '../blocks.ts'
import { type Html, html } from '../html.ts'
import type { SiteText } from '../site-text.ts'

export const aboutPage = (text: SiteText): Html =>
  html`${hero(text)}
${part(text('story_title'), paragraphs(text('story_text')), 'narrow')}
${part(text('principles_title'), cards(text, 'principle'))}
${part(text('people_title'), paragraphs(text('people_text')), 'narrow')}
${part(text('source_title'), paragraphs(text('source_text')), 'narrow')}
${closing(text, action(signInPath, text('closing_action')))}`
