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

/** Hydrates what the server rendered; resolves when the form answers. */
export function mountIsland(Form: ComponentType<IslandProps>, island: HTMLElement): Promise<void> {
  const props = JSON.parse(island.dataset['props']!) as IslandProps
  return new Promise((resolve, reject) => {
    hydrateRoot(
      island,
      <Ready onReady={resolve}>
        <Form {...props} />
      </Ready>,
      { onUncaughtError: reject },
    )
  })
}

function Ready({ onReady, children }: { onReady: () => void; children: React.ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
