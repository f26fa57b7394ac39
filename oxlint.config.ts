import { defineConfig, type OxlintOverride } from 'oxlint'

const business = ['content', 'database', 'mail', 'http', 'site']

/** The modules of src/, and what each may import besides packages and the leaf files beside them. */
export const mayImport: Record<string, string[]> = {
  content: [],
  database: [],
  http: [],
  site: ['content'],
  mail: ['content', 'database'],
  newsletter: business,
  messages: business,
  privacy: [...business, 'newsletter', 'messages'],
  intake: [...business, 'newsletter', 'messages', 'privacy'],
  figures: ['content', 'database', 'mail', 'newsletter', 'messages', 'intake'],
  server: [...business, 'newsletter', 'messages', 'privacy', 'intake', 'figures'],
  owner: [...business, 'newsletter', 'messages', 'privacy', 'intake'],
  console: [...business, 'newsletter', 'messages', 'privacy', 'figures', 'server', 'owner'],
  cli: [...business, 'newsletter', 'messages', 'privacy', 'figures', 'server', 'owner', 'console'],
  dev: [...business, 'newsletter', 'messages', 'privacy', 'figures', 'server'],
}

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'promise', 'node', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'node/no-process-env': 'error',
    'no-console': 'error',
    'max-lines': ['error', 350],
    'max-lines-per-function': ['error', 70],
    'no-await-in-loop': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/no-array-index-key': 'off',
    'promise/no-callback-in-promise': 'off',
    'import/no-named-as-default-member': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'oxc/no-map-spread': 'off',
  },
  ignorePatterns: ['dist/**'],
  overrides: [
    ...Object.keys(mayImport).map((name) => mayNotImport(`src/${name}/**`, refusedTo(name))),
    mayNotImport('src/*.ts', Object.keys(mayImport)),
    { files: ['src/site/islands/**'], rules: { 'no-console': 'off' } },
    {
      files: ['src/server/main.ts', 'src/dev/main.ts', 'src/server/export.ts', 'src/cli/**'],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
    {
      files: [
        '**/*.config.ts',
        'scripts/**',
        'test/**',
        'art/**',
        'bench/**',
        'build/**',
        '**/*.test.*',
      ],
      rules: {
        'import/no-default-export': 'off',
        'node/no-process-env': 'off',
        'no-console': 'off',
        'no-empty-pattern': 'off',
        'no-restricted-imports': 'off',
        'max-lines-per-function': 'off',
      },
    },
  ],
})

function refusedTo(name: string): string[] {
  const others = Object.keys(mayImport).filter((other) => other !== name)
  return others.filter((other) => !mayImport[name]!.includes(other))
}

function mayNotImport(files: string, modules: string[]): OxlintOverride {
  const patterns = modules.map((name) => `#${name}/**`)
  // Pages don't read the database.
  if (files === 'src/site/**') patterns.push('kysely')
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}
