import { readFile } from 'node:fs/promises'
import { evaluate } from '@mdx-js/mdx'
import * as runtime from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { siteRules } from '../../src/content/content-rules.ts'
import { closestName, UserError } from '../../src/user-error.ts'

/** Renders a text of before and after the launch. @throws UserError that names an unknown value */
export async function checkLegalText(file: string): Promise<void> {
  const value = await readFile(file, 'utf8')
  if (/^import /m.test(value)) {
    throw new UserError(
      `${file}: delete its imports: a text has its values as props, such as {props.site.brand}`,
    )
  }
  const { default: Text } = await evaluate({ value, path: file }, runtime).catch(
    (error: { line?: number; reason?: string; message: string }) => {
      const { line = 1, reason, message } = error
      throw new UserError(`${file}:${line} is not valid: ${reason ?? message}`)
    },
  )
  // Not at the top: it imports the content, whose mistakes are explained by check-content-files.ts.
  const { legalValues } = await import('../../src/site/legal-values.ts')
  for (const launched of [false, { url: 'https://tool.example/' }]) {
    const values = { ...legalValues, launched }
    try {
      renderToStaticMarkup(Text(onlyKnown(values, 'props', { components: undefined })))
    } catch (error) {
      throw explain(file, error, Object.keys(values))
    }
  }
}

interface Rules {
  shape?: Record<string, Rules>
}

/**
 * The same values, but an unknown name throws instead of being undefined.
 * @param optional names that may be missing
 */
function onlyKnown<Values extends object>(
  values: Values,
  path: string,
  optional: Record<string, unknown> = {},
): Values {
  return new Proxy(values, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || Array.isArray(target)) return value
      const known = Object.keys({ ...target, ...optional })
      if (!known.includes(key)) throw unknownName(`${path}.${key}`, key, known)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const rules = key === 'site' ? (siteRules([]) as Rules) : (optional[key] as Rules | undefined)
      return onlyKnown(value, `${path}.${key}`, rules?.shape)
    },
  })
}

function unknownName(written: string, name: string, known: string[]): UserError {
  const meant = closestName(name, known)
  const hint = meant === undefined ? `Known names: ${known.join(', ')}` : `Did you mean ${meant}?`
  return new UserError(`{${written}} is not a known name. ${hint}`)
}

function explain(file: string, error: unknown, names: string[]): unknown {
  const { message } = error as Error
  if (error instanceof UserError) return new UserError(`${file}: ${message}`)
  const free = /^(\w+) is not defined$/.exec(message)?.[1]
  if (free === undefined) return new UserError(`${file} can't be rendered: ${message}`)
  const known = names.map((name) => `props.${name}`)
  return new UserError(`${file}: ${unknownName(free, `props.${free}`, known).message}`)
}
