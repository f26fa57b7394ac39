import { useEffect, type RefObject } from 'react'

/**
 * Says it in the live region before the island. The loader may have said it there already, and
 * nothing is to be announced twice.
 */
export function useStatus(form: RefObject<HTMLFormElement | null>, text = '') {
  useEffect(() => {
    const island = form.current!.closest('[data-island]')!
    const region = island.previousElementSibling!
    if (island.hasAttribute('data-held') || region.textContent === text) return
    region.textContent = text
  })
}
