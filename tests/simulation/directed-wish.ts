import { hours } from '#app/kernel/limits.ts'
import { payNewest } from './actions.ts'
import { confirm, draftAs, newDraft } from './actions-join.ts'
import type { History } from './history.ts'
import { moveTo, shuffled } from './steps-trip.ts'
import { hear, wishFor } from './steps-wish.ts'

/**
 * Everybody wishes for a car, one of them for more people than go with them; that one opens it, by
 * day or by night, and the others hear of it then or in the morning.
 */
async function wishesForACar(h: History) {
  const [opener, ...others] = shuffled(h, h.people)
  if (!opener) return
  const form = { ...newDraft(h, h.chance.pick([5, 6, 7])), maxPassengers: 4, people: 1 }
  await wishFor(h, opener, form, 2)
  for (const who of others) await wishFor(h, who, form, 1)
  for (let n = 1; n < 5; n++)
    await wishFor(h, opener, { ...form, carpoolAt: form.carpoolAt + hours(24 * n) }, 1)
  await moveTo(h, h.now + hours(h.chance.int(0, 23)))
  // Two of them, since a fault may stop one.
  for (const who of [opener, ...others.slice(0, 1)]) {
    await h.world.during(draftAs(h, who, `${who.id}-1`, form))
    await h.world.during(payNewest(h, who, 'pm_card_visa'))
    await h.world.during(confirm(h, who))
  }
  await hear(h)
  await moveTo(h, h.now + hours(10))
  await hear(h)
}

export const WISH_SCENES = { wishesForACar }
