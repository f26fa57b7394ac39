import { useEffect, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

export interface IslandProps {
  /** Where the form posts. */
  action: string
  showFailureNotice: boolean
  /** The newsletter form as it comes back to a browser without JavaScript. */
  startsInvalid?: boolean
  /** On the server only: what stands before the button. In the browser it is there already, and stays. */
  finePrintHtml?: string
}

/**
 * Hydrates what the server rendered; resolves when the form answers. What a translation or an
 * extension has changed React will not have: then the plain form stays, and all that was typed.
 */
export function mountIsland(Form: ComponentType<IslandProps>, island: HTMLElement): Promise<void> {
  const props = JSON.parse(island.dataset['props']!) as IslandProps
  // Firefox brings a button back as it was when the page was left.
  island.querySelector('button')!.disabled = false
  const plain = [...island.childNodes]
  const focused = document.activeElement as HTMLElement
  return new Promise((resolve, reject) => {
    const giveUp = (error: unknown) => {
      // React is still at work, and has to be done before its nodes are taken away.
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
