import { defineConfig, type OxlintOverride } from 'oxlint'

/** The modules of src/. Each may import those before it, and the leaf files beside them. */
export const modules = [
  'content',
  'database',
  'http',
  'site',
  'mail',
  'subscribers',
  'messages',
  'letters',
  'privacy',
  'intake',
  'owner',
  'server',
  'dev',
]

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
    ...modules.map((name, index) => mayNotImport(`src/${name}/**`, modules.slice(index + 1))),
    mayNotImport('src/*.ts', modules),
    { files: ['src/site/islands/**'], rules: { 'no-console': 'off' } },
    {
      files: [
        'src/server/main.ts',
        'src/dev/main.ts',
        'src/server/export.ts',
        'src/owner/cli/**',
        'deploy/**',
      ],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
    {
      files: ['**/*.config.ts', 'tools/**', 'test/**', '**/*.test.*'],
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

function mayNotImport(files: string, refused: string[]): OxlintOverride {
  const patterns = refused.map((name) => `#${name}/**`)
  // Pages don't read the database.
  if (files === 'src/site/**') patterns.push('#database/**', 'kysely')
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}
