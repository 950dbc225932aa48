import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, poundsOf } from './cells.server.ts'
import { csvLine, csvStream } from './csv.server.ts'

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

test('any text survives a round trip: whole, or with a mark in front or a space inside', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), { minLength: 1 }),
      (rows) => {
        const read = parse(rows.map(csvLine).join(''))
        const same = (text: string, cell = '') =>
          [text, `'${text}`].includes(cell) || cell.replace(' ', '') === text
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
        for (const [at, row] of rows.entries())
          for (const [n, text] of row.entries())
            expect(same(text, read[at]?.[n]), JSON.stringify([text, read[at]?.[n]])).toBe(true)
      },
    ),
  )
})

const FORMULAS = ['=1+1', '+44', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋44', '－2']
test.each([...FORMULAS, '＠SUM(A1)', '﹢1', '\u200b=1', '\ufeff=1', '+44 7415 088159', '\tplain'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  },
)

/** What a double click does to a text as it is, and how it is written instead. */
test.each([
  ['a phone', '07415088159', '07415 088159'],
  ['a landline', '01159515151', '01159 515151'],
  ['a phone of another country', '+8613800138000', "'+8613800138000"],
  ['a flight of IndiGo', '6E123', "'6E123"],
  ['the same in small letters', '6e123', "'6e123"],
  ['the same with a space', '6E 123', "'6E 123"],
  ['digits of another script', '٣', "'٣"],
  ['another power of ten', '1.5E10', "'1.5E10"],
  ['an address', '2/3', "'2/3"],
  ['an address with spaces', '2 / 3', "'2 / 3"],
  ['a fraction', '12 1/2', "'12 1/2"],
  ['a range', '3-5', "'3-5"],
  ['three parts', '1.2.3', "'1.2.3"],
  ['a date', '2026-12-01', "'2026-12-01"],
  ['a month', 'MAR1', "'MAR1"],
  ['a plate like a month', '1 DEC', "'1 DEC"],
  ['a Chinese day', '3月4日', "'3月4日"],
  ['a Chinese time', '下午3时20分', "'下午3时20分"],
  ['a time', '12:30', "'12:30"],
  ['half a day', '5 pm', "'5 pm"],
  ['the same in short', '5 p', "'5 p"],
  ['a weekday and a day', 'Tue 1', "'Tue 1"],
  ['a badge with zeros', '00123', "'00123"],
  ['a badge of 16 digits', '1234567890123456', "'1234567890123456"],
  ['a badge in full width', '１２３', "'１２３"],
  ['a badge with a space in front', ' 007', "' 007"],
  ['decimals', '2.50', "'2.50"],
  ['thousands', '1,234', '"\'1,234"'],
  ['a percentage', '50%', "'50%"],
  ['an amount', '£5', "'£5"],
  ['brackets', '(5)', "'(5)"],
  ['half', '½', "'½"],
  ['a truth', 'TRUE', "'TRUE"],
  ['an error', '#N/A', "'#N/A"],
])('%s, %j, is kept as %j', (_, text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

test.each([
  ...['欧阳惊蛰', 'par_7Hq2', 'BA38', 'CA937/BA38', '12 Trent Court', 'Flat 3', 'T2', 'A-12'],
  ...['KE11 YED', 'NG7 2RD', '0', '7', '12345', 'Mary 1', 'PHV-77', '3号楼', 'May', 'gbp'],
])('%s is written as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`)
})

test('a time of ours may be read as one', () => {
  const times = ['2026-12-01 12:00', '2026-12-01T12:00:00.000Z', 'Tue 1 Dec, 12:00', null]
  const written = '2026-12-01 12:00,2026-12-01T12:00:00.000Z,"Tue 1 Dec, 12:00",\r\n'
  expect(csvLine(times.map((time) => ({ time })))).toBe(written)
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
