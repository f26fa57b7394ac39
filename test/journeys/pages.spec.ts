import sharp from 'sharp'
import { launched, ofContent, pitch, site, team } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { readAloud } from './read-aloud.ts'

test(
  'the hero fills the window; its headline fades in after 1 s for 1 s, the subline after 1.5 s',
  { tag: ofContent },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    const fade = (text: string) =>
      page.getByText(text).evaluate((element) => {
        const [animation] = element.getAnimations()
        const { delay, duration } = animation!.effect!.getTiming()
        const [first] = (animation!.effect as KeyframeEffect).getKeyframes()
        return { delay, duration, from: first!['opacity'] }
      })
    expect(await fade(pitch.headline)).toEqual({
      delay: 1000,
      duration: 1000,
      from: '0',
    })
    expect(await fade(pitch.subline)).toEqual({
      delay: 1500,
      duration: 1000,
      from: '0',
    })
    await expect(page.getByRole('heading', { name: pitch.newsletter.title })).toBeVisible()
    await expect(page.getByText(pitch.newsletter.text)).toBeVisible()
    const hero = page.getByRole('region', { name: pitch.headline })
    expect((await hero.boundingBox())!.height).toBeGreaterThanOrEqual(900)
    const picture = hero.locator('img')
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0)
  },
)

test('the list of contents marks the section that is read, without a script', async ({
  browser,
  site: { url },
}) => {
  const page = await browser.newPage({ baseURL: url, javaScriptEnabled: false })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/privacy')
  for (const index of [3, 6]) {
    const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(index)
    await expect(link.locator('span')).toHaveCSS('text-decoration-line', 'none')
    await link.click()
    await page.mouse.move(0, 0)
    await expect(link.locator('span')).toHaveCSS('text-decoration-line', 'underline')
  }
  await page.close()
})

test('the open menu stands out from the page in the dark scheme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto('/')
  const card = page.locator('#newsletter h2')
  const light = async () => {
    const pixels = await sharp(await card.screenshot())
      .removeAlpha()
      .stats()
    return pixels.channels.map(({ mean }) => mean)
  }
  const before = await light()
  await page.getByRole('button', { name: 'Menu' }).click()
  const behind = await light()
  for (const [index, value] of behind.entries()) expect(value).toBeLessThan(before[index]! / 2)
  const [edge = 0, panel = 0] = await page.locator('#menu').evaluate((menu) => {
    const { borderTopColor, backgroundColor } = getComputedStyle(menu)
    return [borderTopColor, backgroundColor].map((colour) => Number(colour.match(/\d+/)![0]))
  })
  expect(edge).toBeGreaterThan(3 * panel)
})

test(
  'the founders’ cards slide in 0.2 s apart for 0.5 s, the vision after 0.6 s',
  { tag: ofContent },
  async ({ page }) => {
    await page.goto('/about')
    const timing = (element: Element) => {
      const { delay, duration } = element.getAnimations()[0]!.effect!.getTiming()
      return { delay, duration }
    }
    const cards = page.getByRole('region', { name: 'Our Team' }).getByRole('listitem')
    await expect(cards).toHaveCount(team.length)
    for (const index of team.keys()) {
      expect(await cards.nth(index).evaluate(timing)).toEqual({ delay: index * 200, duration: 500 })
    }
    const vision = page.getByRole('region', { name: 'Our Vision' })
    expect(await vision.evaluate(timing)).toEqual({ delay: 600, duration: 500 })
    await expect(vision).toContainText(pitch.vision)
  },
)

test(
  'each founder’s card shows role, sub-role and a profile that opens in a new tab',
  { tag: ofContent },
  async ({ page }) => {
    await page.goto('/about')
    const cards = page.getByRole('region', { name: 'Our Team' }).getByRole('listitem')
    for (const [index, { role, subRole, linkedin }] of team.entries()) {
      for (const text of [role.en, subRole.en]) {
        await expect(cards.nth(index).getByText(text, { exact: true })).toBeVisible()
      }
      const profile = cards.nth(index).getByRole('link')
      await expect(profile).toHaveAttribute('href', linkedin)
      await expect(profile).toHaveAttribute('target', '_blank')
      await expect(profile).toHaveAttribute('rel', /noopener/)
      // In one piece: screen readers would read a hidden text apart.
      await expect(profile).toHaveAttribute('aria-label', /\(opens in a new tab\)$/)
    }
  },
)

test('the button below the vision leads to the newsletter form', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: pitch.newsletter.title }).click()
  await expect(page).toHaveURL(/\/#newsletter$/)
  await expect(page.getByPlaceholder('Enter your email')).toBeInViewport()
})

test('on paper a button that leads to a page is an underlined link', async ({ page }) => {
  await page.goto('/about')
  await page.emulateMedia({ media: 'print' })
  const link = page.getByRole('main').getByRole('link', { name: pitch.newsletter.title })
  await expect(link).toHaveCSS('text-decoration-line', 'underline')
  await expect(link).toHaveCSS('padding-left', '0px')
})

test('the example’s last row leads to the newsletter form, and its answers begin where the form does', async ({
  page,
}) => {
  test.skip(!pitch.showExample || launched !== false, 'needs the original last row of the example')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const link = page.getByRole('listitem').getByRole('link', { name: pitch.newsletter.title })
  const email = page.getByPlaceholder('Enter your email')
  for (const width of [1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const [answer, field] = [await link.boundingBox(), await email.boundingBox()]
    expect(Math.abs(answer!.x - field!.x), `${width} px`).toBeLessThan(2)
  }
  await link.click()
  await expect(page).toHaveURL(/\/#newsletter$/)
  await expect(email).toBeInViewport()
})

test('an unknown path shows a 404 page with the layout and a link to the home page', async ({
  page,
}) => {
  const response = await page.goto('/no/such/page')
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('main').getByRole('link').click()
  await expect(page).toHaveURL(/\/$/)
})

test(
  'the header shows its links from 768 px on, and the menu button below',
  { tag: ofContent },
  async ({ page }) => {
    await page.goto('/about')
    const nav = page.getByRole('navigation', { name: 'Main' })
    const menu = page.getByRole('button', { name: 'Menu' })
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(nav).toBeVisible()
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(nav).toBeHidden()
    await expect(menu).toBeVisible()
  },
)

test('on a phone the closed menu is read as one button, and the open menu as expanded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  expect((await readAloud(page)).slice(1, 5)).toEqual([
    'banner',
    `link ${site.brand}, home`,
    'button Menu',
    'main',
  ])
  await page.getByRole('button', { name: 'Menu' }).click()
  expect((await readAloud(page)).slice(3, 8)).toEqual([
    'button Menu expanded',
    'navigation Main',
    'link Home',
    'link About Us',
    'link Contact',
  ])
  await expect(page.getByRole('link', { name: 'About Us' })).toHaveAttribute('aria-current', 'page')
})

test('an open menu closes when the phone is rotated, and its links appear in the header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(() => menu.evaluate((element) => element.matches(':popover-open'))).toBe(false)
  const logo = await page.getByRole('link', { name: `${site.brand}, home` }).boundingBox()
  const first = await menu.getByRole('link', { name: 'Home' }).boundingBox()
  expect(first!.x).toBeGreaterThan(logo!.x + logo!.width)
})

test('the terms link to the privacy policy', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('article').getByRole('link', { name: 'Privacy Policy' }).first().click()
  await expect(page).toHaveURL(/\/privacy$/)
})
