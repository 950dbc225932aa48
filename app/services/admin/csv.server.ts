/** A cell's value: a text, a number, or an amount in minor units. */
export type Cell = string | number | null | { pence: number }

const BOM = '\uFEFF'
/** What a spreadsheet treats as the start of a formula, or skips before one. */
const RUNS = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180), including the line end. Text that a spreadsheet would run gets
 * an apostrophe in front, so that Excel and others show it as plain text: a trip named `=1+1` must
 * not be evaluated on an administrator's computer.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // A negative amount begins with a minus but is no formula.
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
 * A CSV file, streamed page by page so that a long one never sits in memory: UTF-8 with a byte
 * order mark so that Excel recognises it. If a page cannot be read the stream is aborted, so that a
 * partial file cannot pass for a complete one.
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
