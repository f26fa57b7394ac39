import { ownNames, type Language } from '#language.ts'

const icons = {
  List: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  Link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 0 0 4.3 4.3l1-1',
  Picture:
    'M4 4h12a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 16 16H4a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 4 4zM3 13.5l4-4 3.5 3.5 2-2 4.5 4M13 7.5h.01',
}

/** The head of a sheet: its language, and what inserts Markdown. Tab stops once, and arrows move inside. */
export function SheetHead({ language }: { language: Language }) {
  return (
    <div className="head">
      <h2 id={language} lang={language}>
        {ownNames[language]}
      </h2>
      <div className="tools" role="toolbar" aria-label={`Formatting, ${ownNames[language]}`}>
        <button type="button" data-tool="Bold" aria-label="Bold" title="Bold (Ctrl+B)">
          <strong>B</strong>
        </button>
        <button
          type="button"
          data-tool="Heading"
          aria-label="Heading"
          title="Heading"
          tabIndex={-1}
        >
          H
        </button>
        {Object.entries(icons).map(([name, path]) => (
          <button
            key={name}
            type="button"
            data-tool={name}
            aria-label={name}
            title={name === 'Link' ? 'Link (Ctrl+K)' : name}
            tabIndex={-1}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={path} />
            </svg>
          </button>
        ))}
      </div>
    </div>
  )
}
