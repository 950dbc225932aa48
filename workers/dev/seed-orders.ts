import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import type { DraftOf, OrderKind } from '#app/orders/rules/order.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { setOrderStatus } from '#app/orders/service/order-status.server.ts'
import { confirmBase, payBase } from '#app/orders/service/orders.server.ts'
import { demoUsers } from '#db/seed/demo.ts'
import { type DemoOrder, demoOrders } from '#db/seed/demo-orders.ts'
import { devClock } from './clock.ts'
import { type DemoWorld, earlier, must, payAtStripe, userOf } from './seed-world.ts'

/** Places, pays and advances every demo order, as students and administrators would. */
export async function playOrders(world: DemoWorld): Promise<void> {
  for (const order of demoOrders.toSorted((a, b) => b.orderedDaysAgo - a.orderedDaysAgo)) {
    const draft = draftOf(order, addDays(londonDay(devClock.now()), order.inDays))
    await earlier(world, hours(24 * order.orderedDaysAgo), () => play(world, order, draft))
  }
}

async function play(
  world: DemoWorld,
  { key, who, kind, status }: DemoOrder,
  draft: DraftOf<OrderKind>,
): Promise<void> {
  const viewer = userOf(world.users, who)
  const { id } = must(await placeOrder(world, viewer, kind, draft, `demo-${key}`))
  if (status === 'unpaid') return
  const payable = must(await payBase(world, viewer, kind, id))
  if (payable) await payAtStripe(world.stripe, payable.clientSecret)
  must(await confirmBase(world, viewer, kind, id))
  if (status !== 'open') must(await setOrderStatus(world, id, status, { by: 'adm_demo' }))
}

/** The values of an order's form; `sendDate` is the day of collection. */
function draftOf(order: DemoOrder, sendDate: string): DraftOf<OrderKind> {
  const { tel, isHelp, estBoxNum, fromAddress, fromZip, toAddress, toZip } = order
  const userName = demoUsers.find(({ key }) => key === order.who)?.name ?? order.who
  const common = {
    userName,
    tel,
    isHelp,
    estBoxNum,
    fromAddress,
    fromZip,
    toAddress,
    toZip,
    sendDate,
  }
  if (order.kind === 'move') {
    const friend = order.friTel
      ? { isEntrustFriend: true as const, friTel: order.friTel }
      : { isEntrustFriend: false as const }
    return { ...common, isDaytime: true, ...friend }
  }
  const { shipCompany, boxes } = order
  const bought = boxes
    ? {
        isBuyBox: true as const,
        buyBoxNum: boxes.count,
        boxDate: addDays(sendDate, -boxes.daysBefore),
        isBoxDaytime: true,
      }
    : { isBuyBox: false as const }
  return { ...common, shipCompany, isShipDaytime: true, ...bought }
}
