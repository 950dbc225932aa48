/** What a cell holds: a text, a figure, or an amount in minor units. */
export type Cell = string | number | null | { pence: number }

const BOM = '\uFEFF'
/** What a spreadsheet takes for the beginning of a formula, or skips before one. */
const RUNS = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180), its end included. A text that a spreadsheet would run is put
 * behind an apostrophe, which Excel and others show as the plain text: whoever names her trip
 * `=1+1` must not have that done on somebody's desk.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // An amount below nothing begins with a minus and is no formula all the same.
  if (typeof cell === 'object') return poundsOf(cell.pence)
  const text = RUNS.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Minor units as pounds with two digits, `-12.05`. */
export const poundsOf = (pence: number): string => {
  const whole = Math.abs(pence)
  return `${pence < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/**
 * A CSV file, page by page as it is read, so that a long one never sits in memory: UTF-8 with the
 * mark that has Excel take it for that. A page that cannot be read breaks the file off, so that
 * nobody takes a part of it for the whole.
 */
export function csvStream(
  header: readonly string[],
  pages: AsyncIterator<readonly (readonly Cell[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (file) => file.enqueue(encoder.encode(BOM + csvLine(header))),
    async pull(file) {
      const { done, value } = await pages.next()
      if (done) return file.close()
      file.enqueue(encoder.encode(value.map(csvLine).join('')))
    },
    cancel: async () => void (await pages.return?.()),
  })
}
