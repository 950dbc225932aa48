import { joinAndPay, openCarpool, rideIn } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'

/** A student's place in a complete group, its balance due. */
export async function balanceDue() {
  const [as, friend] = [await newStudent(), await newStudent()]
  const ride = rideIn(4, { maxPassengers: 2 })
  const { id, participantId } = await openCarpool(as, ride)
  await joinAndPay(friend, id, { flightTime: ride.flightTime })
  return { as, friend, id: id as string, participantId: participantId as string }
}
