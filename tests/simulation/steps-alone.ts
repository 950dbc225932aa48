import { refuseLeaving } from '#app/domain/carpool/move.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { supplementOf } from '#app/domain/group/alone.ts'
import { minutes } from '#app/domain/limits.ts'
// Loaded beforehand: reading a file takes real time, of which a history has none.
import '#app/services/admin/alone.server.ts'
import { type Action, learnSecret, type Mine, pay, pickPlace, short } from './actions.ts'
import { type History, okOf, type Person } from './history.ts'

/** An administrator offers a place a car alone. `mayWithdraw`: or takes back the one offered. */
export async function offerAlone(
  h: History,
  { id }: CarpoolState,
  place: string,
  { later = 0, mayWithdraw = false } = {},
): Promise<void> {
  const { chance, world } = h
  const asked = { id, participantId: place }
  try {
    const alone = await world.worker.services.admin.alone()
    const by = chance.pick(['adm_one', 'adm_two'] as const)
    const known = await alone.choice(asked)
    if (!known.ok) return
    const { proposed, seen, offer } = known.value
    const isAway = offer !== null && mayWithdraw
    const carpoolAt = proposed + later
    const done = isAway
      ? await alone.withdraw(asked, by)
      : await alone.offer(asked, { carpoolAt, seen, by })
    world.note(
      `${short(place)}: a car alone, ${isAway ? 'back' : 'offered'} → ${done.ok ? 'ok' : done.error.code}`,
    )
  } catch (error) {
    world.note(`${short(place)}: no car alone ✗ ${error}`)
  }
}

/** Somebody whose flight does not fit is offered a car alone. */
export async function tryAlone(h: History, group: CarpoolState): Promise<void> {
  const { chance } = h
  const ready = group.participants.filter((p) => refuseLeaving(group, p, h.now) === null)
  if (ready.length === 0) return
  const later = chance.pick([0, 0, minutes(30)])
  await offerAlone(h, group, chance.pick(ready).id, { later, mayWithdraw: chance.chance(0.2) })
}

const isOffered = ({ place }: Mine) => place.seat === 'taken' && place.alone?.offer != null
const isPaying = ({ place }: Mine) => place.seat === 'taken' && place.alone?.payment != null

/** The passenger agrees to what is offered, or to something else, and asks for the payment. */
export async function takeAlone(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, isOffered)
  const offer = mine?.place.alone?.offer
  if (!mine || !offer) return
  const { participantId: id, place } = mine
  const amount = supplementOf(place, offer.price) + (h.chance.chance(0.05) ? 1 : 0)
  const shown = { carpoolAt: offer.carpoolAt, amount }
  const said = await h.say(who, `${short(id)} agrees to a car alone for ${amount}`, () =>
    h.carpools.agreeAlone(who, id, shown),
  )
  if (!said?.ok && h.chance.chance(0.8)) return
  const answer = await h.say(who, `payment of a car alone for ${short(id)}`, () =>
    h.carpools.payAlone(who, id),
  )
  learnSecret(h, who, id, okOf(answer)?.clientSecret ?? null)
}

export async function confirmAlone(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, isPaying)
  if (!mine) return
  const id = mine.participantId
  return h.say(who, `${short(id)} goes alone?`, () => h.carpools.confirmAlone(who, id))
}

async function giveUpAlone(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, isPaying)
  if (!mine) return
  const id = mine.participantId
  return h.say(who, `${short(id)} does not go alone`, () => h.carpools.giveUpAlone(who, id))
}

async function goAlone(h: History, who: Person): Promise<unknown> {
  if (!pickPlace(h, who, isOffered)) return
  await takeAlone(h, who)
  await pay(h, who)
  return confirmAlone(h, who)
}

export const ALONE: Record<string, Action> = {
  takeAlone: { weight: 3, fits: isOffered, run: takeAlone },
  confirmAlone: { weight: 2, fits: isPaying, run: confirmAlone },
  giveUpAlone: { weight: 1, fits: isPaying, run: giveUpAlone },
  goAlone: { weight: 4, fits: isOffered, run: goAlone },
}
