import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { compile } from '@mdx-js/mdx'
import { closestName, UserError } from '../src/user-error.ts'
import { siteRules } from '../src/content/content-rules.ts'

interface Node {
  type: string
  [key: string]: unknown
}

/** Rejects unknown names in braces: they would render as nothing. */
export async function checkNames(file: string): Promise<void> {
  let program: Node | undefined
  const recmaPlugins = [() => (tree: unknown) => void (program = tree as Node)]
  try {
    await compile({ value: await readFile(file), path: file }, { recmaPlugins })
  } catch (error) {
    const { line, reason, message } = error as { line?: number; reason?: string; message: string }
    throw new UserError(`${file}:${line ?? 1} is not valid: ${reason ?? message}`)
  }
  const nodes = [...walk(program!)]
  const imported = await importedValues(file, nodes)
  const declared = new Set(nodes.flatMap(declaredNames))
  for (const node of nodes) {
    const [root, ...path] = chainOf(node)
    if (root === undefined) continue
    if (imported.has(root)) checkPath(file, root, path, imported.get(root))
    else if (!declared.has(root) && !(root in globalThis)) {
      throw new UserError(
        `${file}: {${[root, ...path].join('.')}} is not a known name${hint(root, [...imported.keys()])}`,
      )
    }
  }
}

function checkPath(file: string, root: string, path: string[], start: unknown): void {
  let value = start
  // Optional fields may be missing in content/, but are known.
  let rules: { shape?: Record<string, object> } | undefined =
    root === 'site' ? siteRules([]) : undefined
  for (const [index, key] of path.entries()) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const known = Object.keys({ ...value, ...rules?.shape })
    if (!known.includes(key)) {
      const name = [root, ...path.slice(0, index + 1)].join('.')
      throw new UserError(`${file}: {${name}} is not a known name${hint(key, known)}`)
    }
    value = (value as Record<string, unknown>)[key]
    rules = rules?.shape?.[key]
  }
}

function hint(typed: string, names: string[]): string {
  const meant = closestName(typed, names)
  return meant === undefined ? `. Known names: ${names.join(', ')}` : `. Did you mean ${meant}?`
}

async function importedValues(file: string, nodes: Node[]): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const node of nodes) {
    const source = (node['source'] as { value?: string } | undefined)?.value
    if (node.type !== 'ImportDeclaration' || !source?.startsWith('#')) continue
    const path = new URL(`../src/${source.slice(1)}`, import.meta.url)
    if (!existsSync(path)) throw new UserError(`${file}: the import ${source} does not exist`)
    const module = (await import(path.href)) as Record<string, unknown>
    for (const { imported, local } of node['specifiers'] as Record<string, { name: string }>[]) {
      values.set(local!.name, module[imported?.name ?? 'default'])
    }
  }
  return values
}

/** For example ['site', 'company', 'name'] for site.company.name. */
function chainOf(node: Node): string[] {
  if (node.type === 'Identifier' && node['isReference'] === true) return [node['name'] as string]
  if (node.type !== 'MemberExpression' || node['computed'] === true) return []
  const before = chainOf(node['object'] as Node)
  return before.length === 0 ? [] : [...before, (node['property'] as Node)['name'] as string]
}

function declaredNames(node: Node): string[] {
  const places = [node['local'], node['id'], node['params'], node.type === 'ObjectPattern' && node]
  return places.flat().flatMap((place) => [...walk(place)].map(({ name }) => name as string))
}

/** Yields every node. Marks identifiers that are read, not declared or used as a key. */
function* walk(value: unknown, key = ''): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item, key)
  else if (typeof value === 'object' && value !== null && 'type' in value) {
    const node = value as Node
    if (node.type === 'Identifier') {
      node['isReference'] ??= ![
        'property',
        'key',
        'id',
        'params',
        'local',
        'imported',
        'exported',
      ].includes(key)
    }
    yield node
    for (const [name, part] of Object.entries(node)) {
      const isRead = (name === 'property' || name === 'key') && node['computed'] === true
      yield* walk(part, isRead ? 'read' : name)
    }
  }
}
