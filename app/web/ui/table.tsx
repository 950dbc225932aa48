import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column = { key: string; label: ReactNode; numeric?: boolean }
export type Row = { key: string; header: ReactNode; cells: readonly ReactNode[] }

type TableProps = {
  caption: string
  /** The heading of the first column. */
  corner: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** Visible to screen readers only, when a heading above says the same. */
  captionHidden?: boolean
  /** On a phone each row is a card, with the columns' labels beside its cells. */
  stacks?: true
}

const STACKED =
  'max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-3 max-md:py-1 md:whitespace-nowrap md:p-3'

/** A table that scrolls sideways in its own box while its first column stays in place. */
export function Table({ caption, corner, columns, rows, captionHidden, stacks }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="figures w-full border-collapse text-14">
        <caption className={captionHidden ? 'for-ears' : 'p-3 text-left font-medium text-16'}>
          {caption}
        </caption>
        <thead className={stacks && 'max-md:sr-only'}>
          <tr className="border-line border-b">
            <th
              scope="col"
              className="sticky left-0 min-w-24 bg-surface p-3 text-left font-medium text-muted"
            >
              {corner}
            </th>
            {columns.map(({ key, label, numeric = true }) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  'whitespace-nowrap p-3 font-medium text-muted',
                  numeric ? 'text-right' : 'text-left',
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.key} className={stacks && 'max-md:block max-md:p-3'}>
              <th
                scope="row"
                className={cx(
                  'bg-surface text-left font-medium',
                  stacks ? 'max-md:block md:sticky md:left-0 md:p-3' : 'sticky left-0 p-3',
                )}
              >
                {row.header}
              </th>
              {row.cells.map((cell, at) => (
                <td
                  key={columns[at]?.key ?? at}
                  className={cx(
                    stacks ? STACKED : 'whitespace-nowrap p-3',
                    columns[at]?.numeric === false ? 'text-left' : 'text-right',
                  )}
                >
                  {stacks && (
                    <span aria-hidden className="text-muted md:hidden">
                      {columns[at]?.label}
                    </span>
                  )}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
