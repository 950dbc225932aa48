import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import { OrderCard } from './order-card.tsx'

const mail: OrderView = {
  id: 'mail_1',
  kind: 'mail',
  fromAddress: '诺丁汉',
  fromZip: 'NG7',
  toAddress: '上海',
  toZip: '',
  estBoxNum: 3,
  boxDate: '2026-12-04',
  sendDate: '2026-12-06',
  shipCompany: 'SF',
  status: 'open',
  basePaid: true,
  own: null,
}

const textOf = (order: OrderView, language: 'zh' | 'en' = 'zh') =>
  renderToStaticMarkup(
    <I18nProvider language={language} t={getT(language)}>
      <OrderCard order={order} now={0} contact="linbang" mine={false} />
    </I18nProvider>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('another student’s mail order shows when, from where to where, how many boxes and with whom', () => {
  expect(textOf(mail)).toBe(
    '12月6日 周日 上门取件 待取件 诺丁汉 NG7 → 上海 约 3 箱 顺丰 12月4日 周五 送纸箱',
  )
})

test('a move shows neither carrier nor box delivery', () => {
  const move: OrderView = {
    ...mail,
    id: 'move_1',
    kind: 'move',
    shipCompany: null,
    boxDate: null,
    toZip: 'NG1',
  }
  expect(textOf({ ...move, estBoxNum: 1, toAddress: 'Nottingham' }, 'en')).toBe(
    'Sun 6 Dec Move Pending pickup 诺丁汉 NG7 → Nottingham NG1 About 1 box',
  )
})

test.each([
  ['open', '待取件'],
  ['processing', '处理中'],
  ['completed', '已完成'],
  ['failed', '已退款'],
  ['on_hold', 'on_hold'],
  ['constructor', 'constructor'],
])('the status %s reads %s; an unknown one is shown as it is', (status, word) => {
  expect(textOf({ ...mail, status })).toContain(` ${word} `)
})
