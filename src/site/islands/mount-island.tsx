import { useEffect, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Language } from '#language.ts'

export interface IslandProps {
  language: Language
  /** The form posts here. */
  action: string
  showFailureNotice: boolean
  /** Only on the server: the text above the button, which hydration leaves alone. */
  finePrintHtml?: string
}

/**
 * Hydrates the server's markup and resolves when the form works. If a translation or an extension has changed the
 * markup, hydration fails: then restore the plain form with the text that was typed.
 */
export function mountIsland<Props extends IslandProps>(
  Form: ComponentType<Props>,
  island: HTMLElement,
): Promise<void> {
  const props = JSON.parse(island.dataset['props']!) as Props
  const plain = [...island.childNodes]
  const focused = document.activeElement as HTMLElement
  return new Promise((resolve, reject) => {
    const giveUp = (error: unknown) => {
      // React must finish before its nodes are removed.
      queueMicrotask(() => {
        root.unmount()
        island.replaceChildren(...plain)
        if (document.activeElement === document.body) focused.focus({ preventScroll: true })
      })
      reject(error)
    }
    const root = hydrateRoot(
      island,
      <Ready onReady={resolve}>
        <Form {...props} />
      </Ready>,
      { onUncaughtError: giveUp, onRecoverableError: giveUp },
    )
  })
}

function Ready({ onReady, children }: { onReady: () => void; children: React.ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
