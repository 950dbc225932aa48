import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Poster } from './poster.tsx'
import type { PosterFacts } from './poster-facts.ts'

const short: PosterFacts = {
  headline: '还差 1 人',
  vehicle: { of: 'car', taken: 3, max: 4, missing: 1 },
  what: '希思罗 T5 → 诺丁汉',
  when: '12月12日 周六 15:00',
  price: { amount: '£42', note: '满员每人' },
  promise: '押金 £20 先冻结，拼满才扣款，没拼满全额退回。',
  deadline: '12月11日 周五 15:00 截止',
  scan: '长按图片识别二维码加入',
}
const long: PosterFacts = {
  ...short,
  headline: '12 more people needed for this very long trip',
  what: 'Birmingham International Airport Terminal One → Nottingham University '.repeat(3),
  when: 'Wed 30 December, 14:00 – Thu 31 December, 23:00',
  price: { amount: '£20 deposit, then £130.50 a person if it goes ahead', note: '' },
  promise:
    'We hold £20 and charge it only when the car fills; if it doesn’t, all goes back. '.repeat(3),
  deadline: 'Cutoff Wed 30 December, 14:00',
}
const english: PosterFacts = {
  ...short,
  headline: '3 more people needed',
  what: 'Stansted T1, later T2 → Nottingham',
  when: 'Mon 4 Jan, 14:00',
}
const code = { path: '', side: 41 }

/** The baselines and sizes of all lines, in the order they are drawn. */
function linesOf(facts: PosterFacts) {
  const html = renderToStaticMarkup(<Poster facts={facts} brand="邻帮" alt="" qr={code} />)
  return [...html.matchAll(/<text font-size="([\d.]+)".*?<\/text>/g)].flatMap(([text, size]) =>
    [...text.matchAll(/ y="([\d.]+)"/g)].map(([, y]) => ({ y: Number(y), size: Number(size) })),
  )
}

test.each([
  ['short', short],
  ['long', long],
  ['English', english],
])('no line of a poster stands on another or leaves its part: %s texts', (_, facts) => {
  const lines = linesOf(facts)
  const ends = lines.map(({ y, size }) => ({ top: y - 0.85 * size, bottom: y + 0.25 * size }))
  for (const [at, { top }] of ends.entries())
    expect(top).toBeGreaterThanOrEqual((ends[at - 1]?.bottom ?? 0) - 1)
  // The green part, the paper with the price, the foot.
  for (const edge of [984, 1336, 1440])
    expect(ends.filter(({ top, bottom }) => top < edge && bottom > edge)).toEqual([])
  expect(ends.filter(({ top }) => top > 1336)).toHaveLength(1)
})
