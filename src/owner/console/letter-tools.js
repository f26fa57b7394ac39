{
  const address = document.getElementById('letter').action.replace(/\/save$/, '')
  const maxPictureBytes = 25_000_000
  const fields = () => [...document.querySelectorAll('.page textarea')]

  // Tools, with the undo of the text box

  const insert = (field, text) => {
    field.focus()
    document.execCommand('insertText', false, text)
  }
  const around = (field, before, after, empty) => {
    const { selectionStart: from, selectionEnd: to, value } = field
    const chosen = value.slice(from, to) || empty
    insert(field, before + chosen + after)
    field.setSelectionRange(from + before.length, from + before.length + chosen.length)
  }
  /** Each line of the selection, or the one with the caret. */
  const beginLines = (field, mark) => {
    const { selectionStart, selectionEnd: end, value } = field
    const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1
    field.setSelectionRange(start, end)
    insert(field, value.slice(start, end).replaceAll(/^(?=.)/gm, mark) || mark)
  }
  const tools = {
    Bold: (field) => around(field, '**', '**', 'bold'),
    Heading: (field) => beginLines(field, '## '),
    List: (field) => beginLines(field, '- '),
    Link: (field) => around(field, '[', '](https://)', 'words'),
    Picture: (field) => field.closest('.page').querySelector('[type=file]').click(),
  }
  const textOf = (element) => element.closest('.page').querySelector('.text textarea')

  for (const bar of document.querySelectorAll('.tools')) {
    // The text box keeps its selection.
    bar.addEventListener('mousedown', (event) => event.preventDefault())
    bar.addEventListener('click', ({ target }) => {
      const { tool } = target.closest('button')?.dataset ?? {}
      if (tool) tools[tool](textOf(bar))
    })
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      const buttons = [...bar.children]
      const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length)
      event.target.tabIndex = -1
      next.tabIndex = 0
      next.focus()
    })
  }
  document.addEventListener('keydown', (event) => {
    const tool = (event.ctrlKey || event.metaKey) && { b: 'Bold', k: 'Link' }[event.key]
    if (!tool || !event.target.matches('.text textarea')) return
    event.preventDefault()
    tools[tool](event.target)
  })

  // Subject and preview are single lines.
  document.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event
    if (key !== 'Enter' || isComposing || !target.matches(':is(.subject, .teaser) textarea')) return
    event.preventDefault()
    const all = fields()
    all[all.indexOf(target) + 1].focus()
  })

  // "Go there" and "Write them" lead to the place in the text.
  const placeOf = (value, { find, line = 1 }) => {
    if (find) return Math.max(0, value.indexOf(find))
    const lines = value.split('\n')
    const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
    const brackets = lines[line - 1]?.indexOf('![](') ?? -1
    return brackets === -1 ? start : start + brackets + 2
  }
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-line], [data-find]')
    if (!link) return
    const field = document.getElementById(link.hash.slice(1))
    event.preventDefault()
    field.focus()
    const at = placeOf(field.value, link.dataset)
    field.setSelectionRange(at, at)
  })

  // Pictures: chosen, dropped or pasted

  const visited = new WeakSet()
  document.addEventListener('focusin', ({ target }) => visited.add(target))

  /** @returns the place of the next one */
  const addPicture = async (field, file, place) => {
    const [refused, adding] = field.closest('.page').querySelectorAll('.refused, .adding')
    if (file.size > maxPictureBytes) {
      refused.append(`${file.name} has over 25 MB: make it smaller. `)
      return place
    }
    adding.textContent = `Adding ${file.name}…`
    const data = new FormData()
    data.append('picture', file)
    const answer = await fetch(`${address}/pictures`, { method: 'POST', body: data }).catch(
      () => {},
    )
    const text = (await answer?.text()) ?? 'The picture could not be sent: the console has ended'
    adding.textContent = ''
    if (answer?.ok) return insertPicture(field, text, place)
    refused.append(`${text}. `)
    return place
  }

  /** Of a new picture: the text before and after it. */
  const placeFor = (field) => {
    const { value } = field
    // In a text that nobody has clicked in, the caret is at its start.
    const caret = visited.has(field) ? field.selectionEnd : value.length
    // Not inside the brackets of another picture.
    const isInside = /!\[[^\]\n]*$/.test(value.slice(0, caret))
    const [rest = ''] = (isInside && /^[^\]\n]*\]\([^)\n]*\)/.exec(value.slice(caret))) || []
    const at = caret + rest.length
    return { ahead: value.slice(0, at), behind: value.slice(at), isLeft: false }
  }

  /** As a paragraph of its own. The caret goes where its words are to be written, unless somebody has written on. */
  const insertPicture = (field, name, { ahead, behind, isLeft: wasLeft }) => {
    const { value, selectionStart, selectionEnd } = field
    let at = selectionEnd
    if (value.startsWith(ahead)) at = ahead.length
    else if (value.endsWith(behind)) at = value.length - behind.length
    const missing = (breaks) => '\n'.repeat(Math.max(0, 2 - breaks.length))
    const start = at === 0 ? '' : missing(/\n*$/.exec(value.slice(0, at))[0])
    const end = at === value.length ? '' : missing(/^\n*/.exec(value.slice(at))[0])
    const picture = `${start}![](${name})${end}`
    const { activeElement } = document
    const isElsewhere = activeElement !== field && activeElement.matches('textarea')
    const isLeft = wasLeft || isElsewhere || value !== ahead + behind
    field.setSelectionRange(at, at)
    insert(field, picture)
    const caret = at + start.length + 2
    if (!isLeft) field.setSelectionRange(caret, caret)
    else {
      const moved = (place) => place + (place < at ? 0 : picture.length)
      field.setSelectionRange(moved(selectionStart), moved(selectionEnd))
      activeElement.focus({ preventScroll: true })
    }
    return { ahead: value.slice(0, at) + picture, behind: value.slice(at), isLeft }
  }
  const addPictures = async (field, files) => {
    field.closest('.page').querySelector('.refused').textContent = ''
    let place = placeFor(field)
    for (const file of files) place = await addPicture(field, file, place)
  }
  document.addEventListener('change', ({ target }) => {
    if (target.type !== 'file') return
    void addPictures(textOf(target), [...target.files])
    target.value = ''
  })
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  // Outside a sheet, the browser would open the file instead of the page.
  addEventListener('drop', (event) => {
    const { files } = event.dataTransfer
    if (files.length === 0) return
    event.preventDefault()
    const sheet = event.target.closest?.('.page')
    if (sheet) void addPictures(textOf(sheet.firstElementChild), [...files])
  })
  document.addEventListener('paste', (event) => {
    const sheet = event.target.closest?.('.page')
    const { files, types } = event.clipboardData
    if (!sheet || files.length === 0) return
    // Word and Excel add a picture of the copied text.
    if (types.includes('text/plain') && types.includes('text/html')) return
    event.preventDefault()
    void addPictures(textOf(sheet.firstElementChild), [...files])
  })

  // A new letter has its subject already.
  const first = document.getElementById('text-en')
  if (first.value === '' && location.hash === '') first.focus({ preventScroll: true })

  // Where the browser can't size a text box by its text.
  const fit = (field) => {
    const { scrollY } = window
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
    scrollTo(0, scrollY)
  }
  const fitAll = () => {
    if (!CSS.supports('field-sizing', 'content')) for (const field of fields()) fit(field)
  }
  document.addEventListener('input', ({ target }) => {
    if (target.matches('.page textarea')) fitAll()
  })
  addEventListener('resize', fitAll)
  void document.fonts.ready.then(fitAll)
}
