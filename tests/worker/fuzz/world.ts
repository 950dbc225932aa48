import { eq } from 'drizzle-orm'
import { startSession } from '#app/account/service/sessions.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { attempts, users } from '#db/schema.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { assign } from '#tests/worker/assign.ts'
import { api, createPayload, openCarpool, rideIn } from '#tests/worker/world/api.ts'
import { beginPayment, makeOrder } from '#tests/worker/world/api-orders.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { carOf, completeCar, goTo, payBalance } from '#tests/worker/world/cars.ts'
import { makeMember, newStudent, type Student } from '#tests/worker/world/people.ts'
import { dayIn, db, intentIdOf as idOf } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

export const ROLES = ['visitor', 'student', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** A car with a driver that leaves in two hours. */
async function assignedCar() {
  const { carpoolId, seats } = await completeCar([await newStudent(), await newStudent()])
  for (const seat of seats) await payBalance(seat)
  const { carpoolAt } = await carOf(carpoolId)
  await goTo(carpoolAt - hours(2))
  await assign(carpoolId)
  return carOf(carpoolId)
}

/** A logged-in student and administrator, and some of everything that has an id. */
export async function newWorld() {
  // Comes first, since it moves the clock to the day of the ride.
  const { participants } = await assignedCar()
  const [student, other, admin] = [await newStudent(), await newStudent(), await newAdmin()]
  await makeMember(student, 1_000)
  const things = await Promise.all([student, other].map(thingsOf))
  const names = new Map<string, string[]>([
    ['air', ['air_lhr', 'air_man']],
    ['par', participants.map(({ id }) => id)],
  ])
  for (const { secret, ...ids } of things)
    for (const id of Object.values(ids)) {
      const prefix = id.split('_', 1)[0] ?? ''
      names.set(prefix, [...(names.get(prefix) ?? []), id])
    }
  const secrets = things.map(({ secret }) => secret)
  const tokens: Record<Role, string> = {
    visitor: '',
    student: student.token,
    administrator: admin.token,
  }

  /** Logs a role in again: an earlier request may have ended the session. */
  async function logIn(role: Role): Promise<void> {
    if (role === 'administrator') tokens[role] = (await newAdmin()).token
    if (role !== 'student') return
    await db
      .update(users)
      .set({ suspendedAt: null, closedAt: null })
      .where(eq(users.id, student.id))
    tokens[role] = (await startSession({ db, clock: devClock }, student.id)).token
  }

  /**
   * A text that uses the ids of the document's examples, with ids that exist here instead, and
   * future days.
   */
  function inThisWorld(text: string, pick: number): string {
    const one = (list: string[]) => list[pick % list.length] ?? ''
    return text
      .replace(/\b([a-z]+)_\w+/g, (found, prefix) =>
        found.includes('_secret_') ? one(secrets) : one(names.get(prefix) ?? [found]),
      )
      .replace(/\b2026-12-(\d\d)/g, (_, day) => dayIn(Number(day)))
  }

  return { tokens, logIn, inThisWorld, forgetAttempts: () => db.delete(attempts) }
}
export type World = Awaited<ReturnType<typeof newWorld>>

/** On the days used in the document's examples, so that those can join. */
const journey = () => ({
  cutoffTime: `${dayIn(16)}T12:00`,
  tripStartDatetime: `${dayIn(19)}T08:00`,
  tripEndDatetime: `${dayIn(20)}T18:00`,
})

async function thingsOf(as: Student) {
  const [mail, move, trip, car] = await Promise.all([
    makeOrder('mail', as),
    makeOrder('move', as),
    openTrip(journey(), as),
    openCarpool(as, rideIn(12)),
  ])
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', {
    as,
    json: createPayload(),
  })
  const secret = await beginPayment('mail', as, mail)
  return {
    usr: as.id,
    mail,
    move,
    trip: trip.id,
    car: car.id,
    participant: car.participantId,
    draft: draft.body.participantId as string,
    intent: idOf(secret),
    secret,
  }
}
