import { refundPart, weighRefund } from '#app/console/service/refunds.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { ASK_EVERY_MS } from '#app/payments/service/reconcile.server.ts'
import { short } from './actions.ts'
import type { IntentFacts } from './bank.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import type { Step } from './steps-pointed.ts'

const isOurs = ({ intent }: IntentFacts) => Boolean(intent.metadata.userId)
const left = ({ captured, refunded }: IntentFacts) => captured - refunded

/** A bank does not decide for a customer who was refunded while the dispute was only an inquiry. */
const endsOf = (one: IntentFacts) => (left(one) < one.disputed ? ['win'] : ['win', 'lose'])

/** Manual changes are known only from events, and these may be late. */
function byHand(h: History, { intent }: IntentFacts): void {
  h.outside.add(intent.id)
  if (intent.metadata.orderId) h.byHand.add(intent.metadata.orderId as never)
}

/** A refund in Stripe's dashboard: part of a payment, or everything left. */
async function refundInDashboard(h: History) {
  const taken = h.world.bank
    .intents()
    .filter((one) => isOurs(one) && left(one) > 0 && !one.disputed)
  if (taken.length === 0) return
  const one = h.chance.pick(taken)
  await giveBack(
    h,
    one,
    h.chance.chance(0.6) && left(one) > 1 ? h.chance.int(1, left(one) - 1) : undefined,
  )
}

/** `amount`: defaults to everything left. */
export async function giveBack(h: History, one: IntentFacts, amount?: number) {
  h.world.note(`refunds ${amount ?? 'all'} of ${short(one.intent.id)} in the dashboard`)
  byHand(h, one)
  h.meet(`outside: ${amount ? 'a part' : 'all'} refunded`)
  await h.world.during(h.world.bank.refund(one.intent.id, amount).catch(() => null))
}

/**
 * Administrators refund a part in the console: one or two at once, perhaps pressing twice, with
 * Stripe healthy or not. Who gets no answer presses again, now or later.
 */
export async function refundInConsole(h: History) {
  const { chance, world } = h
  const taken = world.bank.intents().filter((one) => isOurs(one) && left(one) > 0)
  if (taken.length === 0) return
  const one = chance.pick(taken)
  byHand(h, one)
  if (chance.chance(0.4))
    await world.during(
      world.bank.fault(chance.pick(['fail-calls', 'lose-answers', 'hang-calls']), chance.int(1, 4)),
    )
  const together = chance.chance(0.3) ? ADMINS : [chance.pick(ADMINS)]
  await world.during(Promise.all(together.map((by) => refundPartOf(h, one, by))))
}
const ADMINS: AdminId[] = ['adm_one', 'adm_two']

async function refundPartOf(h: History, { intent: { id } }: IntentFacts, by: AdminId) {
  const { chance, world } = h
  const what = `${by.slice(4)} refunds a part of ${short(id)}`
  try {
    const seen = await weighRefund(world.worker.services, id, by)
    if (!seen.ok || seen.value.why) return h.meet('outside: not refundable in the console')
    const amount = chance.int(1, Math.min(seen.value.left, 700))
    const attempt = `${chance.int(1, 1e9)}`
    const ask = { amount, attempt, reason: 'goodwill' as const, zh: '抱歉', en: '' }
    const press = () => refundPart(world.worker.services, id, { ...ask, seen: seen.value.seen }, by)
    const said = await Promise.all(chance.chance(0.3) ? [press(), press()] : [press()])
    if (said.some((one) => one.ok)) h.meet('outside: a part refunded in the console')
    world.note(`${what} → ${said.map((one) => (one.ok ? 'ok' : one.error.code))}`)
    const isUnknown = said.every((one) => !one.ok && one.error.code === 'unavailable')
    if (isUnknown && chance.chance(0.7)) h.meet(`outside: asked again, ${(await press()).ok}`)
  } catch (error) {
    world.note(`${what} ✗ ${error}`)
  }
}

/** The bank sends a refund back: the last one of a payment that has not failed. */
async function refundFails(h: History) {
  const refunded = h.world.bank
    .intents()
    .filter((one) => isOurs(one) && one.refunds > one.failed && !one.disputed && !one.lost)
  if (refunded.length > 0) await failRefund(h, h.chance.pick(refunded))
}

export async function failRefund(h: History, one: IntentFacts) {
  h.world.note(`the bank sends a refund of ${short(one.intent.id)} back`)
  byHand(h, one)
  h.meet('outside: a refund failed')
  await h.world.during(h.world.bank.failRefund(one.intent.id).catch(() => null))
}

/**
 * Somebody works through the console's list of refunds that failed. What was refunded since may
 * still be listed while its event is under way, until the next time that the payment is read.
 */
export async function makeGood(h: History): Promise<void> {
  const owed = h.world.d1.all(
    'SELECT intent_id AS id, sum(missing) AS pence, max(checked_at) AS checkedAt FROM failed_refunds WHERE missing > 0 GROUP BY intent_id',
  )
  for (const { id, pence, checkedAt } of owed) {
    const one = h.world.bank.intents().find(({ intent }) => intent.id === id)
    if (!one || left(one) < Number(pence)) {
      if (h.now - Number(checkedAt) < ASK_EVERY_MS) continue
      return broken('what is owed is still with us', `${id}: ${pence}`)
    }
    h.meet('outside: a failed refund was made good')
    await giveBack(h, one, Number(pence))
  }
}

/** The bank returns the money of a dispute that was lost. */
async function disputeIsReversed(h: History) {
  const lost = h.world.bank.intents().filter((one) => isOurs(one) && one.lost && !one.disputed)
  if (lost.length > 0)
    await disputeStep(h, h.chance.pick(lost), h.chance.pick(['overturn', 'reinstate']))
}

/** A customer disputes a payment, or the bank takes an existing dispute further. */
async function dispute(h: History) {
  const all = h.world.bank.intents().filter(isOurs)
  const open = all.filter((one) => one.disputed)
  const taken = all.filter((one) => left(one) > 0 && !one.disputed)
  const goesOn = open.length > 0 && (taken.length === 0 || h.chance.chance(0.6))
  const list = goesOn ? open : taken
  if (list.length === 0) return
  const one = h.chance.pick(list)
  await disputeStep(
    h,
    one,
    h.chance.pick(goesOn ? ['review', ...endsOf(one)] : ['open', 'open', 'inquire']),
  )
}

export async function disputeStep(h: History, one: IntentFacts, name: string): Promise<void> {
  const { orderId } = one.intent.metadata
  if (orderId && (name === 'overturn' || name === 'reinstate')) h.reversed.add(orderId as never)
  h.world.note(`dispute of ${short(one.intent.id)}: ${name}`)
  byHand(h, one)
  h.meet(`outside: a dispute ${name}`)
  // Some of it may have been refunded since the payment was looked at.
  const now = h.world.bank.intents().find(({ intent }) => intent.id === one.intent.id) ?? one
  await h.world.during(h.world.bank.dispute(one.intent.id, name, left(now)).catch(() => null))
}

/** Every dispute is eventually decided, and some that are lost are reversed. */
export async function closeDisputes(h: History): Promise<void> {
  for (const one of h.world.bank.intents().filter(({ disputed }) => disputed))
    await disputeStep(h, one, h.chance.pick(endsOf(one)))
  for (const one of h.world.bank.intents().filter((each) => isOurs(each) && each.lost))
    if (h.chance.chance(0.7)) await disputeStep(h, one, h.chance.pick(['overturn', 'reinstate']))
}

/** A few more refunds come back after everything else. */
export async function lastRefundsFail(h: History): Promise<void> {
  const refunded = h.world.bank
    .intents()
    .filter((one) => isOurs(one) && one.refunds > one.failed && !one.lost)
  for (const one of refunded) if (h.chance.chance(0.3)) await failRefund(h, one)
}

export const DASHBOARD_STEPS: Record<string, Step> = {
  refundInDashboard: { weight: 1.5, run: refundInDashboard },
  refundInConsole: { weight: 1.5, run: refundInConsole },
  dispute: { weight: 3, run: dispute },
  refundFails: { weight: 2, run: refundFails },
  disputeIsReversed: { weight: 1.5, run: disputeIsReversed },
}
