import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CARRIERS, type Carrier, type PostageRow } from '#app/domain/order/postage.ts'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import { readAsked } from './estimate-query.ts'
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
const lines = (grams: number | null, carrier: Carrier | null, language: 'zh' | 'en' = 'zh') =>
  [
    ...render(<EstimateResult {...{ rows, grams, carrier }} />, language).matchAll(
      /<p[^>]*>(.*?)<\/p>/g,
    ),
  ].map(([, text]) => text)

test.each<[number, Carrier | null, string[]]>([
  [2000, 'SF', ['2 kg，顺丰：¥188', '寄到中国大陆']],
  [501, 'SF', ['0.501 kg，顺丰：¥188', '寄到中国大陆', '按 2 kg 这一档收。']],
  [300, 'RM', ['0.3 kg，皇家邮政：¥45.50', '寄到英国和欧洲', '按 0.5 kg 这一档收。']],
  [3000, 'RM', ['皇家邮政不收 3 kg 的箱子', '最多收 2 kg', '可以分成几箱再估，或者先问客服。']],
  [500, 'HKS', ['香港邮政海运不收 0.5 kg 的箱子', '收 2 kg 以上，最多 5 kg']],
  [6000, 'SF', ['顺丰不收 6 kg 的箱子', '最多收 5 kg', '可以分成几箱再估，或者先问客服。']],
  [6000, 'TW', ['台湾专线不收 6 kg 的箱子', '目前不收件']],
  [2000, null, ['2 kg：¥76 起', '从便宜到贵排，各家能寄的地方不一样。']],
  [2500, null, ['2.5 kg：¥168 起', '按 5 kg 这一档收。', '从便宜到贵排，各家能寄的地方不一样。']],
  [
    6000,
    null,
    ['没有一家收 6 kg 的箱子', '价目表到 5 kg 为止。', '可以分成几箱再估，或者先问客服。'],
  ],
])('%i g with %s', (grams, carrier, expected) => {
  expect(lines(grams, carrier)).toEqual(expected)
})
test('an estimate is available in English too', () => {
  expect(lines(2500, 'HKS', 'en')).toEqual([
    '2.5 kg, Hongkong Post by sea: ¥168',
    'To Hong Kong and mainland China, by sea and slower',
    'Charged as 5 kg.',
  ])
})
test('without a carrier all are listed by price, and those that do not take the weight say what they take', () => {
  const html = render(<EstimateResult rows={rows} grams={2000} carrier={null} />, 'en')
  const items = html.split('<li').slice(1)
  expect(items).toHaveLength(CARRIERS.length)
  expect(items.slice(0, 3).map((item) => /¥\d+/.exec(item)?.[0])).toEqual(['¥76', '¥188', '¥256'])
  expect(items.find((item) => item.includes('Hongkong Post by sea'))).toContain(
    'Above 2 kg, up to 5 kg',
  )
  expect(items.at(-1)).toContain('Not taken')
})
test('the answer’s live region exists before the answer', () => {
  expect(render(<EstimateResult rows={rows} grams={null} carrier={null} />)).toBe(
    '<div role="status" class="empty:-mb-4"></div><ul class="sm:columns-2 sm:gap-x-8 empty:hidden"></ul>',
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
  ['?kg=2.5', { kg: '2.5', carrier: '' }],
  ['?kg=abc&carrier=SF', { kg: 'abc', carrier: 'SF' }],
  ['?kg=', { kg: '', carrier: '' }],
  [`?kg=${'1'.repeat(500)}`, { kg: '1'.repeat(20), carrier: '' }],
])('%s asks for %o', (search, asked) => {
  expect(readAsked(new URL(`http://x/mail${search}`))).toEqual(asked)
})
