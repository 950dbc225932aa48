import { isoTime } from '#app/domain/time.ts'
import { api, joinAndPay, newStudent, openCarpool, rideIn } from '#tests/worker/api/world.ts'
import { advance, must } from '#tests/worker/carpool/kit.ts'
import { services } from '#tests/worker/orders/kit.ts'

/** A student's place in a complete group, its balance due. */
export async function balanceDue() {
  const [as, friend] = [await newStudent(), await newStudent()]
  const ride = rideIn(4, { maxPassengers: 2 })
  const { id, participantId } = await openCarpool(as, ride)
  await joinAndPay(friend, id, { flightTime: ride.flightTime })
  return { as, friend, id: id as string, participantId: participantId as string }
}

/** The same, and its flight is a day late. */
export async function lateFlight() {
  const place = await balanceDue()
  await advance(0)
  const { flightTime } = rideIn(5)
  const flight = { flightNumber: 'BA1', flightTime, terminal: 'T2' }
  const json = { participantId: place.participantId, ...flight }
  await api('POST', '/user/change-flight', { as: place.as, json })
  return { ...place, flightTime }
}

/** The same, and the car alone that it is offered. */
export async function offeredAlone() {
  const { as, id, participantId } = await lateFlight()
  const asked = { id, participantId }
  const alone = await services.admin.alone()
  const { proposed, amount } = must(await alone.choice(asked))
  must(await alone.offer(asked, { carpoolAt: proposed, seen: 1, by: 'adm_one' }))
  return { as, asked, json: { participantId, carpoolDatetime: isoTime(proposed), amount } }
}
