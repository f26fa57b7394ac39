import { overflowing } from './fitting.ts'
import { expect, test } from './journey.ts'

// Its hash of the styles would no longer fit.
test.use({ bypassCSP: true })

test('in a browser without popovers the menu is a row of links that fits beside the logo', async ({
  page,
}) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(' popover="auto"', '')
    await route.fulfill({ response, body: html.replaceAll(':popover-open', ':no-popovers') })
  })
  for (const width of [320, 390, 600, 767]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/about')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveCount(3)
    expect(await overflowing(page), `${width} px`).toEqual([])
    const { height } = (await page.getByRole('banner').boundingBox())!
    expect(height, `${width} px`).toBeLessThan(74)
  }
})
