// A new mail shows at once; whoever is reading a letter keeps it.
new EventSource('/arrivals').addEventListener('message', () => {
  if (location.pathname === '/') location.reload()
  else void refreshList()
})

async function refreshList() {
  const answer = await fetch(location.href)
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  document.title = fresh.title
  document.querySelector('nav').replaceWith(fresh.querySelector('nav'))
}
