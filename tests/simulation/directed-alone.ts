import { hours, minutes } from '#app/domain/limits.ts'
import { payNewest } from './actions.ts'
import { flyLater } from './actions-after.ts'
import { carWith, mineIn, paysBalance, type Scene, stateOf } from './directed-cars.ts'
import type { History, Person } from './history.ts'
import { confirmAlone, offerAlone, takeAlone } from './steps-alone.ts'
import { keepRide } from './steps-ride.ts'

const SOON = minutes(3)
const VISA = 'pm_card_visa'

/** A complete car whose first passenger has a flight a night late, and is offered a car alone. */
async function offered(h: History, isPaid: boolean) {
  const car = await carWith(h, 2, 2, { days: 6 })
  const [who, other] = car?.riders ?? []
  if (!car || !who || !other) return null
  h.world.makeMember(who.id, h.chance.int(100, 900))
  if (isPaid) await paysBalance(h, who, car, true)
  await paysBalance(h, other, car)
  const place = mineIn(h, who, car)
  if (!place) return null
  await h.world.during(flyLater(h, who, { car: stateOf(h, car), place }, hours(20)))
  await offers(h, car, who)
  return { car, who, place }
}
async function offers(h: History, car: Scene, who: Person, how = {}) {
  const place = mineIn(h, who, car)
  if (place) await h.world.during(offerAlone(h, stateOf(h, car), place.id, how))
}
async function pays(h: History, who: Person, card = VISA) {
  await h.world.during(takeAlone(h, who))
  await h.world.during(payNewest(h, who, card))
}

/** A card is declined or a payment left; then they pay, and perhaps nobody says so in time. */
async function alone(h: History, isPaid: boolean) {
  const made = await offered(h, isPaid)
  if (!made) return
  const { who } = made
  if (h.chance.chance(0.5)) await pays(h, who, 'pm_card_visa_chargeDeclined')
  if (h.chance.chance(0.5)) {
    await h.world.during(takeAlone(h, who))
    await h.world.advance(minutes(20))
  }
  await pays(h, who)
  if (h.chance.chance(0.7)) await h.world.during(confirmAlone(h, who))
  await h.world.advance(SOON)
}

/** It is offered at another time, and settled in another way while it is being paid. */
async function aloneInVain(h: History) {
  const made = await offered(h, h.chance.chance(0.5))
  if (!made) return
  const { car, who, place } = made
  await offers(h, car, who, { later: minutes(30) })
  await h.world.during(takeAlone(h, who))
  const paysInVain = async () => {
    await payNewest(h, who, VISA)
    await keepRide(h, stateOf(h, car), place.id, false)
  }
  await h.world.during(paysInVain())
  await h.world.during(confirmAlone(h, who))
  await h.world.advance(SOON)
}

/** It is taken back while a payment is open, and perhaps offered again. */
async function aloneTakenBack(h: History) {
  const made = await offered(h, true)
  if (!made) return
  const { car, who } = made
  await h.world.during(takeAlone(h, who))
  await offers(h, car, who, { mayWithdraw: true })
  await h.world.advance(SOON)
  if (h.chance.chance(0.5)) await offers(h, car, who)
}

export const ALONE_SCENES = {
  alone: (h: History) => alone(h, true),
  aloneUnpaid: (h: History) => alone(h, false),
  aloneInVain,
  aloneInVainAgain: aloneInVain,
  aloneTakenBack,
  aloneTakenBackAgain: aloneTakenBack,
}
