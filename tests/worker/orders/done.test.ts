import { expect, test } from 'vitest'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { setOrderStatus } from '#app/orders/service/order-status.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import {
  begin,
  confirm,
  mailDraft,
  moveDraft,
  newOrder,
  paidOrder,
  withBasePrice,
} from '#tests/worker/world/orders.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { dayIn, fault, must, pay, services } from '#tests/worker/world/services.ts'

const HOME = { mail: '/mail', move: '/moving' }
type Order = Awaited<ReturnType<typeof newOrder>>
const pathOf = ({ kind, id }: Order) => `${HOME[kind]}/done/${id}`

async function look(order: Order, viewer = order.owner, lang: 'zh' | 'en' = 'zh') {
  const shown = await (await browserOf(viewer, lang)).get(pathOf(order))
  return leadsTo(shown) ?? (shown.status === 200 ? textOf(shown) : shown.status)
}

test.each(['mail', 'move'] as const)('paying for %s leads to what comes next', async (kind) => {
  const order = await newOrder(kind)
  const browser = await browserOf(order.owner)
  expect(await look(order)).toBe(`/pay/base-${order.id}`)
  await pay((await begin(order)).clientSecret)
  const done = await browser.post(`/pay/base-${order.id}`, { intent: 'confirm' })
  expect(leadsTo(done)).toBe(pathOf(order))
  const page = await look(order)
  for (const words of [
    '下单成功',
    '基础费已付',
    '收据在“消息”里',
    '看我的订单',
    '12 Castle Boulevard',
  ])
    expect(page).toContain(words)
  expect((await browser.get(pathOf(order))).html).not.toContain('__remixContext')
})

test('coming back from the bank without the confirmation leads there by one button', async () => {
  const order = await newOrder('mail')
  await fault('drop-events', 100_000)
  await pay((await begin(order)).clientSecret)
  const browser = await browserOf(order.owner)
  const back = await browser.get(`/pay/base-${order.id}`)
  expect(textOf(back)).toContain('看一下结果')
  const checked = await browser.get(`/pay/base-${order.id}/return`)
  expect(leadsTo(checked)).toBe(pathOf(order))
})

test('it says what the order needs of its owner, and when', async () => {
  const owner = await newStudent()
  const place = async (draft: ReturnType<typeof mailDraft>) => {
    const { id } = must(await placeOrder(services, owner, 'mail', draft, crypto.randomUUID()))
    const order = { owner, kind: 'mail' as const, id }
    await pay((await begin(order)).clientSecret)
    must(await confirm(order))
    return String(await look(order))
  }
  const alone = await place(mailDraft())
  expect(alone).toContain('你把 3 箱封好')
  expect(alone).not.toContain('送来')
  const bought = await place(
    mailDraft({
      isHelp: true,
      isBuyBox: true,
      buyBoxNum: 4,
      boxDate: dayIn(4),
      isBoxDaytime: false,
    }),
  )
  expect(bought).toMatch(/我们送来 4 个纸箱.*傍晚.*我们来帮你打包.*上门取件.*付运费/)
  expect(bought).not.toContain('你把')
})

test('a friend who hands over is named only by number, and the time is agreed before', async () => {
  const owner = await newStudent()
  const draft = moveDraft({ isEntrustFriend: true, friTel: '07700900777' })
  const { id } = must(await placeOrder(services, owner, 'move', draft, crypto.randomUUID()))
  const order = { owner, kind: 'move' as const, id }
  await pay((await begin(order)).clientSecret)
  must(await confirm(order))
  expect(await look(order)).toMatch(/客服和你确认时间和费用.*上门前.*07700900777/)
  expect(await look(order, owner, 'en')).toContain('Your order is confirmed')
})

test('with a base price of 0 nothing is said to be paid, and no receipt is promised', async () => {
  await withBasePrice('move', 0, async () => {
    const order = await newOrder('move')
    const page = await look(order)
    expect(page).toContain('现在不用付钱')
    expect(page).not.toMatch(/收据|已付|£/)
  })
})

test('an order that has ended leads to the list, and one in progress says where it is', async () => {
  const order = await paidOrder('mail')
  must(await setOrderStatus(services, order.id, 'processing', { by: 'adm_service' }))
  expect(await look(order)).toContain('箱子在处理中')
  must(await setOrderStatus(services, order.id, 'failed', { by: 'adm_service' }))
  expect(await look(order)).toBe('/mail?tab=mine')
})
