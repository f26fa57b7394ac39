import type { ReactNode } from 'react'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  isNumber?: true
  /** On a phone, where there is no head, its title stands before it. */
  isNamed?: true
}

interface TableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  none: string
  /** For figures: keeps its columns on a phone. */
  isSmall?: true
}

/** On a phone a list has a block for each row, and a wide table of figures can be scrolled. */
export function Table<Row>({ caption, columns, rows, none, isSmall }: TableProps<Row>) {
  if (rows.length === 0) return <p className="none">{none}</p>
  const table = (
    <table className={isSmall ? 'small' : 'list'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber && 'number'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ title, cell, isNumber, isNamed }) => (
              <td
                key={title}
                className={isNumber && 'number'}
                data-title={isNamed ? title : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (!isSmall) return table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Else the keyboard could not scroll it.
    <div className="scroll" role="region" aria-label={caption} tabIndex={0}>
      {table}
    </div>
  )
}
