import { describe, expect, it } from 'vitest'
import { isPermissive, type LockedPackage, shippedPackages } from '../scripts/licences/shipped.mjs'

const workspaces = Object.fromEntries(
  ['server', 'client', 'web', 'contract', 'engine'].map((name) => [`packages/${name}`, {} as LockedPackage]),
)
const shipped = (packages: Record<string, LockedPackage>) =>
  shippedPackages({ packages: { ...workspaces, ...packages } }).map(({ name, version }) => `${name} ${version}`)

describe('what is shipped', () => {
  it('is what the service needs, down to the last, and nothing that only builds or tests', () => {
    expect(
      shipped({
        'packages/server': { dependencies: { web: '1' } },
        'node_modules/web': { version: '1.0.0', dependencies: { deep: '1' } },
        'node_modules/deep': { version: '1.2.0' },
        'node_modules/tester': { version: '9.0.0' },
      }),
    ).toEqual(['deep 1.2.0', 'web 1.0.0'])
  })

  it('is the version that each finds nearest, and each version once', () => {
    expect(
      shipped({
        'packages/server': { dependencies: { one: '1', shared: '2' } },
        'packages/client': { dependencies: { shared: '1' } },
        'node_modules/one': { version: '1.0.0', dependencies: { shared: '1' } },
        'node_modules/shared': { version: '1.0.0' },
        'packages/server/node_modules/shared': { version: '2.0.0' },
      }),
    ).toEqual(['one 1.0.0', 'shared 1.0.0', 'shared 2.0.0'])
  })

  it('is what comes by way of our own packages, and binaries of other platforms too', () => {
    expect(
      shipped({
        'packages/server': { dependencies: { '@deal-canvas/engine': '0.1.0' } },
        'node_modules/@deal-canvas/engine': { link: true, resolved: 'packages/engine' },
        'packages/engine': { dependencies: { zip: '1' } },
        'node_modules/zip': { version: '1.0.0', optionalDependencies: { 'zip-elsewhere': '1', 'zip-nowhere': '1' } },
        'node_modules/zip-elsewhere': { version: '1.0.0' },
      }),
    ).toEqual(['zip 1.0.0', 'zip-elsewhere 1.0.0'])
  })

  it('is never less than is needed: what is missing from the lock file is an error', () => {
    expect(() => shipped({ 'packages/server': { dependencies: { gone: '1' } } })).toThrow('needs gone')
  })
})

describe('a licence', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR CC0-1.0)', 'GPL-3.0-only OR ISC'])('%s is permissive', (licence) => {
    expect(isPermissive(licence)).toBe(true)
  })

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'LGPL-2.1',
    'MPL-2.0',
    'BUSL-1.1',
    'MIT AND GPL-2.0',
    'none named',
    '',
  ])('%j is not, or is for a person to read', (licence) => {
    expect(isPermissive(licence)).toBe(false)
  })
})
