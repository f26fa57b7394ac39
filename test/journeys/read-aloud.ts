import type { Page } from '@playwright/test'

interface AxNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  properties?: { name: string; value: { value?: string | number | boolean } }[]
  childIds?: string[]
}

/** The lines that a screen reader would read, from the browser's accessibility tree. */
export async function readAloud(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const walk = (node: AxNode): string[] => {
    const line = node.ignored ? undefined : lineOf(node)
    const inside = (node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id)
      return child ? walk(child) : []
    })
    if (line === undefined) return inside
    // A heading, link or button is read by its name, so its text is skipped.
    return spokenByName.has(node.role!.value) ? [line] : [line, ...inside]
  }
  return walk(nodes[0]!)
}

const spokenByName = new Set(['heading', 'link', 'button', 'textbox', 'StaticText'])
const landmarks = new Set(['banner', 'navigation', 'main', 'region', 'contentinfo', 'form'])
const states = ['level', 'invalid', 'required', 'disabled', 'expanded']

function lineOf(node: AxNode): string | undefined {
  const role = node.role?.value ?? ''
  const name = (node.name?.value ?? '').replace(/\s+/g, ' ').trim()
  if (role === 'StaticText') return name === '' ? undefined : name
  if (!spokenByName.has(role) && !landmarks.has(role) && role !== 'image') return undefined
  const activeStates = states.flatMap((state) => {
    const value = node.properties?.find((property) => property.name === state)?.value.value
    if (value === undefined || value === false || value === 'false') return []
    return [state === 'level' || state === 'invalid' ? `${state} ${value}` : state]
  })
  const { description } = node
  return [role, name, ...activeStates, description?.value ? `“${description.value}”` : '']
    .filter(Boolean)
    .join(' ')
}
