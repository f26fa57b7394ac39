// Inlined in the head of pages with a form, so it runs before anyone can click. It fetches React at
// a visitor's first intent, and holds a submit that comes earlier until the form is alive.

type Mount = (island: HTMLElement) => Promise<void>

/** As long as the form itself waits for an answer. */
const mostMs = 10_000

const waking = new Map<HTMLElement, Promise<void>>()

for (const intent of ['focusin', 'pointerdown', 'pointermove', 'touchstart']) {
  document.addEventListener(intent, (event) => void wake(islandOf(event))?.catch(() => {}), {
    passive: true,
  })
}

// The newsletter's own message replaces the browser's bubble. A submit by Enter clicks the button too.
document.addEventListener(
  'click',
  (event) => {
    const form = (event.target as Element).closest('form')
    if (form && islandOf(event)?.hasAttribute('data-own-validation')) form.noValidate = true
  },
  true,
)

document.addEventListener(
  'submit',
  (event) => {
    const island = islandOf(event)
    if (!island || island.hasAttribute('data-awake')) return
    event.preventDefault()
    const form = event.target as HTMLFormElement
    // A double click must not be replayed twice.
    if (island.hasAttribute('data-held')) return
    const region = island.previousElementSibling!
    // What is going to be refused must not look as if it were under way.
    const isBlank = (field: HTMLInputElement) => field.value.trim() === ''
    const isValid =
      form.checkValidity() &&
      ![...form.querySelectorAll<HTMLInputElement>(':required')].some(isBlank)
    island.setAttribute('data-held', isValid ? 'sending' : '')
    if (isValid) region.textContent = form.querySelector('button')!.dataset['heldLabel']!
    const release = () => island.removeAttribute('data-held')
    const tooLate = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('too late')), mostMs),
    )
    Promise.race([wake(island), tooLate]).then(
      () => {
        release()
        return form.requestSubmit()
      },
      (error: unknown) => {
        region.textContent = ''
        if (navigator.onLine) {
          // The page is being left. Another click sends nothing more; who comes back finds the form free.
          addEventListener('pageshow', release, { once: true })
          setTimeout(release, mostMs)
          return form.submit()
        }
        release()
        const isNewsletter = island.hasAttribute('data-own-validation')
        console.error(isNewsletter ? 'Error submitting email:' : 'Error sending message:', error)
      },
    )
  },
  true,
)

function islandOf(event: Event): HTMLElement | null | undefined {
  return (event.target as Element | null)?.closest?.<HTMLElement>('[data-island]')
}

function wake(island: HTMLElement | null | undefined): Promise<void> | undefined {
  if (!island) return undefined
  let awake = waking.get(island)
  if (!awake) {
    // The first address is the island, the others what it imports: asked for at once, not one by one.
    const [first, ...rest] = island.dataset['island']!.split(' ')
    const load = (url: string) => import(/* @vite-ignore */ url) as Promise<{ mount: Mount }>
    for (const url of rest) load(url).catch(() => {})
    const loaded = load(first!)
    // Only this may go better next time: a form that cannot be mounted stays a plain one.
    loaded.catch(() => waking.delete(island))
    awake = loaded.then(({ mount }) => mount(island))
    awake.then(
      () => island.setAttribute('data-awake', ''),
      () => {},
    )
    waking.set(island, awake)
  }
  return awake
}
