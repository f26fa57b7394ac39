// Inlined in the head of pages with a form. Loads React at a visitor's first intent and holds an earlier submit
// until the form is hydrated.

type Mount = (island: HTMLElement) => Promise<void>

/** The form's own timeout for a request. */
const maxWaitMs = 10_000

const waking = new Map<HTMLElement, Promise<void>>()

for (const intent of ['focusin', 'pointerdown', 'pointermove', 'touchstart', 'click']) {
  const listen = (event: Event) => {
    const island = islandOf(event)
    if (!island) return
    // The form shows its own message instead of the browser's. (Enter fires a click too.)
    if (isNewsletter(island)) island.querySelector('form')!.noValidate = true
    // It would silently cut off pasted text, and the form has its own check.
    island.querySelector('textarea')?.removeAttribute('maxlength')
    wake(island).catch(() => {})
  }
  document.addEventListener(intent, listen, { capture: true, passive: true })
}

const submitted = (event: Event) => {
  const island = islandOf(event)
  if (!island) return
  const isHeld = island.hasAttribute('data-held')
  if (island.hasAttribute('data-awake') && !isHeld) return
  event.preventDefault()
  if (!isHeld) void hold(island, event.target as HTMLFormElement)
  // A second click must not send it twice, also if React arrives while the plain form is being sent.
  else event.stopPropagation()
}
document.addEventListener('submit', submitted, true)

async function hold(island: HTMLElement, form: HTMLFormElement) {
  const region = island.previousElementSibling!
  // Don't show an invalid form as being sent.
  const isBlank = (field: HTMLInputElement) => field.value.trim() === ''
  const isValid =
    form.checkValidity() && ![...form.querySelectorAll<HTMLInputElement>(':required')].some(isBlank)
  island.setAttribute('data-held', isValid ? 'sending' : '')
  if (isValid) region.textContent = form.querySelector('button')!.dataset['heldLabel']!
  const release = () => island.removeAttribute('data-held')
  try {
    const tooLate = new Promise((_, reject) => setTimeout(reject, maxWaitMs, new Error('too late')))
    await Promise.race([wake(island), tooLate])
    release()
    form.requestSubmit()
  } catch (error) {
    region.textContent = ''
    if (navigator.onLine) {
      // The page is being left: ignore further clicks until the visitor comes back.
      addEventListener('pageshow', release, { once: true })
      setTimeout(release, maxWaitMs)
      return form.submit()
    }
    release()
    // The failure is silent: what is heard is the label that is seen again.
    if (isValid) region.textContent = form.querySelector('button')!.textContent
    console.error(
      isNewsletter(island) ? 'Error submitting email:' : 'Error sending message:',
      error,
    )
  }
}

function islandOf(event: Event): HTMLElement | null | undefined {
  return (event.target as Element | null)?.closest?.<HTMLElement>('[data-island]')
}

function isNewsletter(island: HTMLElement): boolean {
  return island.hasAttribute('data-own-validation')
}

function wake(island: HTMLElement): Promise<void> {
  const earlier = waking.get(island)
  if (earlier) return earlier
  // The first URL is the island, the others are its imports: load them in parallel.
  const [first, ...rest] = island.dataset['island']!.split(' ')
  const load = (url: string) => import(/* @vite-ignore */ url) as Promise<{ mount: Mount }>
  for (const url of rest) load(url).catch(() => {})
  const loaded = load(first!)
  // Retry a failed download, but not a failed hydration.
  loaded.catch(() => waking.delete(island))
  const awake = loaded
    .then(({ mount }) => mount(island))
    .then(() => island.setAttribute('data-awake', ''))
  waking.set(island, awake)
  return awake
}
