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

/** What a screen reader would say of the page, line by line, by the browser's accessibility tree. */
export async function readAloud(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const walk = (node: AxNode): string[] => {
    const line = node.ignored ? undefined : sayable(node)
    const inside = (node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id)
      return child ? walk(child) : []
    })
    if (line === undefined) return inside
    // A heading, a link or a button is said once, by its name; its text is not said again.
    return spokenByName.has(node.role!.value) ? [line] : [line, ...inside]
  }
  return walk(nodes[0]!)
}

const spokenByName = new Set(['heading', 'link', 'button', 'textbox', 'StaticText'])
const landmarks = new Set(['banner', 'navigation', 'main', 'region', 'contentinfo', 'form'])
const states = ['level', 'invalid', 'required', 'disabled', 'expanded']

function sayable(node: AxNode): string | undefined {
  const role = node.role?.value ?? ''
  const name = (node.name?.value ?? '').replace(/\s+/g, ' ').trim()
  if (role === 'StaticText') return name === '' ? undefined : name
  if (!spokenByName.has(role) && !landmarks.has(role) && role !== 'image') return undefined
  const told = states.flatMap((state) => {
    const value = node.properties?.find((property) => property.name === state)?.value.value
    if (value === undefined || value === false || value === 'false') return []
    return [state === 'level' || state === 'invalid' ? `${state} ${value}` : state]
  })
  const { description } = node
  return [role, name, ...told, description?.value ? `“${description.value}”` : '']
    .filter(Boolean)
    .join(' ')
}
