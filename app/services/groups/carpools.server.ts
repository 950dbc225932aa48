import type { CarpoolOwn } from '#app/domain/carpool/command.ts'
import { inOrderWith } from '#app/domain/carpool/flights.ts'
import { rules } from '#app/domain/carpool/rules.ts'
import type { CarpoolState, Party, Terms, TripType } from '#app/domain/carpool/state.ts'
import type { FlightWindow } from '#app/domain/group/flight-state.ts'
import { windowOf } from '#app/domain/group/flights.ts'
import { releasedSeats, releasedUntil } from '#app/domain/group/released.ts'
import { placeOf } from '#app/domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Instant, londonDay } from '#app/domain/time.ts'
import { type Catalog, createCatalog } from '#app/services/catalog/catalog.server.ts'
import type { Begun } from '#app/services/payments/payment-limits.server.ts'
import { type BatchReads, createBatchReads } from '#app/services/platform/batch-reads.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { perRequest } from '#app/services/platform/request-scope.server.ts'
import { Unavailable } from '#app/within.ts'
import { listOverdue } from '#db/queries/carpools.ts'
import { selectOwedToPlace } from '#db/queries/failed-refunds.ts'
import { selectCarpoolHolds } from '#db/queries/participants.ts'
import type { ViewerRef } from '#db/queries/viewer-ref.ts'
import { createCarpoolActions } from './carpool-actions.server.ts'
import { createCarpoolReads } from './carpool-reads.server.ts'
import { type CarpoolCard, type CarpoolRecord, carpoolRecord } from './carpool-views.server.ts'
import { carpoolIdFor, carpoolIdOf, isCarpoolId, newParticipantId } from './group-id.server.ts'
import { type GroupKind, type PaidDeps, paidCarpools } from './group-kind.server.ts'
import type { CarpoolObjects } from './group-objects.server.ts'
import { createGroups, type HoldHow, type PayableDeposit } from './groups.server.ts'
import { createPlaceAlone } from './place-alone.server.ts'
import type { OpenHold } from './place-holds.server.ts'
import type { Viewer } from './viewer.ts'

export type { CarpoolCard, CarpoolRecord, Party, PayableDeposit }

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
  begun?: {
    id: CarpoolId
    place: ParticipantId
    counted: Promise<unknown[]>
    begunBy(userId: UserId): Begun
  }
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
    placeAhead: (id) => {
      const { begun } = ahead()
      return begun?.id === id ? begun.place : undefined
    },
  })

  return {
    ...groups,
    ...createCarpoolActions({ ...deps, groups }),
    ...createCarpoolReads({ db, clock, batchReads, catalog }),
    ...createPlaceAlone({ ...deps, groups }),

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
      if (state.participants[0]?.id !== participantId) return fail('notFound')
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
      const place = newParticipantId(id)
      const counting = { groupId: id, place, isClaimed }
      const { statement, begunBy } = deps.limits.beginBySession(tokenHash, counting)
      const counted = batchReads(statement)
      const holds = openHolds({ tokenHash })
      // They are not awaited if the session is not live; `hold` still sees a rejection.
      for (const one of [counted, holds]) one.catch(() => undefined)
      Object.assign(ahead(), { holds, begun: { id, place, counted, begunBy } } satisfies Ahead)
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
      const held = await groups.hold(viewer, carpoolId, party, how)
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
      throw new Unavailable(`the carpool of ${participantId} cannot be reached`)
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
  const { tripType, airportId: _, carpoolAt, maxPassengers, ...party } = draft
  const promised = {
    airportName: quote.name,
    airportTerminals: quote.terminals,
    prices: quote.prices,
  }
  return {
    party,
    terms: { tripType, airportId: quote.id, carpoolAt, maxPassengers, ...promised },
  }
}

/** The first field in which a draft differs from what was drafted, or null. */
function changedField(state: CarpoolState, draft: CarpoolDraft): string | null {
  const drafted: CarpoolDraft | null = state.participants[0]
    ? { ...state, ...state.participants[0].party }
    : null
  const fields = Object.keys(draft) as (keyof CarpoolDraft)[]
  return fields.find((field) => drafted?.[field] !== draft[field]) ?? null
}
