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
  const beginLine = (field, mark) => {
    const { selectionStart: caret, value } = field
    const start = value.lastIndexOf('\n', caret - 1) + 1
    field.setSelectionRange(start, start)
    insert(field, mark)
    field.setSelectionRange(caret + mark.length, caret + mark.length)
  }
  const tools = {
    Bold: (field) => around(field, '**', '**', 'bold'),
    Heading: (field) => beginLine(field, '## '),
    List: (field) => beginLine(field, '- '),
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

  const addPicture = async (field, file) => {
    const refused = field.closest('.page').querySelector('.refused')
    refused.textContent = ''
    if (file.size > maxPictureBytes) {
      refused.textContent = `${file.name} has over 25 MB: make it smaller.`
      return
    }
    const data = new FormData()
    data.append('picture', file)
    const answer = await fetch(`${address}/pictures`, { method: 'POST', body: data }).catch(
      () => {},
    )
    const text = (await answer?.text()) ?? 'The picture could not be sent: the console has ended.'
    if (!answer?.ok) {
      refused.textContent = text
      return
    }
    const { value } = field
    // In a text that nobody has clicked in, the caret is at its start.
    const at = visited.has(field) ? field.selectionEnd : value.length
    // A paragraph of its own.
    const missing = (breaks) => '\n'.repeat(Math.max(0, 2 - breaks.length))
    const ahead = value.slice(0, at)
    const behind = value.slice(at)
    const before = ahead === '' ? '' : missing(/\n*$/.exec(ahead)[0])
    const after = behind === '' ? '' : missing(/^\n*/.exec(behind)[0])
    field.setSelectionRange(at, at)
    insert(field, `${before}![](${text})${after}`)
    const caret = at + before.length + 2
    field.setSelectionRange(caret, caret)
  }
  const addPictures = async (field, files) => {
    for (const file of files) await addPicture(field, file)
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
    const { files } = event.clipboardData
    if (!sheet || files.length === 0) return
    event.preventDefault()
    void addPictures(textOf(sheet.firstElementChild), [...files])
  })

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
