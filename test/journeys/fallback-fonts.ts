import type { Page } from '@playwright/test'
import { test } from './journey.ts'

/** Skips the test if the machine has none of the fonts that the fallback fonts in fonts.css are fitted to. */
export async function skipWithoutFallbackFonts(page: Page): Promise<void> {
  const areThere = await page.evaluate(async () => {
    const font = new FontFace('fallback', 'local("Times New Roman"), local("Liberation Serif")')
    return await font.load().then(
      () => true,
      () => false,
    )
  })
  test.skip(!areThere, 'needs Liberation fonts')
}
