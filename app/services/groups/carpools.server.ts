import { waitersMax } from '#app/domain/carpool/check.ts'
import type { CarpoolOwn } from '#app/domain/carpool/command.ts'
import { inOrderWith } from '#app/domain/carpool/flights.ts'
import { rules } from '#app/domain/carpool/rules.ts'
import type {
  CarpoolState,
  CarpoolStatus,
  Party,
  Terms,
  TripType,
} from '#app/domain/carpool/state.ts'
import {
  readRankedCursor as readCursor,
  writeRankedCursor as writeCursor,
} from '#app/domain/cursor.ts'
import { type DayPart, spanOfDay } from '#app/domain/day-part.ts'
import type { FlightWindow } from '#app/domain/group/flight-state.ts'
import { windowOf } from '#app/domain/group/flights.ts'
import { releasedSeats, releasedUntil } from '#app/domain/group/released.ts'
import { isShown, listRankOf, placeOf } from '#app/domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { freeRoomFor } from '#app/domain/luggage.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import {
  addDays,
  type Instant,
  type LondonDay,
  londonDay,
  startOfLondonDay,
} from '#app/domain/time.ts'
import { airportsNamed, type Catalog, createCatalog } from '#app/services/catalog/catalog.server.ts'
import type { Begun } from '#app/services/payments/payment-limits.server.ts'
import { type BatchReads, createBatchReads } from '#app/services/platform/batch-reads.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { perRequest } from '#app/services/platform/request-scope.server.ts'
import {
  countCarpools,
  findCarpool,
  listCarpools,
  listOverdue,
  listPlaces,
  selectHeldSeat,
} from '#db/queries/carpools.ts'
import { selectOwedToPlace } from '#db/queries/failed-refunds.ts'
import { selectCarpoolHolds } from '#db/queries/participants.ts'
import type { ViewerRef } from '#db/queries/viewer-ref.ts'
import { createCarpoolActions } from './carpool-actions.server.ts'
import {
  type CarpoolCard,
  type CarpoolRecord,
  cardOf,
  carpoolRecord,
  recordOf,
} from './carpool-views.server.ts'
import { carpoolIdFor, carpoolIdOf, isCarpoolId } from './group-id.server.ts'
import { type GroupKind, type PaidDeps, paidCarpools } from './group-kind.server.ts'
import type { CarpoolObjects } from './group-objects.server.ts'
import { createGroups, type HoldHow, type PayableDeposit } from './groups.server.ts'
import { createPlaceAlone } from './place-alone.server.ts'
import type { OpenHold } from './place-holds.server.ts'
import type { Viewer } from './viewer.ts'

export type { CarpoolCard, CarpoolRecord, Party, PayableDeposit }
export type Page<T> = { items: T[]; nextCursor: string | null }
export type CarpoolFilter = {
  tripType: TripType
  /** The airport's code, or a part of its name in either language. */
  airportName?: string
  date?: LondonDay
  /** A part of `date`; without one it is ignored. */
  time?: DayPart
  status?: CarpoolStatus
  cursor?: string
  limit: number
}
/** How many carpools can be joined on a day, up to `COUNTED_MAX` + 1. */
export type DayCount = { day: LondonDay; count: number }

/** How many days around the one that was asked for are near, and how many carpools are shown. */
const NEAR_DAYS = 2
const NEAR_MAX = 3
/** How many carpools the home page shows, of how many that it reads in each direction. */
const SOON_MAX = 2
const SOON_READ = 12

/** The creator's form. */
export type CarpoolDraft = Party & {
  tripType: TripType
  airportId: string
  carpoolAt: Instant
  maxPassengers: number
}
export type Held = {
  participantId: ParticipantId
  amount: MinorUnits
  /** The amount, if it is deposit and balance together; undefined: it is the deposit. */
  inFull: MinorUnits | undefined
  currency: 'gbp'
  holdExpiresAt: Instant
  /** Whether the API's answer is already stored under the caller's key. */
  kept: boolean
}

/** What `beginHold` has started for the request. */
type Ahead = {
  holds?: Promise<OpenHold<CarpoolId>[]>
  begun?: { id: CarpoolId; counted: Promise<unknown[]>; begunBy(userId: UserId): Begun }
}

/**
 * `confirmed`: people whose deposit is in. People on hold count only in `currentPassengers`.
 * `freeRoom`: big cases that still fit into the usual car; negative: so many do not.
 */
export type FoundCarpool = CarpoolCard & {
  confirmed: number
  freeRoom: number
  /** How many people can wait for it together. */
  waitersMax: number
}

/** A seat whose deposit is not paid yet. */
export type HeldSeat = Pick<CarpoolCard, 'tripType' | 'airportName' | 'carpoolAt'> & {
  participantId: ParticipantId
  holdExpiresAt: Instant | null
}

/** `window`: null if no flight is known yet. */
export type ReleasedSeats = { free: number; until: Instant; window: FlightWindow | null }

export type Carpools = ReturnType<typeof createCarpools>

type Deps = Omit<PaidDeps<CarpoolState>, 'kind' | 'objects'> & {
  objects: CarpoolObjects
  log: Log
  batchReads?: BatchReads
  catalog?: Catalog
}

const carpoolKind: GroupKind<CarpoolState, CarpoolRecord> = {
  ...paidCarpools,
  isId: isCarpoolId,
  idFor: carpoolIdFor,
  idOf: carpoolIdOf,
  unknown: 'invalidCarpool',
  view: carpoolRecord,
  listOverdue,
}

/**
 * Carpool operations for pages and the API. Changes go to the carpool's object, which is the source
 * of truth; lists come from the read model. The viewer comes from the session or token, never from
 * a userId in the body.
 */
export function createCarpools(deps: Deps) {
  const { db, clock } = deps
  const { batchReads = createBatchReads(db) } = deps
  const { catalog = createCatalog({ db, batchReads }) } = deps

  /**
   * Runs `ask` with the airports that matched the name when the catalogue was last read, and again
   * if it has changed since.
   */
  async function inAirports<T>(
    name: string,
    ask: (ids: AirportId[] | undefined) => Promise<T>,
  ): Promise<T> {
    const guess = catalog.guess()
    if (!guess) return ask(airportsNamed(await catalog.read(), name))
    const [answer, now] = await Promise.all([ask(airportsNamed(guess, name)), catalog.read()])
    return now === guess ? answer : ask(airportsNamed(now, name))
  }

  const openHolds = (viewerRef: ViewerRef) =>
    batchReads(selectCarpoolHolds(db, viewerRef, clock.now()))
  /** What was requested together with the session. */
  const ahead = perRequest((): Ahead => ({}))
  const groups = createGroups<CarpoolState, CarpoolOwn, CarpoolRecord>(carpoolKind, {
    ...deps,
    openHolds: (id) => ahead().holds ?? openHolds({ id }),
    begunAhead: async (id, userId) => {
      const { begun } = ahead()
      return begun?.id === id && (await begun.counted).length > 0 ? begun.begunBy(userId) : null
    },
  })

  return {
    ...groups,
    ...createCarpoolActions({ ...deps, groups }),
    ...createPlaceAlone({ ...deps, groups }),

    /**
     * Carpools that everybody may see: joinable ones first, then soonest departure first. One round
     * trip. An invalid cursor starts at the beginning.
     */
    async list(filter: CarpoolFilter, viewerRef: ViewerRef | null): Promise<Page<CarpoolCard>> {
      const { airportName, cursor, date, limit, time, ...rest } = filter
      const span = date ? spanOfDay(date, time) : { from: startOfLondonDay(londonDay(clock.now())) }
      const query = {
        ...rest,
        ...span,
        after: cursor ? readCursor(cursor) : null,
        limit: limit + 1,
      }
      const listIn = async (airports: AirportId[] | undefined) => {
        const found =
          airports?.length === 0 ? null : listCarpools(db, { ...query, airports }, viewerRef)
        return found ? batchReads(found) : []
      }
      const rows = await (airportName ? inAirports(airportName, listIn) : listIn(undefined))
      const items = rows.slice(0, limit).map((row) => cardOf(row, Boolean(row.joined)))
      const last = items.at(-1)
      return {
        items,
        nextCursor: rows.length > limit && last ? writeCursor(placeOnList(last)) : null,
      }
    },

    /**
     * How many carpools can be joined on each of `days`, as the list's other filters have it. The
     * part of the day is left out.
     */
    async countByDay(
      { tripType, airportName }: CarpoolFilter,
      days: LondonDay[],
    ): Promise<DayCount[]> {
      const spans = days.map((day) => ({ day, ...spanOfDay(day) }))
      const countIn = (airports: AirportId[] | undefined) =>
        batchReads(countCarpools(db, { tripType, airports, spans }))
      return airportName ? inAirports(airportName, countIn) : countIn(undefined)
    },

    /**
     * Joinable carpools of the same direction and airport that leave within `NEAR_DAYS` of the day
     * that was asked for, or on any day.
     */
    async near({
      tripType,
      airportName,
      date,
    }: Pick<CarpoolFilter, 'tripType' | 'airportName' | 'date'>): Promise<CarpoolCard[]> {
      const today = startOfLondonDay(londonDay(clock.now()))
      const span = date
        ? {
            from: Math.max(today, startOfLondonDay(addDays(date, -NEAR_DAYS))),
            before: startOfLondonDay(addDays(date, NEAR_DAYS + 1)),
          }
        : { from: today }
      const listIn = async (airports: AirportId[] | undefined) => {
        const query = { tripType, ...span, status: 'OPEN', after: null, limit: NEAR_MAX } as const
        const found = listCarpools(db, { ...query, airports: date ? airports : undefined }, null)
        return found && airports?.length !== 0 ? batchReads(found) : []
      }
      const rows = await (airportName ? inAirports(airportName, listIn) : listIn(undefined))
      return rows.map((row) => cardOf(row, false))
    },

    /** The next carpools that lack one person, or else the next ones, of both directions. */
    async soon(
      viewerRef: ViewerRef | null,
    ): Promise<{ lacksOne: boolean; carpools: CarpoolCard[] }> {
      const from = clock.now()
      const query = { from, status: 'OPEN', after: null, limit: SOON_READ } as const
      const rows = await Promise.all(
        (['PICKUP', 'DROPOFF'] as const).map((tripType) => {
          const found = listCarpools(db, { ...query, tripType }, viewerRef)
          return found ? batchReads(found) : []
        }),
      )
      const next = rows
        .flat()
        .map((row) => cardOf(row, Boolean(row.joined)))
        .sort((a, b) => a.carpoolAt - b.carpoolAt)
      const short = next.filter((card) => card.maxPassengers - card.currentPassengers === 1)
      const lacksOne = short.length > 0
      return { lacksOne, carpools: (lacksOne ? short : next).slice(0, SOON_MAX) }
    },

    /**
     * One carpool; null if it does not exist or the viewer may not see it. With `failed`, a carpool
     * that did not fill is found too, so that a student who comes too late to join learns why; with
     * `ended`, also one that was cancelled, for those who waited for it.
     */
    async find(
      id: string,
      viewer: Viewer | null,
      { failed = false, ended = false } = {},
    ): Promise<FoundCarpool | null> {
      const row = isCarpoolId(id) ? await findCarpool(db, id, viewer?.id ?? null) : undefined
      const { status } = row?.carpool ?? {}
      const isOver = ((failed || ended) && status === 'FAILED') || (ended && status === 'CANCELLED')
      if (!row || !(isShown(row.carpool) || row.joined || isOver)) return null
      const { carpool, joined, confirmed, ...cases } = row
      const freeRoom = freeRoomFor(carpool.maxPassengers, cases)
      const most = waitersMax(carpool.maxPassengers, carpool.wishSlot === null)
      return { ...cardOf(carpool, Boolean(joined)), confirmed, freeRoom, waitersMax: most }
    },

    /**
     * What somebody who takes released seats needs to know, from the carpool's object: how many
     * there are for the viewer, and when their flight may be; null if there are none to take.
     */
    async released(id: CarpoolId, viewer: Viewer): Promise<ReleasedSeats | null> {
      const found = await deps.objects.snapshot(id)
      if (!found.ok || !found.value) return null
      const { state } = found.value
      const until = releasedUntil(rules, state)
      if (until === null || clock.now() >= until) return null
      const own = placeOf(state, viewer.id)
      const free = releasedSeats(rules, state) + (own?.seat === 'held' ? own.party.people : 0)
      const window = windowOf(state)
      return { free, until, window: window && inOrderWith(state, window) }
    },

    /** Whether the viewer has a confirmed seat. */
    async isJoined(id: string, viewer: Viewer): Promise<boolean> {
      return isCarpoolId(id) && Boolean((await findCarpool(db, id, viewer.id))?.joined)
    },

    /**
     * A creator's draft carpool with its deposit ready to be paid. The browser generates
     * `attemptId` before the first try; repeating it returns the same draft, updated with any
     * changes.
     */
    async draft(
      viewer: Viewer,
      draft: CarpoolDraft,
      attemptId: string,
      consent: string | null = null,
    ): Promise<Result<PayableDeposit<CarpoolId>>> {
      const quote = await catalog.quote(draft.airportId, londonDay(draft.carpoolAt))
      if (!quote) return fail('validationFailed', { field: 'airportId' })
      const { party, terms } = split(draft, quote)
      const drafted = await groups.draft(viewer, attemptId, (carpoolId, creator) => ({
        type: 'draft',
        carpoolId,
        ...creator,
        terms,
        party,
        consent,
      }))
      if (!drafted.ok) return drafted
      const { snapshot, place } = drafted.value
      return groups.deposits.payable(viewer.id, snapshot, place.id)
    },

    /**
     * Turns a paid draft into a real carpool. If `draft` is given, it must match what was drafted.
     * Repeating the call returns the same answer.
     */
    async confirmCreate(
      viewer: Viewer,
      participantId: string,
      draft?: CarpoolDraft,
    ): Promise<Result<CarpoolRecord>> {
      const mine = await groups.own(viewer, participantId)
      if (!mine.ok) return mine
      const { state } = mine.value.snapshot
      if (state.forWishes || state.participants[0]?.id !== participantId) return fail('notFound')
      const changed = draft && changedField(state, draft)
      return changed
        ? fail('validationFailed', { field: changed })
        : groups.confirmDeposit(viewer, participantId)
    },

    /**
     * Starts what a hold has to do first, in the round trip that reads the session: counts it and
     * reads the user's open holds. `isClaimed`: counts only if the statement just requested
     * changes a row.
     */
    beginHold(tokenHash: string, id: CarpoolId, isClaimed: boolean): void {
      const { statement, begunBy } = deps.limits.beginBySession(tokenHash, id, isClaimed)
      const counted = batchReads(statement)
      const holds = openHolds({ tokenHash })
      // They are not awaited if the session is not live; `hold` still sees a rejection.
      for (const one of [counted, holds]) one.catch(() => undefined)
      Object.assign(ahead(), { holds, begun: { id, counted, begunBy } } satisfies Ahead)
    },

    /**
     * Holds seats for a joiner. Repeating the call returns the same hold with the details updated.
     * `how`: see `createGroups`.
     */
    async hold(
      viewer: Viewer,
      carpoolId: string,
      party: Party,
      how?: HoldHow,
    ): Promise<Result<Held>> {
      const held = await groups.hold(viewer, carpoolId, onlyParty(party), how)
      if (!held.ok) return held
      const { place, kept } = held.value
      const { id, holdExpiresAt, inFull } = place
      const amount = inFull ?? DEPOSIT_PENCE
      return ok({ participantId: id, amount, inFull, currency: 'gbp', holdExpiresAt, kept })
    },

    /**
     * The viewer's own place, even one that is gone, so that a form can be filled in again. Read
     * from the object.
     */
    async record(viewer: Viewer, participantId: string): Promise<CarpoolRecord | null> {
      const mine = await groups.own(viewer, participantId)
      if (mine.ok) {
        const { snapshot, place } = mine.value
        const [owed] = await batchReads(selectOwedToPlace(db, place.id))
        return carpoolRecord(snapshot, place, clock.now(), owed)
      }
      if (mine.error.code === 'notFound') return null
      throw new Error(`the carpool of ${participantId} cannot be reached`)
    },

    /**
     * A seat that is still waiting for its deposit, the one whose hold ends first; null if there is
     * none.
     */
    async heldSeat(viewerRef: ViewerRef): Promise<HeldSeat | null> {
      const [row] = await batchReads(selectHeldSeat(db, viewerRef, clock.now()))
      if (!row) return null
      const { airportNameZh: zh, airportNameEn: en, ...seat } = row
      return { ...seat, airportName: { zh, en } }
    },

    /** Every place the viewer has or had with a deposit, soonest departure first; one query. */
    async records(viewer: Viewer): Promise<CarpoolRecord[]> {
      const now = clock.now()
      return (await listPlaces(db, viewer.id)).map((row) =>
        recordOf(row.carpool, row.participant, now, row.owed),
      )
    },
  }
}

type Quote = {
  id: AirportId
  name: { zh: string; en: string }
  terminals: string[]
  prices: MinorUnits[]
}

function split(draft: CarpoolDraft, quote: Quote): { party: Party; terms: Terms } {
  const { tripType, carpoolAt, maxPassengers } = draft
  const promised = {
    airportName: quote.name,
    airportTerminals: quote.terminals,
    prices: quote.prices,
  }
  return {
    party: onlyParty(draft),
    terms: { tripType, airportId: quote.id, carpoolAt, maxPassengers, ...promised },
  }
}

/** Only the fields of a party, in a fixed order; anything else in a form is not stored. */
const onlyParty = (p: Party): Party => ({
  people: p.people,
  terminal: p.terminal,
  flightNumber: p.flightNumber,
  flightTime: p.flightTime,
  nLocation: p.nLocation,
  bigLuggage: p.bigLuggage,
  smallLuggage: p.smallLuggage,
  bag: p.bag,
})

/** The first field in which a draft differs from what was drafted, or null. */
function changedField(state: CarpoolState, draft: CarpoolDraft): string | null {
  const drafted: CarpoolDraft | null = state.participants[0]
    ? { ...state, ...state.participants[0].party }
    : null
  const fields = ['tripType', 'airportId', 'carpoolAt', 'maxPassengers'] as const
  const all = [...fields, ...(Object.keys(onlyParty(draft)) as (keyof Party)[])]
  return all.find((field) => drafted?.[field] !== draft[field]) ?? null
}

const placeOnList = ({ status, carpoolAt, id }: CarpoolCard) => ({
  rank: listRankOf(status),
  at: carpoolAt,
  id,
})
