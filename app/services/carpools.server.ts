import type { Db } from '../../db/db.ts'
import {
  findCarpool,
  listCarpools,
  listOverdue,
  listPlaces,
  selectHeldSeat,
  selectOpenHolds,
} from '../../db/queries/carpools.ts'
import type { Looker } from '../../db/queries/looker.ts'
import type { CarpoolObject } from '../../workers/carpool/carpool.ts'
import type { CarpoolStatus, Party, Terms, TripType } from '../domain/carpool/state.ts'
import { ownPlace, placeOf } from '../domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId } from '../domain/id.ts'
import { DEPOSIT_PENCE, HOLD_MS, OPEN_HOLDS_PER_USER } from '../domain/limits.ts'
import type { MinorUnits } from '../domain/money.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import { type Clock, type Instant, type LondonDay, londonDay, startOfLondonDay } from '../domain/time.ts'
import type { CardLimits } from './card-limits.server.ts'
import { createDeposits, type PayableDeposit } from './carpool-deposits.server.ts'
import { carpoolIdFor, carpoolIdOf, isCarpoolId, newParticipantId } from './carpool-id.server.ts'
import { createCarpoolLife } from './carpool-life.server.ts'
import { type CarpoolSnapshot, createCarpoolObjects } from './carpool-objects.server.ts'
import { type CarpoolCard, type CarpoolRecord, cardOf, recordIn, recordOf } from './carpool-views.server.ts'
import { createCatalog } from './catalog.server.ts'
import type { Customers } from './customers.server.ts'
import type { Heard } from './group-objects.server.ts'
import type { Log } from './log.server.ts'
import { airportsNamed, createOffer, type OfferReader } from './offer.server.ts'
import type { Payments } from './payments.server.ts'
import { createReads, type Reads } from './reads.server.ts'
import type { SettingsService } from './settings.server.ts'
import { sweepGroups } from './sweep.server.ts'

export type { CarpoolCard, CarpoolRecord, Party, PayableDeposit }
export type Viewer = { id: UserId }
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
/** What a creator's form says. */
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

/** A seat that its owner has not paid for yet. */
export type HeldSeat = Pick<CarpoolCard, 'tripType' | 'airportName' | 'carpoolAt'> & {
  participantId: ParticipantId
  holdExpiresAt: Instant | null
}

export type Carpools = ReturnType<typeof createCarpools>

/** Drafts of one attempt that may be given up before a new attempt is asked for. */
const TURNS_MAX = 10
type Deps = {
  db: Db
  objects: DurableObjectNamespace<CarpoolObject>
  payments: Payments
  customers: Customers
  settings: SettingsService
  limits: CardLimits
  clock: Clock
  log: Log
  reads?: Reads
  offer?: OfferReader
  heard?: Heard
}

/**
 * What pages and API calls do with carpools. Changes go to the carpool's object, which is the truth;
 * lists come from the read model. A viewer is who the session or token says, never a body's userId.
 */
export function createCarpools({ objects: namespace, log, ...deps }: Deps) {
  const { db, clock } = deps
  const objects = createCarpoolObjects(namespace, deps.heard)
  const deposits = createDeposits({ ...deps, objects })
  const catalog = createCatalog({ db })
  const { reads = createReads(db) } = deps
  const { offer = createOffer({ db, reads }) } = deps

  /** The carpool of a participant's id; notFound when there is none. */
  async function carpoolOf(participantId: string): Promise<Result<CarpoolSnapshot>> {
    const carpoolId = carpoolIdOf(participantId)
    const found = carpoolId ? await objects.snapshot(carpoolId) : ok(null)
    if (!found.ok) return found
    return found.value ? ok(found.value) : fail('notFound')
  }

  /** Asks with the airports that had the name when they were last read, and again if by now it is others. */
  async function inAirports<T>(name: string, ask: (ids: AirportId[] | undefined) => Promise<T>): Promise<T> {
    const guess = offer.guess()
    if (!guess) return ask(airportsNamed(await offer.read(), name))
    const [answer, now] = await Promise.all([ask(airportsNamed(guess, name)), offer.read()])
    return now === guess ? answer : ask(airportsNamed(now, name))
  }

  /** Not an exact count: the read model may lag by a moment. It keeps one user from blocking many cars. */
  async function tooManyHolds(viewer: Viewer, except: CarpoolId): Promise<Result<never> | null> {
    const holds = (await (ahead ?? openHolds(viewer))).filter(({ carpoolId }) => carpoolId !== except)
    return holds.length < OPEN_HOLDS_PER_USER
      ? null
      : fail('rateLimited', { retryAfterSeconds: HOLD_MS / 1000 })
  }
  const openHolds = (looker: Looker) => reads(selectOpenHolds(db, looker, clock.now()))
  /** Those of the one who asks, where they were asked for before it was known who that is. */
  let ahead: ReturnType<typeof openHolds> | undefined

  async function confirm(viewer: Viewer, participantId: string): Promise<Result<CarpoolRecord>> {
    const found = await carpoolOf(participantId)
    if (!found.ok) return found
    const confirmed = await deposits.confirm(viewer.id, found.value, participantId)
    if (!confirmed.ok) return confirmed
    const record = recordIn(confirmed.value, viewer.id, participantId, clock.now())
    return record ? ok(record) : fail('notFound')
  }

  return {
    /** Carpools that may be seen by all, soonest first; one round trip. A cursor that is none starts at the beginning. */
    async list(filter: CarpoolFilter, looker: Looker | null): Promise<Page<CarpoolCard>> {
      const { airportName, cursor, limit, ...rest } = filter
      const notBefore = startOfLondonDay(londonDay(clock.now()))
      const query = { ...rest, notBefore, after: cursor ? readCursor(cursor) : null, limit: limit + 1 }
      const listIn = async (airports: AirportId[] | undefined) =>
        airports?.length === 0 ? [] : reads(listCarpools(db, { ...query, airports }, looker))
      const rows = await (airportName ? inAirports(airportName, listIn) : listIn(undefined))
      const items = rows.slice(0, limit).map((row) => cardOf(row, Boolean(row.joined)))
      const last = items.at(-1)
      return { items, nextCursor: rows.length > limit && last ? writeCursor(last) : null }
    },

    /** One carpool; null when there is none, or when it is not for the viewer's eyes. */
    async find(id: string, viewer: Viewer | null): Promise<CarpoolCard | null> {
      const row = isCarpoolId(id) ? await findCarpool(db, id, viewer?.id ?? null) : undefined
      return row && (row.carpool.listed || row.joined) ? cardOf(row.carpool, Boolean(row.joined)) : null
    },

    /** Whether the viewer has a confirmed seat. */
    async isJoined(id: string, viewer: Viewer): Promise<boolean> {
      return isCarpoolId(id) && Boolean((await findCarpool(db, id, viewer.id))?.joined)
    },

    /**
     * A creator's temporary carpool with its deposit ready to be paid. `attemptId` is made by the
     * browser before the first try: the same one again is the same draft, corrected if it says so.
     */
    async draft(viewer: Viewer, draft: CarpoolDraft, attemptId: string): Promise<Result<PayableDeposit>> {
      const quote = await catalog.quote(draft.airportId, londonDay(draft.carpoolAt))
      if (!quote) return fail('validationFailed', { field: 'airportId' })
      const { party, terms } = split(draft, { ...quote })
      for (let turn = 0; turn < TURNS_MAX; turn++) {
        const carpoolId = await carpoolIdFor(viewer.id, attemptId, turn)
        const limited = await tooManyHolds(viewer, carpoolId)
        if (limited) return limited
        const participantId = newParticipantId(carpoolId)
        const command = { type: 'draft' as const, carpoolId, participantId, userId: viewer.id, terms, party }
        const drafted = await objects.execute(carpoolId, command)
        // The draft of this attempt has been given up or has run out: the form was sent again, so make another.
        if (!drafted.ok && drafted.error.code === 'holdExpired') continue
        if (!drafted.ok) return drafted
        const creator = drafted.value.state.participants[0]
        return creator ? deposits.payable(viewer.id, drafted.value, creator.id) : fail('notFound')
      }
      return fail('operationExpired')
    },

    /** Makes a paid draft real. `draft`, when given, must say what was drafted. Said twice, it answers the same. */
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

    /** Asks for what a hold or a draft needs to know of its viewer, together with her session. For a request that is about nobody else. */
    lookAhead(looker: Looker): void {
      ahead = openHolds(looker)
      // Nobody may come to hear of it.
      ahead.catch(() => undefined)
    },

    /** A joiner's hold on seats; said again, the same hold with the details corrected. */
    async hold(viewer: Viewer, carpoolId: string, party: Party): Promise<Result<Held>> {
      if (!isCarpoolId(carpoolId)) return fail('invalidCarpool')
      const limited = await tooManyHolds(viewer, carpoolId)
      if (limited) return limited
      const participantId = newParticipantId(carpoolId)
      const command = { type: 'hold' as const, participantId, userId: viewer.id, party: onlyParty(party) }
      const held = await objects.execute(carpoolId, command)
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
      // Her money is let go before she is answered, if Stripe answers; else the object keeps at it.
      if (ownPlace(said.value.state, place.id, viewer.id)?.seat === 'lapsing') await objects.poke(carpoolId)
      return ok(null)
    },

    /** The viewer's own place, also one that is gone, so that a form can be filled again. Read from the object. */
    async record(viewer: Viewer, participantId: string): Promise<CarpoolRecord | null> {
      const found = await carpoolOf(participantId)
      if (found.ok) return recordIn(found.value, viewer.id, participantId, clock.now())
      if (found.error.code === 'notFound') return null
      throw new Error(`the carpool of ${participantId} cannot be reached`)
    },

    /** A seat that still waits for its deposit, the one whose hold ends first; null when there is none. */
    async heldSeat(looker: Looker): Promise<HeldSeat | null> {
      const [row] = await reads(selectHeldSeat(db, looker))
      if (!row) return null
      const { airportNameZh: zh, airportNameEn: en, ...seat } = row
      return { ...seat, airportName: { zh, en } }
    },

    /** Every place the viewer has or had with a deposit, soonest departure first; one query. */
    async records(viewer: Viewer): Promise<CarpoolRecord[]> {
      const now = clock.now()
      return (await listPlaces(db, viewer.id)).map((row) => recordOf(row.carpool, row.participant, now))
    },

    ...createCarpoolLife({ ...deps, objects, deposits }),

    /** Tries at once what waits for its next try. For those who run the service. */
    retry: (id: CarpoolId) => objects.poke(id, { retry: true }),

    /** Tells a carpool of its payment, as it was just read; for the webhook. Anything but ok: to be asked for again. */
    told: deposits.told,

    /**
     * Pokes every carpool that had something to do by `now`. The alarm is the normal way; this is the
     * net below it. A row of version 0 asks to be written anew (scripts/rebuild.ts). Gives how many changed.
     */
    async sweep(now: Instant): Promise<number> {
      return sweepGroups(objects, await listOverdue(db, now), log)
    },
  }
}

type Quote = { id: AirportId; name: { zh: string; en: string }; terminals: string[]; prices: MinorUnits[] }

function split(draft: CarpoolDraft, quote: Quote): { party: Party; terms: Terms } {
  const { tripType, carpoolAt, maxPassengers } = draft
  const promised = { airportName: quote.name, airportTerminals: quote.terminals, prices: quote.prices }
  return {
    party: onlyParty(draft),
    terms: { tripType, airportId: quote.id, carpoolAt, maxPassengers, ...promised },
  }
}

/** Just the fields of a party, in one order: what else a form carries is not stored. */
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

const writeCursor = ({ carpoolAt, id }: CarpoolCard): string => btoa(`${carpoolAt} ${id}`)

/** Whether a text is a cursor that a page of carpools gave. */
export const isCursor = (text: string): boolean => readCursor(text) !== null

function readCursor(cursor: string): { carpoolAt: Instant; id: string } | null {
  try {
    const [at, id] = atob(cursor).split(' ')
    return id && isCarpoolId(id) && Number.isSafeInteger(Number(at)) ? { carpoolAt: Number(at), id } : null
  } catch {
    return null
  }
}
