import { pitchTexts } from '#content/pitch-texts.ts'
import { signupHint } from '#site/signup-hint.ts'
import { launched, site } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, statusOf, submitButton } from './views.ts'

const pitch = pitchTexts('it', launched)
const hint = signupHint('it')

test.skip(!site.languages.includes('it'), 'needs Italian')

test('a signup on the Italian edition says every state in Italian and posts to /it/contact', async ({
  page,
}) => {
  const release = await holdSubmissions(page)
  await page.goto('/it')
  const email = page.getByPlaceholder('Indirizzo email')
  await expect(submitButton(page)).toHaveText(pitch.newsletter.button)
  await email.fill('ada')
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Inserisci un indirizzo email valido')
  await email.fill('ada@example.com')
  const request = page.waitForRequest((sent) => sent.method() === 'POST')
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Iscrizione in corso…')
  await expect(submitButton(page)).toBeDisabled()
  expect(new URL((await request).url()).pathname).toBe('/it/contact')
  expect((await request).postDataJSON()).toEqual({ email: 'ada@example.com' })
  release()
  await expect(submitButton(page)).toHaveText('Grazie!')
  await expect(statusOf(page)).toHaveText(`Grazie! ${hint.nextStep} ${hint.lookFor}`)
})

test('a message over the limit on the Italian edition shows an Italian error, and is sent once shortened', async ({
  page,
}) => {
  await page.goto('/it/contact')
  await fillInContactForm(page)
  const message = page.getByLabel('Messaggio')
  await message.fill('x'.repeat(12_003))
  await submitButton(page).click()
  await expect(message).toHaveJSProperty(
    'validationMessage',
    'Il testo ha 12.003 caratteri. Il massimo è 5.000.',
  )
  await message.fill('Due righe\ndi testo.')
  const request = page.waitForRequest((sent) => sent.method() === 'POST')
  await submitButton(page).click()
  expect(new URL((await request).url()).pathname).toBe('/it/contact')
  await expect(
    page.getByText('Grazie per averci scritto! Avrai presto una nostra risposta.'),
  ).toBeVisible()
  await expect(submitButton(page)).toHaveText('Invia il messaggio')
})

test('the footer leads to the same page in the other language and back', async ({ page }) => {
  for (const path of ['', '/terms']) {
    await page.goto(path || '/')
    await page.getByRole('link', { name: 'Italiano' }).click()
    await expect(page).toHaveURL(new RegExp(`/it${path}$`))
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(new URL(path || '/', page.url()).href)
  }
})

test('a browser that asks for another language gets the page it asked for', async ({ request }) => {
  const headers = { 'accept-language': 'it-IT,it;q=0.9' }
  const english = await request.get('/', { headers, maxRedirects: 0 })
  expect(english.status()).toBe(200)
  expect(await english.text()).toContain('<html lang="en">')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Italian forms lead to Italian pages', async ({ page }) => {
    await page.goto('/it')
    await page.getByPlaceholder('Indirizzo email').fill(`${'a'.repeat(65)}@example.com`)
    await submitButton(page).click()
    await expect(page).toHaveURL(/\/it\/newsletter\/invalid$/)
    await expect(page.getByText('Inserisci un indirizzo email valido')).toBeVisible()
    await page.getByPlaceholder('Indirizzo email').fill('plain@example.com')
    await submitButton(page).click()
    await expect(page).toHaveURL(/\/it\/newsletter\/thanks$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grazie!')
    await page.goto('/it/contact')
    await fillInContactForm(page)
    await submitButton(page).click()
    await expect(page).toHaveURL(/\/it\/contact\/thanks$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messaggio inviato')
  })
})
