export { defineMessages, type Message, type Messages, type Values } from './define-messages.ts'
export { english, type Locale, locales } from './locale.ts'
