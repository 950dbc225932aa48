import type { AdminId, RequestId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import { sweepRequests } from '#app/reminders/service/request-reminders.server.ts'
import { findRequest } from '#app/requests/rows/requests.server.ts'
import { isOpen, OUTSIDE_WAYS, REQUEST_KINDS } from '#app/requests/rules/request.ts'
import {
  confirmRequest,
  payRequestNow,
  sweepRequestPayments,
} from '#app/requests/service/payments.server.ts'
import {
  type Asked,
  askForMoney,
  payOutside,
  voidRequest,
} from '#app/requests/service/requests.server.ts'
import { readOwnRequest } from '#app/requests/service/views.server.ts'
import { CARDS, payBy, short, wayOf } from './actions.ts'
import { type History, okOf, type Person } from './history.ts'
import { requestsIn, type StoredRequest } from './request-log.ts'
import type { Step } from './steps-pointed.ts'

/** Money that administrators ask for: how it is asked, paid, taken back and changed. */

const ADMINS: AdminId[] = ['adm_one', 'adm_two']

/** What is asked of one student: about one of their orders, one of their places, or nothing. */
function askedOf(h: History, { id: userId }: Person): Asked {
  const { chance, world } = h
  const orders = world.orders().filter((one) => one.userId === userId)
  const places = [...h.cars(), ...h.trips()].flatMap((group) =>
    group.participants.filter((one) => one.userId === userId).map(({ id }) => [group.id, id]),
  )
  const about = chance.weighted({
    nothing: 3,
    order: orders.length > 0 ? 4 : 0,
    place: places.length > 0 ? 3 : 0,
  })
  const [groupId = null, participantId = null] = about === 'place' ? chance.pick(places) : []
  const lines = Array.from({ length: chance.int(1, 3) }, () => ({
    text: '等候',
    amount: chance.int(30, 4000),
  }))
  return {
    id: `req_${String(chance.int(1, 1e9)).padStart(12, '0')}` as RequestId,
    userId,
    subjectId: about === 'order' ? chance.pick(orders).id : groupId,
    participantId: participantId as Asked['participantId'],
    what: chance.pick(REQUEST_KINDS),
    lines,
    note: null,
  }
}

/** One administrator asks; the form may be sent twice. Returns what is asked, if it is. */
export async function askOf(h: History, who: Person): Promise<StoredRequest | null> {
  const { chance, world } = h
  const asked = askedOf(h, who)
  const by = chance.pick(ADMINS)
  const what = `${by.slice(4)} asks ${who.id.slice(4)} for ${short(asked.id)}`
  const press = () => said(h, what, () => askForMoney(h.services, by, asked))
  await world.during(Promise.all(chance.chance(0.2) ? [press(), press()] : [press()]))
  return requestsIn(h).find(({ id }) => id === asked.id) ?? null
}

/** One press of an administrator; a refusal or an error is noted. */
async function said(h: History, what: string, work: () => Promise<Result<unknown>>) {
  try {
    const answer = await work()
    h.world.note(`${what} → ${answer.ok ? 'ok' : JSON.stringify(answer)}`)
    return answer
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
    return null
  }
}

type Ending = 'void' | 'outside' | 'change'
/** An administrator ends a request from the page they have open. */
export async function endOf(h: History, { id }: StoredRequest, how: Ending): Promise<void> {
  const { chance, world } = h
  const by = chance.pick(ADMINS)
  const row = await findRequest(world.reads, id).catch(() => undefined)
  const who = h.people.find((one) => one.id === row?.userId)
  if (!row || !who) return
  const changed = { ...askedOf(h, who), ...{ subjectId: row.subjectId } }
  const asked = { ...changed, participantId: row.participantId }
  const outside = { how: chance.pick(OUTSIDE_WAYS), reference: '转账 12' }
  const doing = {
    void: () => voidRequest(h.services, by, row),
    outside: () => payOutside(h.services, by, row, outside),
    change: () => askForMoney(h.services, by, asked, row),
  }[how]
  const answer = await said(h, `${by.slice(4)} ends ${short(id)}: ${how}`, doing)
  if (!answer) return
  h.meet(`request: ${how} ${answer.ok ? 'done' : 'refused'}`)
  if (answer.ok) h.requestPromises.push({ id, what: how === 'outside' ? 'outside' : 'void' })
}

/** The student opens the payment sheet, and gets the secret. */
export async function beginRequest(
  h: History,
  who: Person,
  id: RequestId,
): Promise<string | undefined> {
  const answer = await h.say(who, `begins to pay ${short(id)}`, () =>
    payRequestNow(h.services, who.id, id),
  )
  const secret = okOf(answer)?.clientSecret
  if (!secret) return
  who.requestSecrets.set(secret, id)
  h.payable.add(secret.split('_secret_')[0] ?? '')
  return secret
}

/** With any secret that was ever received for it, also an old one. */
export async function payRequest(
  h: History,
  who: Person,
  id: RequestId,
  with_?: string,
): Promise<unknown> {
  const own = [...who.requestSecrets].filter(([, of]) => of === id).map(([secret]) => secret)
  const secret = h.chance.chance(0.8) ? own.at(-1) : own[0] && h.chance.pick(own)
  if (!secret) return
  const card = with_ ?? h.chance.weighted(CARDS)
  return h.say(who, `pays ${short(id)} ${wayOf(card)}`, () => payBy(h, secret, card, false))
}

async function confirmOf(h: History, who: Person, id: RequestId): Promise<unknown> {
  const answer = await h.say(who, `confirms ${short(id)}`, () =>
    confirmRequest(h.services, who.id, id),
  )
  // What was paid outside is not to be paid either.
  const isPaid = answer?.ok && answer.value.status !== 'outside'
  if (isPaid) h.requestPromises.push({ id, what: 'paid' })
  return answer
}

/** A student with a request: an open one if possible, one made now otherwise. */
async function someRequest(h: History): Promise<{ who: Person; id: RequestId } | null> {
  const { chance } = h
  const open = requestsIn(h).filter(isOpen)
  const known = open.length > 0 && chance.chance(0.7) ? chance.pick(open) : null
  const found = known ?? (await askOf(h, chance.pick(h.people)))
  const who = h.people.find(({ id }) => id === found?.userId)
  return found && who ? { who, id: found.id } : null
}

async function ask(h: History) {
  await askOf(h, h.chance.pick(h.people))
}

/** A student pays what is asked, on one phone or two; some close the page once they have paid. */
async function payAtOnce(h: History) {
  const { chance, world } = h
  const found = await someRequest(h)
  if (!found) return
  const { who, id } = found
  const phones = chance.chance(0.25) ? [1, 2] : [1]
  await world.during(Promise.all(phones.map(() => beginRequest(h, who, id))))
  await world.during(payRequest(h, who, id))
  if (chance.chance(0.6)) await world.during(confirmOf(h, who, id))
}

/**
 * It is taken back, changed or paid outside just as its student begins to pay, pays or comes back;
 * Stripe may be in trouble, and another administrator may be at it.
 */
async function endWhilePaying(h: History) {
  const { chance, world } = h
  const found = await someRequest(h)
  if (!found) return
  const { who, id } = found
  const row = requestsIn(h).find((one) => one.id === id)
  if (!row) return
  if (chance.chance(0.7)) await world.during(beginRequest(h, who, id))
  if (chance.chance(0.25)) {
    const kind = chance.pick(['fail-calls', 'lose-answers', 'hang-calls'])
    await world.during(world.bank.fault(kind, chance.int(1, 3), { method: 'POST' }))
  }
  if (chance.chance(0.4)) await world.during(world.bank.fault('drop-events', 3, { retry: true }))
  if (chance.chance(0.3)) await world.during(payRequest(h, who, id))
  const doing = {
    begin: () => beginRequest(h, who, id),
    pay: () => payRequest(h, who, id),
    confirm: () => confirmOf(h, who, id),
    sweep: () => sweepAsked(h),
    end: () => endOf(h, row, chance.pick(ENDINGS)),
  }
  const others = [chance.weighted({ begin: 4, pay: 5, confirm: 3, sweep: 1, end: 2 })]
  if (chance.chance(0.3)) others.push(chance.weighted({ begin: 2, pay: 2, confirm: 1, end: 1 }))
  await world.during(
    Promise.all([
      endOf(h, row, chance.pick(ENDINGS)),
      ...others.map(async (name) => {
        await world.scheduler.sleep(chance.int(0, 60))
        return doing[name]()
      }),
    ]),
  )
}
export const ENDINGS: Ending[] = ['void', 'outside', 'change']

/** A payment that was begun is left alone until the sweep ends it; it may be paid just then. */
async function leaveIt(h: History) {
  const { chance, world } = h
  const found = await someRequest(h)
  if (!found) return
  const { who, id } = found
  await world.during(beginRequest(h, who, id))
  if (chance.chance(0.4)) await world.during(world.bank.fault('drop-events', 4, { retry: true }))
  if (chance.chance(0.3)) await world.during(payRequest(h, who, id))
  await world.advance(hours(1) + chance.pick([-50, -1, 0, 1, 50, minutes(5)]))
  const late = chance.weighted({ pay: 3, begin: 2, confirm: 1, nothing: 2 })
  const doing = {
    pay: () => payRequest(h, who, id),
    begin: () => beginRequest(h, who, id),
    confirm: () => confirmOf(h, who, id),
    nothing: async () => undefined,
  }
  await world.during(Promise.all([doing[late](), sweepAsked(h, chance.int(0, 50))]))
}

/** Somebody else has got hold of a request's address and its payment's secret. */
async function steal(h: History) {
  const all = requestsIn(h)
  const thief = h.chance.pick(h.people)
  const others = all.filter(({ userId }) => userId !== thief.id)
  if (others.length === 0) return
  const { id } = h.chance.pick(others)
  const tries = {
    begin: () => payRequestNow(h.services, thief.id, id),
    confirm: () => confirmRequest(h.services, thief.id, id),
    find: () => readOwnRequest(h.services, thief, id),
  }
  const name = h.chance.pick(Object.keys(tries) as (keyof typeof tries)[])
  const answer = await h.world.during(
    h.say(
      thief,
      `tries to ${name} ${short(id)} of another`,
      () => tries[name]() as Promise<object>,
    ),
  )
  const isStolen = answer && (name === 'find' || (answer as { ok: boolean }).ok)
  if (isStolen) h.stolen.push(`${thief.id} ${name} ${id}`)
}

/** The cron's work on requests. */
export async function sweepAsked(h: History, wait = 0): Promise<void> {
  await h.world.scheduler.sleep(wait)
  for (const work of [sweepRequestPayments, sweepRequests])
    try {
      await work(h.services)
    } catch (error) {
      h.world.note(`sweep of requests ✗ ${error}`)
    }
}

/** In the provider's dashboard: a payment that nobody owes, or the cancellation of one. */
async function dashboard(h: History) {
  const { bank } = h.world
  const all = requestsIn(h)
  if (all.length === 0) return
  const { id: requestId, userId, amount, intentId, payment } = h.chance.pick(all)
  const metadata = { purpose: 'request', requestId, userId, attempt: '1' }
  h.world.note(`by hand: a payment about ${short(requestId)}`)
  const isBegun = intentId && payment === 'awaiting'
  const work = () =>
    isBegun ? bank.cancel(intentId) : bank.charge(metadata, payment === 'paid' ? amount : 1234)
  await h.world.during(work().catch(() => null))
}

export const REQUEST_STEPS: Record<string, Step> = {
  askForMoney: { weight: 1.5, run: ask },
  payRequest: { weight: 2.5, run: payAtOnce },
  endWhilePaying: { weight: 3, run: endWhilePaying },
  leaveRequest: { weight: 1, run: leaveIt },
  stealRequest: { weight: 0.5, run: steal },
  requestDashboard: { weight: 0.7, run: dashboard },
}
