import type { Event } from '#app/domain/group/event.ts'
import type { Waiter } from '#app/domain/group/waitlist.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS, FOR_WISHES_SEATS } from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { checkCar, checkWaiter } from './check.ts'
import type { CarpoolOwn } from './command.ts'
import type { CarpoolState } from './state.ts'

type OpenForWishes = Extract<CarpoolOwn, { type: 'openForWishes' }>

/**
 * Chooses who is offered seats: in the order of `wishers`, each party that fits into the seats that
 * are left. A student with several wishes gets one offer.
 */
export function offeredTo(wishers: Waiter[], seats: number): Waiter[] {
  const chosen: Waiter[] = []
  let left = seats
  for (const wisher of wishers) {
    if (wisher.people > left || chosen.some(({ userId }) => userId === wisher.userId)) continue
    chosen.push(wisher)
    left -= wisher.people
  }
  return chosen
}

/**
 * An administrator opens a car for wishes (docs/rules.md#opened-for-wishes). The earliest wishes
 * that fit go on its waitlist, which offers them their seats. Repeating it has no further effect.
 * Fails with noWishFits, or with versionConflict if another administrator has opened the car.
 */
export function decideOpenForWishes(
  state: CarpoolState | null,
  command: OpenForWishes,
  now: Instant,
): Result<Event[]> {
  if (state) return isSame(state, command) ? ok([]) : fail('versionConflict', { context: 'wishes' })
  const { type: _, wishers, ...opening } = command
  const { terms, terminal } = opening
  const refused = checkCar(terms, FOR_WISHES_SEATS.min, now)
  if (refused) return refused
  if (!terms.airportTerminals.includes(terminal))
    return fail('validationFailed', { field: 'terminal' })
  const car = { maxPassengers: terms.maxPassengers, forWishes: opening }
  const chosen = offeredTo(
    wishers.filter((wisher) => checkWaiter(wisher, car) === null),
    terms.maxPassengers,
  )
  if (chosen.length === 0) return fail('noWishFits')
  const cutoffAt = terms.carpoolAt - CUTOFF_BEFORE_DEPARTURE_MS
  return ok([
    { type: 'openedForWishes', ...opening, cutoffAt, at: now },
    ...chosen.map((wisher): Event => {
      return { type: 'waitJoined', ...wisher, at: now, wished: true }
    }),
  ])
}

const isSame = (state: CarpoolState, { by, slot, terminal, terms }: OpenForWishes): boolean =>
  state.forWishes?.by === by &&
  state.forWishes.slot === slot &&
  state.forWishes.terminal === terminal &&
  state.carpoolAt === terms.carpoolAt &&
  state.maxPassengers === terms.maxPassengers
