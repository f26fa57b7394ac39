/** Loads the new mail behind the old one, and shows it at the same place, without a flash. */
const showMail = (frame) => {
  const isOther = frame.closest('.mail').querySelector('.other').checked
  const other = matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark'
  for (const late of frame.parentElement.querySelectorAll('iframe.next')) late.remove()
  const next = frame.cloneNode()
  next.hidden = false
  next.classList.add('next')
  next.addEventListener('load', () => {
    const { scrollX, scrollY } = frame.contentWindow
    next.contentWindow.scrollTo(scrollX, scrollY)
    next.classList.remove('next')
    frame.remove()
  })
  next.src = next.dataset.shown + (isOther ? `&scheme=${other}` : '')
  frame.after(next)
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.other')) return
  for (const frame of target.closest('.mail').querySelectorAll('iframe:not(.next)')) showMail(frame)
})
