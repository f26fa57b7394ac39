import type { ReactNode } from 'react'
import { count, Text } from './parts.tsx'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  isNumber?: true
  /** If there is little room, a list has no head: the title then stands before the value. */
  isNamed?: true
}

interface TableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  none: string
}

/** A list of things. Where there is little room, each row is a block. */
export function List<Row>({ caption, columns, rows, none }: TableProps<Row>) {
  if (rows.length === 0) return <p className="none">{none}</p>
  return (
    <table className="list">
      <caption className="visually-hidden">{caption}</caption>
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
}

/** A table of figures. Where there is little room, it can be scrolled. */
export function Figures<Row>(props: TableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard can scroll only what has the focus.
    <div className="figures" role="region" aria-label={props.caption} tabIndex={0}>
      <List {...props} />
    </div>
  )
}

/** A column of links to a page for each row. */
export function linkColumn<Row>(
  title: string,
  folder: string,
  linkOf: (row: Row) => [name: string, label: string],
): Column<Row> {
  const cell = (row: Row) => {
    const [name, label] = linkOf(row)
    return (
      <a href={`${folder}/${encodeURIComponent(name)}`}>
        <Text>{label}</Text>
      </a>
    )
  }
  return { title, cell }
}

/** A column of whole numbers with the name of their field. */
export function countColumn<Name extends string>(name: Name): Column<Record<Name, number>> {
  return { title: name, cell: (row) => count(row[name]), isNumber: true }
}

/** @param path of this list, ready for one more parameter */
export function Pager(props: { path: string; after: unknown; next: string[] | undefined }) {
  const { path, after, next } = props
  if (!after && !next) return null
  return (
    <nav className="pager" aria-label="Pages">
      {after !== undefined && <a href={path}>Back to the first page</a>}
      {next && <a href={`${path}before=${encodeURIComponent(next.join(' '))}`}>Next page →</a>}
    </nav>
  )
}
