import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { DepositLines, depositAct } from './deposit-lines.tsx'

const PRICES = [15500, 7800, 5600, 4600, 4200]
const CHEAP = [2000, 1500, 1000, 800, 600]
type Lines = Parameters<typeof DepositLines>[0]

const linesOf = (props: Partial<Lines>, language: Language = 'zh') =>
  renderToStaticMarkup(
    <I18nProvider language={language} t={getT(language)}>
      <DepositLines prices={PRICES} maxPassengers={3} people={1} filling="open" {...props} />
    </I18nProvider>,
  )
    .split('<li ')
    .slice(1)
    .map((line) => `<li ${line}`.replace(/<[^>]*>/g, '').trim())

const charged = /现在就扣款 £\d+/
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
])('%s: four lines, and the button says the same', (_, props, what, act) => {
  const lines = linesOf(props)
  expect(lines).toHaveLength(4)
  expect(charged.test(lines[0] ?? '')).toBe(what === 'charged')
  if (what === 'charged') expect(lines.join()).not.toMatch(/不扣款|全额退回/)
  const { prices = PRICES, maxPassengers = 3, people = 1, filling = 'open' } = props
  expect(depositAct({ prices, maxPassengers, people }, filling, false).act).toBe(act)
})

test('no more than the fare is charged', () => {
  const cheap = { filling: 'fills', prices: CHEAP } as const
  expect(linesOf(cheap)[0]).toContain('现在就扣款 £10')
  expect(linesOf(cheap)[3]).toBe('不用再付余款。')
  expect(linesOf(cheap, 'en')[0]).toContain('we charge £10 to your card now')
})

test('a deposit already on hold is not described as charged now', () => {
  expect(linesOf({ filling: 'fills', held: true })[0]).toBe('押金 £20 已冻结，没有扣款。')
})
