import { describe, expect, it } from 'vitest'
import { classFaults } from '../scripts/css-classes.mjs'

const sheet = '@layer components {\n  .row > :global(.btn) {\n    color: red;\n  }\n}\n'
const component = "import styles from './row.module.css'\nexport const Row = () => <li className={styles.row} />\n"

const faultsOf = (files: Record<string, string>): string[] =>
  classFaults(new Map(Object.entries({ 'deals/row.module.css': sheet, 'deals/row.tsx': component, ...files })))

describe('check of CSS classes', () => {
  it('accepts classes that are defined and used', () => {
    expect(faultsOf({})).toEqual([])
  })

  it('finds a class that is used but not defined', () => {
    expect(faultsOf({ 'deals/row.tsx': component.replace('/>', '><b className={styles.name} /></li>') })).toEqual([
      'deals/row.tsx: deals/row.module.css does not define name',
    ])
  })

  it('finds a class that is defined but not used', () => {
    expect(faultsOf({ 'deals/row.module.css': sheet.replace('.row >', '.row .name,\n  .row >') })).toEqual([
      'deals/row.module.css: name is not used',
    ])
  })

  it('finds a class that is accessed by a computed name', () => {
    expect(faultsOf({ 'deals/row.tsx': component.replace('styles.row', 'styles.row ?? styles[tone]') })).toEqual([
      'deals/row.tsx: a class of deals/row.module.css is not read by its name',
    ])
  })

  it('finds a CSS rule outside of a layer', () => {
    expect(faultsOf({ 'deals/row.module.css': `${sheet}.row {\n  color: blue;\n}\n` })).toEqual([
      'deals/row.module.css: not all of it is in the layer ui or components',
    ])
  })

  it('finds two style sheets with the same name', () => {
    expect(
      faultsOf({
        'people/row.module.css': sheet,
        'people/row.tsx': component,
      }),
    ).toEqual(['people/row.module.css: deals/row.module.css has the same name'])
  })
})
