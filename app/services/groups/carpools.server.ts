import type { Command } from '#app/domain/carpool/command.ts'
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
import { isShown, listRankOf, ownPlace, placeOf } from '#app/domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import {
  type Clock,
  type Instant,
  type LondonDay,
  londonDay,
  startOfLondonDay,
} from '#app/domain/time.ts'
import { createCatalog } from '#app/services/catalog/catalog.server.ts'
import { airportsNamed, createOffer, type OfferReader } from '#app/services/catalog/offer.server.ts'
import type { SettingsService } from '#app/services/catalog/settings.server.ts'
import type { NewNotices } from '#app/services/notices/new-notices.server.ts'
import type { Customers } from '#app/services/payments/customers.server.ts'
import type { PaymentLimits } from '#app/services/payments/payment-limits.server.ts'
import type { Payments } from '#app/services/payments/payments.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { createReads, type Reads } from '#app/services/platform/reads.server.ts'
import { perRequest } from '#app/services/platform/request-scope.server.ts'
import { sweepGroups } from '#app/services/sweep.server.ts'
import type { Db } from '#db/db.ts'
import {
  findCarpool,
  listCarpools,
  listOverdue,
  listPlaces,
  selectHeldSeat,
  selectOpenHolds,
} from '#db/queries/carpools.ts'
import type { Looker } from '#db/queries/looker.ts'
import { createDeposits, type PayableDeposit } from './carpool-deposits.server.ts'
import { carpoolIdFor, carpoolIdOf, isCarpoolId, newParticipantId } from './carpool-id.server.ts'
import { createCarpoolLife } from './carpool-life.server.ts'
import {
  type CarpoolNamespace,
  type CarpoolSnapshot,
  createCarpoolObjects,
} from './carpool-objects.server.ts'
import {
  type CarpoolCard,
  type CarpoolRecord,
  cardOf,
  recordIn,
  recordOf,
} from './carpool-views.server.ts'
import { createBeginnings } from './place-beginnings.server.ts'
import type { Viewer } from './viewer.ts'

export type { CarpoolCard, CarpoolRecord, Party, PayableDeposit }
export type Page<T> = { items: T[]; nextCursor: string | null }
export type CarpoolFilter = {
  tripType: TripType
  /** Part of the airport's name in either language. */
  airportName?: string
  date?: LondonDay
  status?: CarpoolStatus
  cursor?: string
  limit: number
}
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
  currency: 'gbp'
  holdExpiresAt: Instant
}

/** `confirmed`: people whose deposit is in. People on hold count only in `currentPassengers`. */
export type FoundCarpool = CarpoolCard & { confirmed: number }

/** A seat whose deposit is not paid yet. */
export type HeldSeat = Pick<CarpoolCard, 'tripType' | 'airportName' | 'carpoolAt'> & {
  participantId: ParticipantId
  holdExpiresAt: Instant | null
}

export type Carpools = ReturnType<typeof createCarpools>

/** Drafts of one attempt that may be given up or run out before a new attempt is needed. */
const TURNS_MAX = 10
type Deps = {
  db: Db
  objects: CarpoolNamespace
  payments: Payments
  customers: Customers
  settings: SettingsService
  limits: PaymentLimits
  clock: Clock
  log: Log
  reads?: Reads
  offer?: OfferReader
  newNotices?: NewNotices
}

/**
 * Carpool operations for pages and the API. Changes go to the carpool's object, which is the source
 * of truth; lists come from the read model. The viewer comes from the session or token, never from
 * a userId in the body.
 */
export function createCarpools({ objects: namespace, log, ...deps }: Deps) {
  const { db, clock } = deps
  const objects = createCarpoolObjects(namespace, deps.newNotices)
  const deposits = createDeposits({ ...deps, objects })
  const catalog = createCatalog({ db })
  const { reads = createReads(db) } = deps
  const { offer = createOffer({ db, reads }) } = deps

  /** The carpool that a participant id belongs to. Fails with notFound if there is none. */
  async function carpoolOf(participantId: string): Promise<Result<CarpoolSnapshot>> {
    const carpoolId = carpoolIdOf(participantId)
    const found = carpoolId ? await objects.snapshot(carpoolId) : ok(null)
    if (!found.ok) return found
    return found.value ? ok(found.value) : fail('notFound')
  }

  /**
   * Runs `ask` with the airports that matched the name when the offer was last read, and again if
   * the offer has changed since.
   */
  async function inAirports<T>(
    name: string,
    ask: (ids: AirportId[] | undefined) => Promise<T>,
  ): Promise<T> {
    const guess = offer.guess()
    if (!guess) return ask(airportsNamed(await offer.read(), name))
    const [answer, now] = await Promise.all([ask(airportsNamed(guess, name)), offer.read()])
    return now === guess ? answer : ask(airportsNamed(now, name))
  }

  const openHolds = (looker: Looker) => reads(selectOpenHolds(db, looker, clock.now()))
  /** The caller's open holds, if the query was started before the session was read. */
  const ahead = perRequest((): { holds?: ReturnType<typeof openHolds> } => ({}))
  const begin = createBeginnings<CarpoolState, Extract<Command, { type: 'hold' | 'draft' }>>({
    ...deps,
    objects,
    openHolds: (id) => ahead().holds ?? openHolds({ id }),
  })

  async function confirm(viewer: Viewer, participantId: string): Promise<Result<CarpoolRecord>> {
    const found = await carpoolOf(participantId)
    if (!found.ok) return found
    const confirmed = await deposits.confirm(viewer.id, found.value, participantId)
    if (!confirmed.ok) return confirmed
    const record = recordIn(confirmed.value, viewer.id, participantId, clock.now())
    return record ? ok(record) : fail('notFound')
  }

  return {
    /**
     * Carpools that everybody may see: joinable ones first, then soonest departure first. One round
     * trip. An invalid cursor starts at the beginning.
     */
    async list(filter: CarpoolFilter, looker: Looker | null): Promise<Page<CarpoolCard>> {
      const { airportName, cursor, limit, ...rest } = filter
      const notBefore = startOfLondonDay(londonDay(clock.now()))
      const query = {
        ...rest,
        notBefore,
        after: cursor ? readCursor(cursor) : null,
        limit: limit + 1,
      }
      const listIn = async (airports: AirportId[] | undefined) => {
        const found =
          airports?.length === 0 ? null : listCarpools(db, { ...query, airports }, looker)
        return found ? reads(found) : []
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
     * One carpool; null if it does not exist or the viewer may not see it. With `failed`, a carpool
     * that did not fill is found too, so that a student who comes too late to join learns why.
     */
    async find(
      id: string,
      viewer: Viewer | null,
      { failed = false } = {},
    ): Promise<FoundCarpool | null> {
      const row = isCarpoolId(id) ? await findCarpool(db, id, viewer?.id ?? null) : undefined
      const told = failed && row?.carpool.status === 'FAILED'
      if (!row || !(isShown(row.carpool) || row.joined || told)) return null
      return { ...cardOf(row.carpool, Boolean(row.joined)), confirmed: row.confirmed }
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
    ): Promise<Result<PayableDeposit>> {
      const quote = await catalog.quote(draft.airportId, londonDay(draft.carpoolAt))
      if (!quote) return fail('validationFailed', { field: 'airportId' })
      const { party, terms } = split(draft, { ...quote })
      for (let turn = 0; turn < TURNS_MAX; turn++) {
        const carpoolId = await carpoolIdFor(viewer.id, attemptId, turn)
        const participantId = newParticipantId(carpoolId)
        const command = {
          type: 'draft' as const,
          carpoolId,
          participantId,
          userId: viewer.id,
          terms,
          party,
        }
        const drafted = await begin(carpoolId, 'draft', command)
        // The draft of this attempt was given up or ran out, and the form was sent again: make
        // another.
        if (!drafted.ok && drafted.error.code === 'holdExpired') continue
        if (!drafted.ok) return drafted
        const creator = drafted.value.state.participants[0]
        return creator ? deposits.payable(viewer.id, drafted.value, creator.id) : fail('notFound')
      }
      return fail('operationExpired')
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
      const found = await carpoolOf(participantId)
      if (!found.ok) return found
      const creator = found.value.state.participants[0]
      if (creator?.id !== participantId || creator.userId !== viewer.id) return fail('notFound')
      const changed = draft && changedField(found.value, draft)
      return changed ? fail('validationFailed', { field: changed }) : confirm(viewer, participantId)
    },

    /**
     * Starts reading what a hold or a draft needs to know about the viewer, together with their
     * session. Only for requests that concern no other user.
     */
    lookAhead(looker: Looker): void {
      const holds = openHolds(looker)
      // It may never be awaited, so its rejection is swallowed here; `begin` still sees it.
      holds.catch(() => undefined)
      ahead().holds = holds
    },

    /**
     * Holds seats for a joiner. Repeating the call returns the same hold with the details updated.
     */
    async hold(viewer: Viewer, carpoolId: string, party: Party): Promise<Result<Held>> {
      if (!isCarpoolId(carpoolId)) return fail('invalidCarpool')
      const participantId = newParticipantId(carpoolId)
      const command = {
        type: 'hold' as const,
        participantId,
        userId: viewer.id,
        party: onlyParty(party),
      }
      const held = await begin(carpoolId, 'hold', command)
      if (!held.ok) return held
      const place = placeOf(held.value.state, viewer.id)
      if (!place) return fail('holdExpired')
      const { id, holdExpiresAt } = place
      return ok({ participantId: id, amount: DEPOSIT_PENCE, currency: 'gbp', holdExpiresAt })
    },

    /** The deposit of the viewer's hold or draft, ready to be paid. */
    async depositIntent(viewer: Viewer, participantId: string): Promise<Result<PayableDeposit>> {
      const found = await carpoolOf(participantId)
      return found.ok ? deposits.payable(viewer.id, found.value, participantId) : found
    },

    /** Confirms the viewer's paid seat. Fails with paymentNotConfirmed while it is not paid. */
    confirmJoin: confirm,

    /** Drops the viewer's unpaid draft or hold. `id`: the carpool's or the participant's. */
    async giveUp(viewer: Viewer, id: string): Promise<Result<null>> {
      const carpoolId = isCarpoolId(id) ? id : carpoolIdOf(id)
      const found = carpoolId ? await objects.snapshot(carpoolId) : ok(null)
      if (!found.ok) return found
      if (!carpoolId || !found.value) return fail('notFound')
      const { state } = found.value
      const own = state.participants.findLast(
        (p) => p.userId === viewer.id && (isCarpoolId(id) || p.id === id),
      )
      const place = (isCarpoolId(id) && placeOf(state, viewer.id)) || own
      if (!place) return fail('notFound')
      const command = { type: 'giveUp' as const, participantId: place.id, userId: viewer.id }
      const said = await objects.execute(carpoolId, command)
      if (!said.ok) return said
      // Release the money before answering, if Stripe responds; otherwise the object keeps trying.
      if (ownPlace(said.value.state, place.id, viewer.id)?.seat === 'lapsing')
        await objects.poke(carpoolId)
      return ok(null)
    },

    /**
     * The viewer's own place, even one that is gone, so that a form can be filled in again. Read
     * from the object.
     */
    async record(viewer: Viewer, participantId: string): Promise<CarpoolRecord | null> {
      const found = await carpoolOf(participantId)
      if (found.ok) return recordIn(found.value, viewer.id, participantId, clock.now())
      if (found.error.code === 'notFound') return null
      throw new Error(`the carpool of ${participantId} cannot be reached`)
    },

    /**
     * A seat that is still waiting for its deposit, the one whose hold ends first; null if there is
     * none.
     */
    async heldSeat(looker: Looker): Promise<HeldSeat | null> {
      const [row] = await reads(selectHeldSeat(db, looker, clock.now()))
      if (!row) return null
      const { airportNameZh: zh, airportNameEn: en, ...seat } = row
      return { ...seat, airportName: { zh, en } }
    },

    /** Every place the viewer has or had with a deposit, soonest departure first; one query. */
    async records(viewer: Viewer): Promise<CarpoolRecord[]> {
      const now = clock.now()
      return (await listPlaces(db, viewer.id)).map((row) =>
        recordOf(row.carpool, row.participant, now),
      )
    },

    ...createCarpoolLife({ ...deps, objects, deposits }),

    /** Retries now what is waiting for its next try. For administrators. */
    retry: (id: CarpoolId) => objects.poke(id, { retry: true }),

    /**
     * Reports a payment, as just read, to its carpool; for the webhook. If the result is not ok,
     * the event must be delivered again.
     */
    told: deposits.told,

    /**
     * Pokes every carpool that had something due by `now`, as the fallback for the alarms. A row of
     * version 0 asks to be rewritten (scripts/rebuild.ts). Returns how many changed.
     */
    async sweep(now: Instant): Promise<number> {
      return sweepGroups(objects, await listOverdue(db, now), log)
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
function changedField({ state }: CarpoolSnapshot, draft: CarpoolDraft): string | null {
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
