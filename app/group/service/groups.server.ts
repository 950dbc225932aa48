import { listOverdue } from '#app/group/rows/groups.server.ts'
import type { GroupCommand, MostFewer, Own } from '#app/group/rules/command.ts'
import { type Group, lastPlaceOf, ownPlace, type PlaceIn, placeOf } from '#app/group/rules/state.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { NeedsToPay, PlaceIntent } from '#app/payments/service/payments.server.ts'
import { applyToGroup } from '#app/payments/service/reconcile.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { newParticipantId } from './group-id.server.ts'
import type { GroupKind, PaidKind } from './group-kind.server.ts'
import type { CommandTo, GroupSnapshot, Objects } from './group-objects.server.ts'
import {
  beginBalance,
  beginDeposit,
  endBalance,
  type PayableBalance,
  type PayableDeposit,
  type PointsWanted,
  settleBalance,
  settleDeposit,
} from './place-charges.server.ts'
import { beginHold, type NeedsToHold } from './place-holds.server.ts'
import { wakeDue, wakeRefused } from './sweep.server.ts'
import { type PendingViewer, pendingViewerOf, type Viewer } from './viewer.ts'

export type { PayableBalance, PayableDeposit }

/**
 * What a form says besides: the version of the sentence about sharing that it showed, and the most
 * that is accepted if a car goes with fewer (missing: the client does not ask).
 */
export type Said = { consent?: string | null; fewer?: MostFewer }

/** Drafts that one attempt may lose, given up or expired, before a new attempt is needed. */
const TURNS_MAX = 10

/** A viewer's place and the group it is in. */
export type OwnPlace<S extends Group> = { snapshot: GroupSnapshot<S>; place: PlaceIn<S> }

/** Why a call is refused for the place as it is; null: it is allowed. */
type Check<S extends Group> = (own: OwnPlace<S>) => ErrorCode | null

type PlaceNames<S extends Group> = Pick<GroupKind<S, unknown>, 'objectsIn' | 'isId' | 'idOf'>

// What students do in a group of either kind: hold seats, pay for them, leave. Every call can be
// repeated. A place is named by its own id or by its group's, since a user has at most one live
// place there; another user's place is not found.

/**
 * Finds the viewer's place and its group. By the group's id: the live place, or else the last one.
 * The group is asked while the viewer is still being read.
 */
export async function findOwnPlace<S extends Group>(
  kind: PlaceNames<S>,
  { objects }: Objects,
  viewer: Viewer | Promise<Viewer>,
  id: string,
): Promise<Result<OwnPlace<S>>> {
  const groupId = kind.isId(id) ? id : kind.idOf(id)
  const reading = groupId ? kind.objectsIn(objects).snapshot(groupId) : ok(null)
  const [{ id: userId }, found] = await Promise.all([viewer, reading])
  if (!found.ok) return found
  const snapshot = found.value
  const place =
    snapshot && kind.isId(id)
      ? lastPlaceOf(snapshot.state, userId)
      : snapshot && ownPlace(snapshot.state, id, userId)
  return snapshot && place ? ok({ snapshot, place }) : fail('notFound')
}

/** Returns the view of a place in the group as it is now. */
export function viewAfter<S extends Group, View>(
  kind: Pick<GroupKind<S, View>, 'view'>,
  { clock }: Needs<'clock'>,
  now: Result<GroupSnapshot<S>>,
  { place }: OwnPlace<S>,
): Result<View> {
  if (!now.ok) return now
  const current = ownPlace(now.value.state, place.id, place.userId)
  return current ? ok(kind.view(now.value, current, clock.now())) : fail('notFound')
}

/** Moves the money before answering, if Stripe responds; otherwise the object keeps trying. */
export async function moveMoney<S extends Group, T>(
  kind: Pick<PaidKind<S>, 'objectsIn'>,
  { objects }: Objects,
  done: Result<GroupSnapshot<S>>,
  value: T,
): Promise<Result<T>> {
  if (!done.ok) return done
  const { id, strays, participants } = done.value.state
  const isToMove = strays.length > 0 || participants.some((p) => p.seat === 'lapsing')
  if (isToMove) await kind.objectsIn(objects).poke(id)
  return ok(value)
}

/** Sends a command to a group named by a caller. */
export const sendToGroup = async <S extends Group, Command extends { type: string }>(
  kind: Pick<GroupKind<S, unknown>, 'objectsIn' | 'isId'>,
  { objects }: Objects,
  id: string,
  command: CommandTo<S> | Command,
): Promise<Result<GroupSnapshot<S>>> =>
  kind.isId(id) ? kind.objectsIn(objects).execute(id, command as CommandTo<S>) : fail('notFound')

/**
 * Drafts a group that the viewer's deposit will open. The browser generates `attemptId` before the
 * first try; repeating it returns the same draft, updated with any changes.
 */
export async function draftGroup<S extends Group>(
  kind: Pick<GroupKind<S, unknown>, 'objectsIn' | 'idFor'>,
  context: NeedsToHold,
  viewer: Viewer,
  attemptId: string,
  commandFor: (id: S['id'], own: Own) => { type: string },
): Promise<Result<OwnPlace<S>>> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const id = await kind.idFor(viewer.id, attemptId, turn)
    const first = { groupId: id, participantId: newParticipantId(id) }
    const command = (creator: Own) => commandFor(id, creator) as CommandTo<S>
    const drafted = await beginHold(kind, context, pendingViewerOf(viewer), 'draft', first, command)
    // The draft of this attempt was given up or ran out, and the form was sent again: make another.
    if (!drafted.ok && drafted.error.code === 'holdExpired') continue
    if (!drafted.ok) return drafted
    const place = drafted.value.state.participants[0]
    return place ? ok({ snapshot: drafted.value, place }) : fail('notFound')
  }
  return fail('operationExpired')
}

/**
 * Holds seats for a joiner. Repeating the call returns the same hold with the details updated.
 * `said`: see docs/rules.md#terms.
 */
export async function holdInGroup<S extends Group>(
  kind: Pick<GroupKind<S, unknown>, 'objectsIn' | 'isId' | 'unknown'>,
  context: NeedsToHold,
  who: Viewer | PendingViewer,
  id: string,
  party: PlaceIn<S>['party'],
  { consent = null, fewer }: Said = {},
): Promise<Result<PlaceIn<S>>> {
  if (!kind.isId(id)) return fail(kind.unknown)
  const pending = pendingViewerOf(who)
  const place = { groupId: id, participantId: newParticipantId(id) }
  const held = await beginHold(kind, context, pending, 'hold', place, (joiner) => ({
    type: 'hold',
    ...joiner,
    party,
    consent,
    fewer,
  }))
  if (!held.ok) return held.error.code === 'invalidCarpool' ? fail(kind.unknown) : held
  const own = placeOf(held.value.state, (await pending.user).id)
  return own ? ok(own) : fail('holdExpired')
}

/**
 * Makes the deposit of the viewer's hold or draft ready to be paid; or paid again if it is lost.
 * `keepCard`: its owner may allow us to keep the card.
 */
export async function prepareDeposit<S extends Group>(
  kind: PlaceNames<S> & PaidKind<S>,
  context: NeedsToPay & Objects,
  viewer: Viewer,
  id: string,
  keepCard = false,
): Promise<Result<PayableDeposit<S['id']>>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const { snapshot, place } = mine.value
  return beginDeposit(kind, context, place, snapshot, keepCard)
}

/** Confirms the viewer's paid seat. Fails with paymentNotConfirmed while it is not paid. */
export async function confirmDeposit<S extends Group, View>(
  kind: GroupKind<S, View>,
  context: NeedsToPay & Objects,
  viewer: Viewer | Promise<Viewer>,
  id: string,
  check?: Check<S>,
): Promise<Result<View>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const refused = check?.(mine.value)
  if (refused) return fail(refused)
  const { place, snapshot } = mine.value
  return viewAfter(kind, context, await settleDeposit(kind, context, place, snapshot), mine.value)
}

/** Makes the balance of the viewer's place ready to be paid, less the points they put in. */
export async function prepareBalance<S extends Group>(
  kind: PlaceNames<S> & PaidKind<S>,
  context: NeedsToPay & Objects,
  viewer: Viewer,
  id: string,
  points: PointsWanted = 0,
): Promise<Result<PayableBalance<S['id']>>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const { snapshot, place } = mine.value
  return beginBalance(kind, context, place, snapshot, points)
}

/** Confirms the viewer's paid balance. Fails with paymentNotConfirmed while it is not paid. */
export async function confirmBalance<S extends Group, View>(
  kind: GroupKind<S, View>,
  context: NeedsToPay & Objects,
  viewer: Viewer | Promise<Viewer>,
  id: string,
  check?: Check<S>,
): Promise<Result<View>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const refused = check?.(mine.value)
  if (refused) return fail(refused)
  const { place, snapshot } = mine.value
  return viewAfter(kind, context, await settleBalance(kind, context, place, snapshot), mine.value)
}

/**
 * Gives up a balance payment that was begun; its points are returned. Fails with alreadyPaid if it
 * was paid after all.
 */
export async function giveUpBalance<S extends Group>(
  kind: PlaceNames<S> & PaidKind<S>,
  context: NeedsToPay & Objects,
  viewer: Viewer,
  id: string,
): Promise<Result<null>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const given = await endBalance(kind, context, mine.value.place, mine.value.snapshot)
  return given.ok ? ok(null) : given
}

/** Drops the viewer's unpaid draft or hold. Returns it, so that a form can be filled again. */
export async function giveUpPlace<S extends Group>(
  kind: PlaceNames<S>,
  context: Objects,
  viewer: Viewer,
  id: string,
): Promise<Result<OwnPlace<S>>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const { place, snapshot } = mine.value
  const command = { type: 'giveUp' as const, participantId: place.id, userId: viewer.id }
  const given = await kind.objectsIn(context.objects).execute(snapshot.state.id, command)
  return moveMoney(kind, context, given, mine.value)
}

/**
 * Leaves a group; its object returns the deposit later. Fails with cutoffPassed, operationExpired
 * or notOpen.
 */
export async function leaveGroup<S extends Group>(
  kind: Pick<GroupKind<S, unknown>, 'objectsIn' | 'isId'>,
  context: Objects,
  viewer: Viewer,
  id: string,
): Promise<Result<null>> {
  const left = await sendToGroup(kind, context, id, { type: 'exit', userId: viewer.id })
  return left.ok ? ok(null) : left
}

/**
 * Applies a payment, as just read, to its group. If the result is not ok, the event that reported
 * it must be delivered again.
 */
export const applyPlacePayment = <S extends Group>(
  kind: Pick<PaidKind<S>, 'objectsIn'>,
  { objects }: Objects,
  id: S['id'],
  intent: Pick<PlaceIntent, 'facts'>,
  eventId?: string,
): Promise<Result<GroupSnapshot<S>>> =>
  applyToGroup<S['id'], GroupSnapshot<S>>(id, (to, facts) =>
    kind
      .objectsIn(objects)
      .execute(to, { type: 'settle', facts } satisfies GroupCommand, { eventId }),
  )(intent)

/**
 * Pokes every group that had something due by `now`, as the fallback for the alarms. A row of
 * version 0 asks to be rewritten (scripts/rebuild.ts). Returns how many changed.
 */
export async function sweepGroups<S extends Group>(
  kind: Pick<GroupKind<S, unknown>, 'objectsIn' | 'isId' | 'name'>,
  context: Needs<'db' | 'clock' | 'log'> & Objects,
  now: Instant,
): Promise<number> {
  const objects = kind.objectsIn(context.objects)
  const due = await listOverdue<S['id']>(context.db, kind.name, now)
  const changed = await wakeDue(context, objects, due)
  await wakeRefused(context, objects, kind.isId)
  return changed
}
