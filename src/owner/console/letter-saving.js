/* global showMail -- of mail-frame.js */
{
  const form = document.getElementById('letter')
  const savedLabel = document.getElementById('saved')
  // Two versions replace the page, but may need it.
  const whenEnded = document.getElementById('when-ended').content
  const address = document.baseURI + form.getAttribute('action').replace(/\/save$/, '')
  /** After the last key. */
  const pauseMs = 700
  /** A long letter and its page have almost a megabyte: enough time for a slow tunnel. */
  const maxAnswerMs = 2 * 60_000
  /** The mail server has five minutes for each language. */
  const maxTestMs = 12 * 60_000

  const fields = () => [...document.querySelectorAll('.page textarea')]
  const writing = () => {
    const isPublic = document.querySelector('[name=public]')?.checked
    return JSON.stringify([isPublic, ...fields().map(({ value }) => value)])
  }
  /** As it is stored. */
  let stored = writing()
  /** A save without an answer: it may be stored. Sent again as it was, it brings the version for the next one. */
  let unanswered
  const isUnsaved = () => !hasLeft && (unanswered !== undefined || writing() !== stored)
  let hasLeft = false
  /** Between two versions: nothing is saved meanwhile. */
  let isChoosing = false
  let timer

  // Requests

  /** @returns the status 0 if the connection is lost, or nothing comes for a long time */
  const request = (method, url, body, maxMs = maxAnswerMs) =>
    new Promise((done) => {
      const xhr = new XMLHttpRequest()
      const limit = setTimeout(() => xhr.abort(), maxMs)
      xhr.open(method, url)
      xhr.responseType = 'document'
      xhr.onloadend = () => {
        clearTimeout(limit)
        done({ status: xhr.status, page: xhr.response })
      }
      xhr.send(body)
    })

  /** One after the other: the next one starts with the version that the last one returned. */
  let last = Promise.resolve(true)
  const saveNow = () => {
    clearTimeout(timer)
    last = last.then(save, save)
    return last
  }

  /** @returns whether everything on the page is stored */
  const save = async () => {
    if (hasLeft || isChoosing) return false
    if (!isUnsaved()) return true
    const sent = unanswered ?? { text: writing(), data: formData() }
    savedLabel.textContent = 'Saving…'
    const { status, page } = await request('POST', form.action, sent.data)
    unanswered = status === 0 ? sent : undefined
    if (status === 409) {
      showVersions(page)
      return false
    }
    if (status !== 200) {
      const reason = page?.querySelector('#alert')?.textContent
      refuse(status, reason)
      return false
    }
    stored = sent.text
    update(page)
    return isUnsaved() ? await save() : true
  }

  const formData = () => {
    const data = new FormData(form)
    // Pictures go on their own: see addPicture.
    for (const name of Array.from(data.keys())) if (name.endsWith('.picture')) data.delete(name)
    return data
  }

  const refuse = (status, reason) => {
    savedLabel.classList.add('not')
    savedLabel.textContent = `Not saved since ${savedAt}`
    if (status === 0) return showEnded()
    const alertBox = document.getElementById('alert')
    alertBox.textContent = reason ?? 'The letter could not be saved. Copy it before you leave.'
    alertBox.hidden = false
  }

  let savedAt = savedLabel.textContent.replace(/^\D+/, '')
  for (const frame of document.querySelectorAll('.mail iframe')) frame.dataset.at = savedAt

  // What follows the text: checks, state, mail

  const update = (page) => {
    document.getElementById('ended')?.remove()
    for (const old of document.querySelectorAll('[data-live]')) {
      const fresh = page.getElementById(old.id)
      if (fresh && !fresh.isEqualNode(old)) old.replaceWith(document.adoptNode(fresh))
    }
    for (const field of document.querySelectorAll('input[type=hidden]')) {
      const fresh = page.querySelector(`input[type=hidden][name=${field.name}]`)
      if (fresh) field.value = fresh.value
    }
    savedLabel.classList.remove('not')
    savedLabel.textContent = page.getElementById('saved').textContent
    savedAt = savedLabel.textContent.replace(/^\D+/, '')
    for (const frame of document.querySelectorAll('.mail iframe:not(.next)'))
      updateMail(frame, page)
    if (page.querySelector('.checks .waits')) setTimeout(() => void refresh(), 1500)
  }

  const updateMail = (frame, page) => {
    const { language } = frame.closest('.mail').dataset
    const fresh = page.querySelector(`.mail[data-language=${language}] iframe`)
    const note = document.getElementById(`note-${language}`)
    const source = fresh?.dataset.shown
    if (!source) {
      const sheet = document.querySelectorAll(`.page[data-language=${language}] textarea`)
      frame.hidden ||= [...sheet].every(({ value }) => value.trim() === '')
      if (!frame.hidden) note.firstChild?.prepend(`The mail as it was at ${frame.dataset.at}. `)
      return
    }
    frame.dataset.at = savedAt
    if (frame.dataset.shown === source && !frame.hidden) return
    frame.dataset.shown = source
    showMail(frame)
  }

  const refresh = async (isByOwner = false) => {
    if (document.hidden && !isUnsaved() && !isByOwner) return
    const { status, page } = await request('GET', address)
    if (status === 0) showEnded()
    else if (isChoosing) document.getElementById('ended')?.remove()
    else if (status === 200 && page.getElementById('letter') && !isUnsaved()) {
      const own = form.elements.version.value
      if (page.querySelector('[name=version]').value === own) update(page)
    }
  }

  // Saving by itself

  const changed = () => {
    clearTimeout(timer)
    if (isUnsaved()) timer = setTimeout(() => void saveNow(), pauseMs)
  }
  document.addEventListener('input', changed)

  const saveAloud = async () => {
    const isSaved = await saveNow()
    if (isSaved) document.getElementById('saved-now').textContent = savedLabel.textContent
  }
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    void saveAloud()
  })

  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })

  // A page from the browser's history may be older than the letter.
  const compare = async () => {
    const { page } = await request('GET', address)
    const version = page?.querySelector('#letter [name=version]')?.value
    if (version !== form.elements.version.value && !isUnsaved()) location.reload()
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void compare()
  })

  // A letter that is open keeps the console running.
  setInterval(() => {
    if (!document.hidden || isUnsaved())
      void (isUnsaved() && !isChoosing ? saveNow() : refresh(true))
  }, 60_000)
  document.addEventListener('visibilitychange', () => {
    void (document.hidden ? saveNow() : refresh())
  })

  // Whatever leaves the page takes the text that is on it along.
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event
    if (target.id === 'versions') {
      if (hasLeft) return
      event.preventDefault()
      void submitChoice(target, submitter)
    } else if (target === form) {
      event.preventDefault()
      void saveNow()
    } else if (target.matches('[data-stays]')) {
      event.preventDefault()
      void sendTest(target)
    } else if (isUnsaved()) {
      event.preventDefault()
      void submitSaved(target)
    }
  })

  /** If the console has ended, the browser would show an error instead of the text. */
  const submitChoice = async (versions, submitter) => {
    const { status } = await request('GET', address)
    if (hasLeft) return
    if (status === 0) return showEnded()
    hasLeft = true
    versions.requestSubmit(submitter)
  }

  const submitSaved = async ({ action }) => {
    if (!(await saveNow())) return
    // The form, or its button, may have been replaced by the answer.
    const current = [...document.forms].find((one) => one.action === action)
    current?.requestSubmit()
  }

  const sendTest = async (test) => {
    const outcome = document.querySelector('.outcome')
    if (!(await saveNow())) return
    outcome.textContent = 'Sending…'
    const { status, page } = await request(
      'POST',
      test.action,
      new URLSearchParams(new FormData(test)),
      maxTestMs,
    )
    if (status === 0) return showEnded()
    outcome.textContent = page?.querySelector('.notice')?.textContent ?? 'It was not sent.'
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a')
    if (!link || !isUnsaved() || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (link.href.split('#')[0] === location.href.split('#')[0]) return
    event.preventDefault()
    // If it could not be saved, the browser asks.
    void saveNow().then(() => location.assign(link.href))
  })

  // Two versions, and a console that has ended

  const showVersions = (page) => {
    isChoosing = true
    const { activeElement } = document
    const typed = new Map(fields().map(({ name, value }) => [name, value]))
    document.querySelector('main').replaceWith(document.adoptNode(page.querySelector('main')))
    for (const field of document.querySelectorAll('#versions textarea')) {
      if (typed.has(field.name)) field.value = typed.get(field.name)
    }
    dispatchEvent(new Event('resize'))
    // The next keys go where the last ones went.
    const field = document.querySelector(`#versions textarea[name="${activeElement.name}"]`)
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(activeElement.selectionStart, activeElement.selectionEnd)
    scrollTo(0, 0)
  }

  const showEnded = () => {
    if (document.getElementById('ended')) return
    document.querySelector('.bar').after(whenEnded.cloneNode(true))
  }

  const asText = () =>
    [...document.querySelectorAll('.page')]
      .map((page) => [...page.querySelectorAll('textarea')].map(({ value }) => value).join('\n\n'))
      .filter((text) => text.trim() !== '')
      .join('\n\n--------\n\n')

  const copy = async (button) => {
    await navigator.clipboard.writeText(asText())
    button.textContent = 'Copied'
  }

  document.addEventListener('click', ({ target }) => {
    const act = target.closest('[data-keep]')?.dataset.keep
    if (act === 'copy') void copy(target)
    if (act !== 'file') return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([asText()], { type: 'text/markdown' }))
    link.download = `${document.querySelector('.bar h1').textContent}.md`
    link.click()
  })

  // After two versions: so that a link to a place on this page does not load another one.
  if (location.pathname.endsWith('/save')) history.replaceState(null, '', address)

  // The checks may not be done yet.
  if (document.querySelector('.checks .waits')) setTimeout(() => void refresh(), 1500)
}
