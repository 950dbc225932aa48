import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import {
  CARRIERS,
  type Carrier,
  DESTINATIONS,
  type Destination,
  type PostageRow,
} from '#app/orders/rules/postage.ts'
import { readEstimateQuery } from './estimate-query.ts'
import { EstimateResult } from './estimate-result.tsx'
import { PostageTable } from './postage-table.tsx'

const row = (grams: number, prices: Partial<Record<Carrier, number>>): PostageRow => ({
  id: `postage_${grams}`,
  grams,
  prices: Object.fromEntries(
    CARRIERS.map((code) => [code, prices[code] ?? null]),
  ) as PostageRow['prices'],
})
const rows = [
  row(500, { SF: 9800, RM: 4550 }),
  row(2000, { SF: 18800, RM: 7600, UPS: 25600 }),
  row(5000, { SF: 36000, HKS: 16800, UPS: 42800 }),
]

const render = (element: ReactElement, language: 'zh' | 'en' = 'zh') =>
  renderToStaticMarkup(
    <I18nProvider language={language} t={getT(language)}>
      {element}
    </I18nProvider>,
  )
/** The paragraphs of an estimate: its headline and notes. */
const lines = (grams: number | null, to: Destination, language: 'zh' | 'en' = 'zh') =>
  [
    ...render(<EstimateResult {...{ rows, grams, to }} />, language).matchAll(
      /<p[^>]*>(.*?)<\/p>/g,
    ),
  ].map(([, text]) => text)

const sorted = '从便宜到贵排，快慢不一样。'
const split = '可以分成几箱再估，或者先问客服。'
test.each<[number, Destination, string[]]>([
  [2000, 'CN', ['2 kg：¥188 起', sorted]],
  [501, 'CN', ['0.501 kg：¥188 起', '按 2 kg 这一档收。', sorted]],
  [2500, 'CN', ['2.5 kg：¥168 起', '按 5 kg 这一档收。', sorted]],
  [2500, 'HK', ['2.5 kg：¥168 起', '按 5 kg 这一档收。', sorted]],
  [6000, 'CN', ['没有一家收 6 kg 的箱子', '价目表到 5 kg 为止。', split]],
  [500, 'HK', ['没有一家收 0.5 kg 的箱子', split]],
  [300, 'EU', ['0.3 kg，皇家邮政：¥45.50', '寄到英国和欧洲', '按 0.5 kg 这一档收。']],
  [3000, 'EU', ['皇家邮政不收 3 kg 的箱子', '最多收 2 kg', split]],
  [6000, 'TW', ['台湾专线不收 6 kg 的箱子', '目前不收件']],
])('%i g to %s', (grams, to, expected) => {
  expect(lines(grams, to)).toEqual(expected)
})
test('an estimate is available in English too', () => {
  expect(lines(300, 'EU', 'en')).toEqual([
    '0.3 kg, Royal Mail: ¥45.50',
    'To the UK and Europe',
    'Charged as 0.5 kg.',
  ])
})
test('only carriers that go there are listed, by price; those that do not take the weight say what they take', () => {
  const html = render(<EstimateResult rows={rows} grams={2000} to="CN" />, 'en')
  const items = html.split('<li').slice(1)
  expect(items).toHaveLength(DESTINATIONS.CN.length)
  expect(items[0]).toContain('¥188')
  expect(items.find((item) => item.includes('Hongkong Post by sea'))).toContain(
    'Above 2 kg, up to 5 kg',
  )
  expect(items.at(-1)).toContain('Not taken')
})
test('every carrier goes somewhere', () => {
  expect(new Set(Object.values(DESTINATIONS).flat())).toEqual(new Set(CARRIERS))
})
test('the answer’s live region exists before the answer', () => {
  expect(render(<EstimateResult rows={rows} grams={null} to="CN" />)).toMatch(
    /^<div [^>]*role="status"><\/div>/,
  )
})
test('the table lists every carrier, whole yuan without decimals, and weights not taken', () => {
  const html = render(<PostageTable rows={rows} />)
  expect(html.match(/scope="col"/g)).toHaveLength(CARRIERS.length + 1)
  expect(html.match(/scope="row"/g)).toHaveLength(rows.length)
  expect(html).toContain('>¥98<')
  expect(html).toContain('>¥45.50<')
  expect(html.match(/不收/g)).toHaveLength(rows.length * CARRIERS.length - 8)
})
test.each([
  ['', null],
  ['?date=2026-12-01', null],
  ['?kg=2.5', { kg: '2.5', to: 'CN' }],
  ['?kg=abc&to=TW', { kg: 'abc', to: 'TW' }],
  ['?kg=1&to=toString', { kg: '1', to: 'CN' }],
  ['?kg=', { kg: '', to: 'CN' }],
  [`?kg=${'1'.repeat(500)}`, { kg: '1'.repeat(20), to: 'CN' }],
])('%s asks for %o', (search, asked) => {
  expect(readEstimateQuery(new URL(`http://x/mail${search}`))).toEqual(asked)
})
