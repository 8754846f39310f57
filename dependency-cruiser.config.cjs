const inside = (name) => `^packages/${name}/`

/** A package may import only these of ours. */
const packageRule = (name, ...allowed) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${allowed.length === 0 ? 'nothing' : allowed.join(' and ')} of ours`,
  severity: 'error',
  from: { path: inside(name) },
  to: { path: '^(packages|bench|tests|scripts)/', pathNot: [inside(name), ...allowed.map(inside)] },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    packageRule('contract'),
    packageRule('messages'),
    packageRule('workbook-reader', 'messages'),
    packageRule('engine', 'messages', 'workbook-reader'),
    packageRule('facts', 'contract', 'engine'),
    packageRule('memo'),
    packageRule('paper', 'memo', 'messages'),
    packageRule('fastapi-validation'),
    packageRule('client', 'contract'),
    packageRule('web', 'client', 'contract', 'memo', 'messages'),
    packageRule(
      'server',
      'contract',
      'engine',
      'facts',
      'memo',
      'messages',
      'paper',
      'workbook-reader',
      'fastapi-validation',
    ),
    packageRule('proof', 'contract', 'engine', 'workbook-reader'),
    {
      name: 'pages-know-no-pages',
      comment: 'What several pages need is in deal-data/ or features/',
      severity: 'error',
      from: { path: '^packages/web/src/pages/([^/]+)/' },
      to: { path: '^packages/web/src/pages/', pathNot: '^packages/web/src/pages/$1/' },
    },
    {
      name: 'only-the-router-knows-pages',
      severity: 'error',
      from: {
        path: '^packages/web/src/',
        pathNot: '(^packages/web/src/(pages/|router\\.tsx|main\\.tsx)|\\.test\\.tsx?$)',
      },
      to: { path: '^packages/web/src/pages/' },
    },
    {
      name: 'deal-data-is-below-features',
      severity: 'error',
      from: { path: '^packages/web/src/(deal-data|messages)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/web/src/(features|app|pages)/' },
    },
    {
      name: 'tests-import-no-bench',
      comment: 'What tests and benches share is in packages/proof',
      severity: 'error',
      from: { path: '^(packages|tests|scripts)/' },
      to: { path: '^bench/' },
    },
    {
      name: 'engine-is-pure',
      comment:
        'The engine computes, the reader reads bytes, facts and memos are read from text; they have no clock, no files and no network',
      severity: 'error',
      from: { path: '^packages/(engine|facts|memo|workbook-reader)/src/', pathNot: '(\\.test\\.ts$|/fixtures/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-runs-anywhere',
      severity: 'error',
      from: { path: '^packages/(contract|messages|client)/src/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-meet-at-index',
      comment: 'A feature imports nothing of another feature but its index.ts',
      severity: 'error',
      from: { path: '^packages/server/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/server/src/features/[^/]+/',
        pathNot: ['^packages/server/src/features/$1/', '^packages/server/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'features-are-composed-by-index',
      severity: 'error',
      from: { path: '^packages/server/src/compose' },
      to: {
        path: '^packages/server/src/features/[^/]+/',
        pathNot: '^packages/server/src/features/[^/]+/index\\.ts$',
      },
    },
    {
      name: 'services-know-no-routes',
      severity: 'error',
      from: { path: '^packages/server/src/features/.*\\.(service|store)\\.ts$' },
      to: { path: '(^packages/server/src/http/|\\.routes\\.ts$)' },
    },
    {
      name: 'stores-know-no-services',
      severity: 'error',
      from: { path: '^packages/server/src/features/.*\\.store\\.ts$' },
      to: { path: '\\.service\\.ts$' },
    },
    {
      name: 'routes-know-no-stores',
      comment: 'A route calls a service; only types may come from the store',
      severity: 'error',
      from: { path: '^packages/server/src/features/.*\\.routes\\.ts$' },
      to: { path: '\\.store\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-is-below',
      comment: 'Ports and adapters know nothing of features and HTTP',
      severity: 'error',
      from: { path: '^packages/server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/server/src/(features|http|compose|main|config)' },
    },
    {
      name: 'http-is-beside-features',
      comment: 'What all routes share knows no feature but by type',
      severity: 'error',
      from: { path: '^packages/server/src/http/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/server/src/(features|compose|main)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-compose-sees-everything',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: '(^packages/server/src/(compose|main\\.ts|testing/)|\\.test\\.ts$)',
      },
      to: { path: '^packages/server/src/compose' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      // Types alone, without a file to run.
      to: { couldNotResolve: true, pathNot: '^@schummar/icu-type-parser$' },
    },
    {
      name: 'shipped-code-uses-shipped-packages',
      severity: 'error',
      from: {
        path: '^packages/(contract|messages|workbook-reader|engine|facts|memo|paper|fastapi-validation|server|client)/src/',
        pathNot: '(\\.test\\.tsx?$|\\.contract\\.ts$|/testing/|/fixtures/)',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/', '^packages/web/browser/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.test.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'node', 'default'] },
  },
}
