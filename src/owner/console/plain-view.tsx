import type { View } from './layout.tsx'

/** A page with one sentence. */
export function plainView(title: string, sentence: string): View {
  const body = (
    <>
      <h1>{title}</h1>
      <p className="none" id="alert">
        {sentence}
      </p>
    </>
  )
  return { title, body }
}
