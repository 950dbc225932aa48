import { earliestDeparture } from '#app/domain/carpool/check.ts'
import type { CarpoolStatus } from '#app/domain/carpool/state.ts'
import { spanOfDay } from '#app/domain/day-part.ts'
import type { AdminId, CarpoolId } from '#app/domain/id.ts'
import { WISH_TOLERANCE_MS } from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Instant, londonDay } from '#app/domain/time.ts'
import { type Slot, suggestedCar, type WishWindow } from '#app/domain/wish.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { wishCarIdFor } from '#app/services/groups/group-id.server.ts'
import { listWishCars, listWishers, noteOffered } from '#db/queries/wishers.ts'
import { readDemand, slotOf, type Wanted } from './board.server.ts'

type Deps = Pick<AppContext, 'db' | 'clock' | 'catalog' | 'carpools'>

/** A car that an administrator opened for wishes. */
export type WishCar = {
  id: CarpoolId
  slot: string
  status: CarpoolStatus
  carpoolAt: Instant
  currentPassengers: number
  maxPassengers: number
}
/** A wish as the console sees it: nobody's name, and when it was made. */
export type Wisher = WishWindow & {
  /** From 1, the first to wish. */
  rank: number
  people: number
  bigLuggage: number
  smallLuggage: number
  createdAt: Instant
}
/** What an administrator knows before opening a car for a part of a day. */
export type CarForWishes = Slot & {
  id: string
  airportName: { zh: string; en: string }
  terminals: string[]
  /** The first to wish first. */
  wishers: Wisher[]
  /** Cars that were opened for it before; a new one is for as many as are known. */
  cars: WishCar[]
  /** Null: nobody wishes for a time in it for which a car can be opened. */
  suggested: { carpoolAt: Instant; maxPassengers: number } | null
}

const carOf = ({ status, ...car }: Awaited<ReturnType<typeof listWishCars>>[number]): WishCar => ({
  ...car,
  status: status as CarpoolStatus,
})

/** A part of a day for which a car can be opened; null: it is over, or there is none. */
async function openSlot({ clock, catalog }: Deps, id: string) {
  const slot = slotOf(id)
  const airport = (await catalog.airports()).find((one) => one.id === slot?.airportId)
  const span = slot && spanOfDay(slot.day, slot.part)
  return slot && span && airport && span.before > earliestDeparture(clock.now())
    ? { slot, span, airport }
    : null
}

/** Everything that is wished for, with the cars that were opened for it (docs/rules.md#wishes). */
export async function readConsole(deps: Deps): Promise<(Wanted & { cars: WishCar[] })[]> {
  const wanted = await readDemand(deps)
  const cars = await listWishCars(
    deps.db,
    wanted.map(({ id }) => id),
  )
  return wanted.map((one) => ({
    ...one,
    cars: cars.filter(({ slot }) => slot === one.id).map(carOf),
  }))
}

/** What is known before a car is opened for a part of a day; null: none can be. */
export async function readForWishes(deps: Deps, id: string): Promise<CarForWishes | null> {
  const found = await openSlot(deps, id)
  if (!found) return null
  const { slot, span, airport } = found
  const { db, clock } = deps
  const now = clock.now()
  const [wishers, cars] = await Promise.all([
    listWishers(db, { ...slot, from: span.from, to: span.before - 1 }, now),
    listWishCars(db, [id]),
  ])
  return {
    ...slot,
    id,
    airportName: airport.name,
    terminals: airport.terminals,
    wishers: wishers.map(({ userId: _, ...wisher }, index) => ({ rank: index + 1, ...wisher })),
    cars: cars.map(carOf),
    suggested: suggestedCar(wishers, span, now),
  }
}

type Opening = {
  by: AdminId
  slot: string
  carpoolAt: Instant
  maxPassengers: number
  terminal: string
  /** How many cars for this part of a day the administrator knows of. */
  seen: number
}
/** A seat offer as the console sees it. */
export type Offered = { people: number; until: Instant }

/**
 * Opens a car for the wishes of a part of a day, and offers seats to those who wished first
 * (docs/rules.md#opened-for-wishes). Its id follows from the part of the day and the cars before
 * it, so it is opened once, whoever asks at the same time. Fails with notFound, validationFailed,
 * noWishFits, versionConflict (another car has been opened) or unavailable.
 */
export async function openForWishes(
  deps: Deps,
  { slot: id, carpoolAt, seen, ...asked }: Opening,
): Promise<Result<{ carpoolId: CarpoolId; offered: Offered[] }>> {
  const found = await openSlot(deps, id)
  if (!found) return fail('notFound')
  const { db, clock, catalog, carpools } = deps
  const { tripType, airportId } = found.slot
  const [quote, cars, wishers] = await Promise.all([
    catalog.quote(airportId, londonDay(carpoolAt)),
    listWishCars(db, [id]),
    listWishers(
      db,
      {
        tripType,
        airportId,
        from: carpoolAt - WISH_TOLERANCE_MS,
        to: carpoolAt + WISH_TOLERANCE_MS,
      },
      clock.now(),
    ),
  ])
  if (!quote) return fail('notFound')
  if (seen > cars.length) return fail('versionConflict', { context: 'wishes' })
  const { by, maxPassengers, terminal } = asked
  const carpoolId = await wishCarIdFor(id, seen)
  const terms = {
    tripType,
    airportId,
    airportName: quote.name,
    airportTerminals: quote.terminals,
    prices: quote.prices,
    maxPassengers,
    carpoolAt,
  }
  const opened = await carpools.send(carpoolId, {
    type: 'openForWishes',
    carpoolId,
    terms,
    terminal,
    slot: id,
    wishers: wishers.map(({ userId, people, bigLuggage, smallLuggage }) => ({
      userId,
      people,
      bigLuggage,
      smallLuggage,
      bag: 0,
    })),
    by,
  })
  if (!opened.ok) return opened
  const chosen = (opened.value.state.waiting ?? []).filter(({ wished }) => wished)
  const userIds = chosen.map(({ userId }) => userId)
  if (userIds.length > 0) await noteOffered(db, { carpoolId, userIds, now: clock.now() })
  const offered = chosen.flatMap(({ people, offeredUntil: until }) =>
    until === null ? [] : [{ people, until }],
  )
  return ok({ carpoolId, offered })
}
