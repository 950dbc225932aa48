import type { UserId } from '#app/kernel/id.ts'
import { DRAFT_MS, HOLD_MS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Own, Say } from './command.ts'
import { lapse } from './due.ts'
import type { Event } from './event.ts'
import { EXTENSIONS } from './extensions.ts'
import type { Rules, Sale } from './rules.ts'
import {
  type AnyTerms,
  freeFor,
  type Group,
  isListed,
  isStanding,
  isUnwanted,
  lastPlaceOf,
  ownPlace,
  type Party,
  type Place,
  placeOf,
  wasListed,
} from './state.ts'
import { is } from './status.ts'

/**
 * A draft as parsed and checked by its kind of group: `refused` says why it is not allowed,
 * `opening` is the group's first event.
 */
export type Draft = Own & {
  terms: AnyTerms
  party: Party
  consent?: string | null
  cutoffAt: Instant
  refused: Result<never> | null
  opening: Event
}

/** A new draft, or the same draft again: its details may be corrected until it is paid. */
export function decideDraft(state: Group | null, draft: Draft, now: Instant): Result<Event[]> {
  const { terms, party, cutoffAt, userId } = draft
  const creator = state?.participants[0]
  if (creator && creator.userId !== userId) return fail('notFound')
  if (creator?.seat === 'taken') return fail('alreadyPaid')
  if (creator && creator.seat !== 'held') return fail('holdExpired')
  if (draft.refused) return draft.refused
  if (!creator) return ok([draft.opening, seatHeld(draft, now + DRAFT_MS, now)])
  const events: Event[] = []
  if (state && !sameTerms(state, terms)) events.push({ type: 'draftChanged', terms, cutoffAt })
  if (!same(creator.party, party))
    events.push({ type: 'partyChanged', participantId: creator.id, party })
  return ok(events)
}

/** The seats that a feature sells although the group is complete. */
function saleOf(rules: Rules, state: Group): Sale | null {
  for (const { sale } of EXTENSIONS) {
    const found = sale?.(rules, state)
    if (found) return found
  }
  return null
}

/** A joiner's hold. Repeated by the same user, it is the same hold with corrected details. */
export function decideHold(
  rules: Rules,
  state: Group,
  command: Say<'hold'>,
  now: Instant,
): Result<Event[]> {
  const { party, userId } = command
  const place = placeOf(state, userId)
  const sale = saleOf(rules, state)
  const refused = refuseHold(rules, state, place, command, sale, now)
  if (refused) return refused
  const inFull = sale?.priceFor(party)
  if (place && same(place.party, party)) return ok([])
  if (!place) {
    const end = Math.min(now + HOLD_MS, sale?.until ?? state.cutoffAt)
    return ok([seatHeld({ ...command, inFull }, end, now)])
  }
  // The payment is for this sum, so another number of people needs a new place.
  if (inFull !== place.inFull) return fail('operationExpired', { context: 'inFull' })
  return ok([{ type: 'partyChanged', participantId: place.id, party }])
}

type Newcomer = Own & { party: Party; consent?: string | null; inFull?: MinorUnits }

/** The first consent stands: correcting a hold is still the same booking. */
const seatHeld = (
  { participantId, userId, party, consent, inFull }: Newcomer,
  holdExpiresAt: Instant,
  now: Instant,
): Event => ({
  type: 'seatHeld',
  participantId,
  userId,
  party,
  holdExpiresAt,
  at: now,
  ...(consent && { consent: { version: consent, at: now } }),
  ...(inFull !== undefined && { inFull }),
})

function refuseHold(
  rules: Rules,
  state: Group,
  place: Place | undefined,
  { party, userId }: Say<'hold'>,
  sale: Sale | null,
  now: Instant,
) {
  if (place?.seat === 'taken' || isOut(state, userId)) return fail('alreadyJoined')
  // A failed group passes: latecomers get `cutoffPassed`, whose text says whom to contact.
  if (!wasListed(state)) return fail('invalidCarpool')
  if (!isListed(state) && !is(state.status, 'failed')) return fail('notOpen')
  if (now >= (sale?.until ?? state.cutoffAt)) return fail('cutoffPassed')
  if (!sale && !is(state.status, 'open')) return fail('notOpen')
  // The user's last hold is being checked right now; in a moment the seat is either theirs or free.
  if (place?.seat === 'lapsing') return fail('unavailable', { retryAfterSeconds: 5 })
  const free = (sale?.free ?? freeFor(state, userId)) + (place?.party.people ?? 0)
  // Nothing about the party matters where there is nothing to buy.
  if (sale && free === 0) return fail('carpoolFull', { free })
  const wrong = rules.refuseParty(state, party, place)
  if (wrong) return wrong
  return party.people > free ? fail('carpoolFull', { free }) : null
}

/** Whether the group went without the user's place, whose deposit they have yet to decide about. */
const isOut = (state: Group, userId: UserId): boolean =>
  state.participants.some((p) => p.userId === userId && p.seat === 'out')

/** Drops an unpaid place. A paid place has to be left through `exit`. */
export function decideGiveUp(state: Group, command: Say<'giveUp'>): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  if (isStanding(p)) return fail('alreadyPaid')
  if (p.seat === 'gone' || isUnwanted(p)) return ok([])
  return ok([lapse(p, 'givenUp')])
}

/**
 * Leaves for good; the deposit is returned automatically. An unpaid place is simply dropped, which
 * is the same to the user.
 */
export function decideExit(
  rules: Rules,
  state: Group,
  { userId }: Say<'exit'>,
  now: Instant,
): Result<Event[]> {
  const p = lastPlaceOf(state, userId)
  if (!p) return fail('notFound')
  if (p.leaving === 'exited' || isUnwanted(p)) return ok([])
  if (p.seat === 'held' || p.seat === 'lapsing') return ok([lapse(p, 'givenUp')])
  const refused = rules.refuseExit(state, p, now)
  if (refused) return fail(refused, { context: 'exit' })
  if (p.seat === 'gone') return fail('notFound')
  return ok([{ type: 'seatLeft', participantId: p.id, reason: 'exited' }])
}

const same = (a: object, b: object) => stable(a) === stable(b)
const stable = (value: object) => JSON.stringify(value, Object.keys(value).sort())

function sameTerms(state: Group, terms: AnyTerms): boolean {
  const now = state as unknown as Record<string, unknown>
  return Object.entries(terms).every(
    ([key, value]) => JSON.stringify(now[key]) === JSON.stringify(value),
  )
}
