import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { DepositLines, depositAct } from './deposit-lines.tsx'

const PRICES = [15500, 7800, 5600, 4600, 4200]
const CHEAP = [2000, 1500, 1000, 800, 600]
type Lines = Parameters<typeof DepositLines>[0]

/** The head of the box, and its rows. */
const linesOf = (props: Partial<Lines>, language: Language = 'zh') =>
  renderToStaticMarkup(
    <I18nProvider language={language} t={getT(language)}>
      <DepositLines prices={PRICES} maxPassengers={3} people={1} filling="open" {...props} />
    </I18nProvider>,
  )
    .split('<li ')
    .map((line) => `<li ${line}`.replace(/<[^>]*>/g, ' ').trim())

const charged = /今天扣款 £[1-9]/
test.each<[string, Partial<Lines>, 'held' | 'charged', string]>([
  ['seats are left', {}, 'held', 'join'],
  ['others may pay first', { filling: 'mayFill' }, 'held', 'join'],
  ['the party fills the car', { filling: 'fills' }, 'charged', 'payFills'],
  ['a party fills it as its creator', { filling: 'fills', people: 3 }, 'charged', 'payFills'],
  ['a private car', { maxPassengers: 1, filling: 'fills' }, 'held', 'private'],
  [
    'a private car that costs no more than the deposit',
    { maxPassengers: 1, prices: CHEAP },
    'charged',
    'payPrivate',
  ],
  [
    'the last seat of a car whose price is not known',
    { filling: 'fills', prices: null },
    'charged',
    'payFills',
  ],
  [
    'the last seat of a car that costs less than the deposit',
    { filling: 'fills', prices: CHEAP },
    'charged',
    'payFills',
  ],
])(
  '%s: what is charged today, what follows, and the button says the same',
  (_, props, what, act) => {
    const [now = '', ...rows] = linesOf(props)
    expect(rows).toHaveLength(props.filling === 'mayFill' ? 3 : 2)
    expect(charged.test(now)).toBe(what === 'charged')
    expect(/冻结 £20，银行 App/.test(now)).toBe(what === 'held')
    if (what === 'charged') expect(rows.join()).not.toMatch(/解冻/)
    else expect(rows.join()).toMatch(/£20 全部解冻，银行一般 1 到 \d+ 个工作日/)
    const { prices = PRICES, maxPassengers = 3, people = 1, filling = 'open' } = props
    expect(depositAct({ prices, maxPassengers, people }, filling, false).act).toBe(act)
  },
)

test('no more than the fare is charged', () => {
  const cheap = { filling: 'fills', prices: CHEAP } as const
  expect(linesOf(cheap)[0]).toContain('今天扣款 £10')
  expect(linesOf(cheap)[1]).toContain('不用再付余款')
  expect(linesOf(cheap, 'en')[0]).toContain('Charged today: £10')
})

test('what is left to pay has its sum and its time', () => {
  const cutoffAt = Date.parse('2026-12-11T15:00:00Z')
  const [, becomes] = linesOf({ cutoffAt })
  expect(becomes).toContain('再付约 £36，12月11日 周五 15:00 前付清')
  expect(linesOf({})[1]).toContain('再付约 £36，截止时间前付清')
})

test('if others may pay first, nobody is promised that £0 is charged today', () => {
  const [now, ...rows] = linesOf({ filling: 'mayFill' })
  expect(now).not.toContain('今天扣款 £0')
  expect(rows.join()).toContain('£20 直接扣款，不能再退出')
})
