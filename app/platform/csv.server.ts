import { type Cell, cellOf } from './cells.server.ts'

const BOM = '\uFEFF'

/** One line of a CSV file (RFC 4180), including the line end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

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

export type ExportFile = { name: string; body: ReadableStream<Uint8Array> }

/** A file as a download response. */
export const csvResponse = ({ name, body }: ExportFile): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
