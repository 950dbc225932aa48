import type { OrderKind } from '#app/orders/rules/order.ts'
import { beginPayment, makeOrder, named, payload } from '#tests/worker/world/api-orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { pay } from '#tests/worker/world/services.ts'
import type { Scenes } from './scene.ts'

async function unpaid(kind: OrderKind) {
  const as = await newStudent()
  const id = await makeOrder(kind, as)
  return { as, id }
}
async function paid(kind: OrderKind) {
  const { as, id } = await unpaid(kind)
  const clientSecret = await beginPayment(kind, as, id)
  await pay(clientSecret)
  return { as, id, clientSecret }
}
const ofKind = (kind: OrderKind, Name: 'Mail' | 'Move'): Scenes => ({
  [`post${Name}Create`]: async () => ({ as: await newStudent(), json: payload(kind), status: 201 }),
  [`get${Name}Get`]: async () => {
    const { as } = await unpaid(kind)
    return { as, query: 'mine=true', status: 200 }
  },
  [`post${Name}PayBase`]: async () => {
    const { as, id } = await unpaid(kind)
    return { as, json: named(kind, id, as), status: 200, other: 403 }
  },
  [`post${Name}AddStripe`]: async () => {
    const { as, id, clientSecret } = await paid(kind)
    return { as, json: { [`${kind}Id`]: id, clientSecret }, status: 200, other: 404 }
  },
  [`delete${Name}IdDelete`]: async () => {
    const { as, id } = await unpaid(kind)
    return { as, params: { id }, status: 204, other: 404 }
  },
})

export const orderScenes: Scenes = {
  ...ofKind('mail', 'Mail'),
  ...ofKind('move', 'Move'),
  postMailJoin: async () => {
    const { as, id, clientSecret } = await paid('mail')
    const [baseStripeId] = clientSecret.split('_secret_')
    const json = { mailId: id, userId: as.id, basePrice: 1000, baseStripeId }
    return { as, json, status: 200, other: 403 }
  },
}
