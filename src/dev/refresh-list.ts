/** Shows a new mail in the list at once. The mail that is open stays as it is. */
new EventSource('/dev/mail/arrivals').addEventListener('message', () => void refreshList())

async function refreshList() {
  const response = await fetch(location.href)
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  document.querySelector('nav')!.replaceWith(fresh.querySelector('nav')!)
}
