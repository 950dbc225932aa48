import { api, joinAndPay, newStudent, openCarpool, rideIn } from '#tests/worker/api/world.ts'
import { advance } from '#tests/worker/carpool/kit.ts'

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
