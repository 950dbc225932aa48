import { inOrderWith } from '#app/carpool/rules/flights.ts'
import { rules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState, Party, Terms, TripType } from '#app/carpool/rules/state.ts'
import { quoteAirport } from '#app/catalog/service/catalog.server.ts'
import { releasedSeats, releasedUntil } from '#app/features/released/rules/extension.ts'
import { windowOf } from '#app/group/rules/flight-window.ts'
import { type FlightWindow, placeOf } from '#app/group/rules/state.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import {
  confirmDeposit,
  draftGroup,
  findOwnPlace,
  holdInGroup,
  type OwnPlace,
  type PayableDeposit,
  type Said,
} from '#app/group/service/groups.server.ts'
import { beginDeposit } from '#app/group/service/place-charges.server.ts'
import type { NeedsToHold } from '#app/group/service/place-holds.server.ts'
import type { PendingViewer, Viewer } from '#app/group/service/viewer.ts'
import type { AirportId, CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { Unavailable } from '#app/kernel/within.ts'
import { selectOwedToPlace } from '#app/payments/rows/failed-refunds.server.ts'
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { carpoolKind } from './carpool-kind.server.ts'
import { type CarpoolCard, type CarpoolRecord, carpoolRecord } from './carpool-views.server.ts'

export type { CarpoolCard, CarpoolRecord, Party, PayableDeposit }

/** The creator's form. */
export type CarpoolDraft = Party & {
  tripType: TripType
  airportId: string
  carpoolAt: Instant
  maxPassengers: number
}
export type HeldSeats = {
  participantId: ParticipantId
  amount: MinorUnits
  /** The amount of deposit and balance together; undefined: only the deposit is paid. */
  inFull: MinorUnits | undefined
  currency: 'gbp'
  holdExpiresAt: Instant
}

/** `window`: null if no flight is known yet. */
export type ReleasedSeats = { free: number; until: Instant; window: FlightWindow | null }

// Carpool operations for pages and the API. Changes go to the carpool's object, which is the
// source of truth; lists come from the read model. The viewer comes from the session or token,
// never from a userId in the body.

/**
 * The released seats of a carpool, from its object: how many there are for the viewer, and the
 * window for their flight; null if there are none to take.
 */
export async function readReleased(
  { clock, objects }: Needs<'clock'> & Objects,
  id: CarpoolId,
  viewer: Viewer,
): Promise<ReleasedSeats | null> {
  const found = await objects.carpools.snapshot(id)
  if (!found.ok || !found.value) return null
  const { state } = found.value
  const until = releasedUntil(rules, state)
  if (until === null || clock.now() >= until) return null
  const own = placeOf(state, viewer.id)
  const free = releasedSeats(rules, state) + (own?.seat === 'held' ? own.party.people : 0)
  const window = windowOf(state)
  return { free, until, window: window && inOrderWith(state, window) }
}

/**
 * A creator's draft carpool, whose deposit is not begun yet. The browser generates `attemptId`
 * before the first try; repeating it returns the same draft, updated with any changes.
 */
export async function draftCarpool(
  context: NeedsToHold,
  viewer: Viewer,
  draft: CarpoolDraft,
  attemptId: string,
  { consent = null, fewer }: Said = {},
): Promise<Result<OwnPlace<CarpoolState>>> {
  const quote = await quoteAirport(context, draft.airportId, londonDay(draft.carpoolAt))
  if (!quote) return fail('validationFailed', { field: 'airportId' })
  const { party, terms } = split(draft, quote)
  return draftGroup(carpoolKind, context, viewer, attemptId, (carpoolId, creator) => ({
    type: 'draft',
    carpoolId,
    ...creator,
    terms,
    party,
    consent,
    fewer,
  }))
}

/** The same with its deposit ready to be paid, in one step. */
export async function draftPayableCarpool(
  context: NeedsToPay & NeedsToHold,
  viewer: Viewer,
  draft: CarpoolDraft,
  attemptId: string,
  consent: string | null = null,
): Promise<Result<PayableDeposit<CarpoolId>>> {
  const drafted = await draftCarpool(context, viewer, draft, attemptId, { consent })
  if (!drafted.ok) return drafted
  const { snapshot, place } = drafted.value
  return beginDeposit(carpoolKind, context, place, snapshot, true)
}

/**
 * Turns a paid draft into a real carpool. If `draft` is given, it must match what was drafted.
 * Repeating the call returns the same answer.
 */
export async function confirmCreate(
  context: NeedsToPay & Objects,
  viewer: Viewer,
  participantId: string,
  draft?: CarpoolDraft,
): Promise<Result<CarpoolRecord>> {
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  if (!mine.ok) return mine
  const { state } = mine.value.snapshot
  if (state.participants[0]?.id !== participantId) return fail('notFound')
  const changed = draft && changedField(state, draft)
  return changed
    ? fail('validationFailed', { field: changed })
    : confirmDeposit(carpoolKind, context, viewer, participantId)
}

/**
 * Holds seats for a joiner. Repeating the call returns the same hold with the details updated.
 * `said`: see docs/rules.md#terms.
 */
export async function holdSeats(
  context: Needs<'db' | 'clock' | 'log' | 'config'> & Objects,
  who: Viewer | PendingViewer,
  carpoolId: string,
  party: Party,
  said: Said = {},
): Promise<Result<HeldSeats>> {
  const held = await holdInGroup(carpoolKind, context, who, carpoolId, party, said)
  if (!held.ok) return held
  const { id, holdExpiresAt, inFull } = held.value
  const amount = inFull ?? DEPOSIT_PENCE
  return ok({ participantId: id, amount, inFull, currency: 'gbp', holdExpiresAt })
}

/**
 * The viewer's own place, even one that is gone, so that a form can be filled in again. Read
 * from the object, while the viewer is still being read.
 */
export async function readCarpoolRecord(
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer | Promise<Viewer>,
  participantId: ParticipantId,
): Promise<CarpoolRecord | null> {
  const { db, clock } = context
  const [mine, [owed]] = await Promise.all([
    findOwnPlace(carpoolKind, context, viewer, participantId),
    batchRead(db, selectOwedToPlace(db, participantId)),
  ])
  if (mine.ok) {
    const { snapshot, place } = mine.value
    return carpoolRecord(snapshot, place, clock.now(), owed)
  }
  if (mine.error.code === 'notFound') return null
  throw new Unavailable(`the carpool of ${participantId} cannot be reached`)
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
