import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Logo } from '../../src/site/layout/header.tsx'
import { drawIcons } from './draw-icons.ts'
import { drawSocialCard } from './draw-social-card.ts'

test('the icons and the social card show the same logo as the header', () => {
  const shapes = renderToStaticMarkup(Logo()).match(/ d="[^"]*"/g) ?? []
  for (const { name, source } of [...drawIcons(), ...drawSocialCard()]) {
    for (const shape of shapes) expect(source, name).toContain(shape)
  }
})
