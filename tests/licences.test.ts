import { describe, expect, it } from 'vitest'
import { isPermissive, type LockedPackage, shippedPackages } from '../scripts/licences/shipped.mjs'

const workspaces = Object.fromEntries(
  [
    'server',
    'client',
    'web',
    'contract',
    'messages',
    'workbook-reader',
    'engine',
    'facts',
    'memo',
    'paper',
    'fastapi-validation',
  ].map((name) => [`packages/${name}`, {} as LockedPackage]),
)
const shipped = (packages: Record<string, LockedPackage>) =>
  shippedPackages({ packages: { ...workspaces, ...packages } }).map(({ name, version }) => `${name} ${version}`)

describe('shipped packages', () => {
  it('lists all transitive dependencies of the service and no build or test tools', () => {
    expect(
      shipped({
        'packages/server': { dependencies: { web: '1' } },
        'node_modules/web': { version: '1.0.0', dependencies: { deep: '1' } },
        'node_modules/deep': { version: '1.2.0' },
        'node_modules/tester': { version: '9.0.0' },
      }),
    ).toEqual(['deep 1.2.0', 'web 1.0.0'])
  })

  it('lists the version that each package resolves to, each version once', () => {
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

  it('lists dependencies of workspace packages and binaries for other platforms', () => {
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

  it('throws when a required dependency is missing from the lock file', () => {
    expect(() => shipped({ 'packages/server': { dependencies: { gone: '1' } } })).toThrow('needs gone')
  })
})

describe('license check', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR CC0-1.0)', 'GPL-3.0-only OR ISC', 'MIT AND OFL-1.1'])(
    'accepts %s as permissive',
    (licence) => {
      expect(isPermissive(licence)).toBe(true)
    },
  )

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'LGPL-2.1',
    'MPL-2.0',
    'BUSL-1.1',
    'MIT AND GPL-2.0',
    'none named',
    '',
  ])('rejects %j as not permissive, or as needing manual review', (licence) => {
    expect(isPermissive(licence)).toBe(false)
  })
})
