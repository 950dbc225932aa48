import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import {
  AUTO_PAY,
  AUTO_PAY_VERSION,
  type AutoPays,
} from '#app/features/auto-pay/rules/auto-pay-event.ts'
import { answerAutoPay } from '#app/features/auto-pay/service.server.ts'
import type { Group, Place } from '#app/group/rules/state.ts'
import { AUTO_PAY_NOTICE_MS, minutes } from '#app/kernel/limits.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { type Action, short } from './actions.ts'
import { AFTER } from './actions-after.ts'
import { TRIP } from './actions-trip.ts'
import { broken } from './broken.ts'
import type { History, Person } from './history.ts'
import { cancel } from './steps-cancel.ts'
import type { Step } from './steps-pointed.ts'

/** Balances that pay themselves: who agrees, when they are charged, and what must hold. */

const isTrip = ({ id }: Group) => id.startsWith('trip_')
const groupsOf = (h: History): Group[] => [...h.cars(), ...h.trips()]

/** Somebody agrees at their deposit, or turns it off at any moment. */
async function answer(h: History) {
  const open = groupsOf(h).flatMap((group) =>
    group.participants.filter(({ seat }) => seat !== 'gone').map((place) => ({ group, place })),
  )
  if (open.length === 0) return
  const { group, place } = h.chance.pick(open)
  const who = h.people.find(({ id }) => id === place.userId)
  if (who) await agree(h, who, group, place, h.chance.chance(0.85) ? AUTO_PAY_VERSION : null)
}

/** Their answer: the version of the sentence, or null. */
export const agree = (
  h: History,
  who: Person,
  group: Group,
  { id }: Place,
  version: string | null,
) =>
  h.world.during(
    h.say(who, `${version ? 'agrees to pay' : 'stops paying'} ${short(id)} by itself`, () =>
      isTrip(group)
        ? answerAutoPay(tripKind, h.services, who, id, version)
        : answerAutoPay(carpoolKind, h.services, who, id, version),
    ),
  )

/** A balance is charged just as something fails, and its owner or an administrator is busy. */
export async function chargeTrouble(h: History) {
  const { chance, world } = h
  const told = groupsOf(h).flatMap((group) =>
    Object.entries((group.slices[AUTO_PAY] as AutoPays | undefined) ?? {}).flatMap(([id, one]) =>
      one.told && one.told.chargeAt > h.now ? [{ group, id, at: one.told.chargeAt }] : [],
    ),
  )
  if (told.length === 0) return answer(h)
  const { group, id, at } = chance.pick(told)
  const place = group.participants.find((one) => one.id === id)
  const who = h.people.find((one) => one.id === place?.userId)
  const kind = chance.pick(['none', 'lose-answers', 'lose-answers', 'hang-calls', 'fail-calls'])
  world.note(`a balance pays itself, stripe: ${kind}`)
  await world.advance(Math.max(0, at - h.now - chance.int(1, 50)))
  if (kind !== 'none')
    await world.during(world.bank.fault(kind, chance.int(1, 6), { method: 'POST' }))
  if (chance.chance(0.4)) await world.during(world.bank.fault('drop-events', 4, { retry: true }))
  await world.advance(chance.int(0, 1500))
  const act = chance.pick(['pay', 'pay', 'stop', 'cancel', 'wait'])
  const paying = (isTrip(group) ? TRIP.tripBalanceAtOnce : AFTER.balanceAtOnce) as Action
  if (act === 'pay' && who) await world.during(paying.run(h, who))
  if (act === 'stop' && who && place) await agree(h, who, group, place, null)
  if (act === 'cancel') await world.during(cancel(h, 'adm_one', group))
  await world.advance(chance.int(0, minutes(5)))
}

/** Nobody is charged without consent, before they were told, twice, or more than they were told. */
export function autoPayAtRest(h: History): void {
  for (const group of groupsOf(h)) {
    if (Object.keys(group.facts.charging).length > 0)
      broken('the outcome of every charge is known', group.id)
    const host = isTrip(group) ? h.world.trips : h.world.cars
    const told = new Map<string, { amount: number; chargeAt: number; at: number }>()
    const agreed = new Set<string>()
    const charging = new Set<string>()
    for (const { event, at } of host.eventsOf(group.id)) {
      if (!('participantId' in event)) continue
      const id = event.participantId
      const was = told.get(id)
      if (event.type === 'autoPayAgreed') agreed.add(id)
      if (event.type === 'autoPayStopped') agreed.delete(id)
      if (event.type === 'autoPayTold') told.set(id, { ...event, at })
      if (event.type === 'autoPayDue') {
        const isRight =
          agreed.has(id) && was && at >= was.chargeAt && at - was.at >= AUTO_PAY_NOTICE_MS
        if (!isRight || charging.has(id)) broken('a charge was agreed and told', `${id} at ${at}`)
        charging.add(id)
      }
      if (event.type === 'autoPayFailed') h.meet(`auto-pay: ${event.why}`)
      if (event.type === 'chargePaid' && event.slot === 'balance' && charging.has(id)) {
        if (event.amount > (was?.amount ?? 0)) broken('no more than was told is charged', id)
        h.meet('auto-pay: paid')
      }
      const isOver = event.type === 'autoPayFailed' || event.type === 'seatLeft'
      if (isOver) charging.delete(id)
      if (isOver) agreed.delete(id)
    }
  }
}

export const AUTO_PAY_STEPS: Record<string, Step> = {
  answerAutoPay: { weight: 3, run: answer },
  chargeTrouble: { weight: 2.5, run: chargeTrouble },
}
