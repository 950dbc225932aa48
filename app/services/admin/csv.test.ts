import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, csvLine, csvStream, poundsOf } from './csv.server.ts'

/** Parses a file according to RFC 4180. */
function parse(file: string): string[][] {
  const rows: string[][] = []
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/gy
  let row: string[] = []
  for (let match = cell.exec(file); match; match = cell.exec(file)) {
    const text = match[1] ?? ''
    row.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
    if (match[2] === '\r\n') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

test('any cell value survives a round trip, except for spreadsheet formulas', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), { minLength: 1 }),
      (rows) => {
        const read = parse(rows.map(csvLine).join(''))
        expect(read).toEqual(
          rows.map((row) => row.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text))),
        )
      },
    ),
  )
})

test('spreadsheet formulas in cells are made harmless', () => {
  for (const text of ['=1+1', '+44', '-2', '@SUM(A1)', '\t=1', '\r=1'])
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
})

test('quotes, commas and line ends are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'x\ny', 'plain', null, 3])).toBe(
    '"a,b","say ""hi""","x\ny",plain,,3\r\n',
  )
})

test('amounts are pounds with two digits, negative ones too', () => {
  expect([0, 5, 2000, -1205, 100_000_01].map(poundsOf)).toEqual([
    '0.00',
    '0.05',
    '20.00',
    '-12.05',
    '100000.01',
  ])
  expect(csvLine([{ pence: -1205 }])).toBe('-12.05\r\n')
})

async function* pagesOf(pages: Cell[][][], broken = false): AsyncGenerator<Cell[][]> {
  yield* pages
  if (broken) throw new Error('the rest cannot be read')
}

test('a file starts with the UTF-8 mark and its header, and requests each page when the last is consumed', async () => {
  let asked = 0
  async function* counted() {
    for (const page of [[['一']], [['二'], ['三']]]) {
      asked++
      yield page
    }
  }
  const reader = csvStream(['列'], counted()).getReader()
  const text = async () =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode((await reader.read()).value)
  expect(await text()).toBe('\uFEFF列\r\n')
  expect(asked).toBeLessThan(2)
  expect(await text()).toBe('一\r\n')
  expect(await text()).toBe('二\r\n三\r\n')
  expect((await reader.read()).done).toBe(true)
})

test('an unreadable page aborts the file', async () => {
  await expect(new Response(csvStream(['a'], pagesOf([[['1']]], true))).text()).rejects.toThrow(
    /cannot be read/,
  )
})
