import { listOverdue } from '#app/group/rows/groups.server.ts'
import type { GroupCommand, Own } from '#app/group/rules/command.ts'
import { type Group, lastPlaceOf, ownPlace, type PlaceIn, placeOf } from '#app/group/rules/state.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { PlaceIntent } from '#app/payments/service/payments.server.ts'
import { applyToGroup } from '#app/payments/service/reconcile.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { newParticipantId } from './group-id.server.ts'
import type { GroupKind, PaidDeps } from './group-kind.server.ts'
import type { CommandTo, GroupObjects, GroupSnapshot } from './group-objects.server.ts'
import {
  createPlaceCharges,
  type PayableBalance,
  type PayableDeposit,
  type PointsWanted,
} from './place-charges.server.ts'
import { createHolds } from './place-holds.server.ts'
import { sweepGroups, wakeRefused } from './sweep.server.ts'
import { type Looking, lookingAs, type Viewer } from './viewer.ts'

export type { PayableBalance, PayableDeposit }

/** Drafts of one attempt that may be given up or run out before a new attempt is needed. */
const TURNS_MAX = 10

type GroupsDeps<S extends Group> = Omit<PaidDeps<S>, 'kind' | 'objects'> & {
  objects: GroupObjects<S>
  log: Log
}

/** A viewer's place and the group it is in. */
export type OwnPlace<S extends Group> = { snapshot: GroupSnapshot<S>; place: PlaceIn<S> }

/** Why a call is refused for the place as it is; null: it is not. */
type Check<S extends Group> = (own: OwnPlace<S>) => ErrorCode | null

/**
 * What students do in a group of either kind: hold seats, pay for them, leave. Every call can be
 * repeated. A place is named by its own id or by its group's, since a user has at most one live
 * place there; another user's place is not found.
 */
export function createGroups<S extends Group, OwnCommand, View>(
  kind: GroupKind<S, View>,
  deps: GroupsDeps<S>,
) {
  const { objects, db, clock } = deps
  const charges = createPlaceCharges<S>({ ...deps, kind })
  const begin = createHolds<S>(deps)
  type Snapshot = GroupSnapshot<S>
  type Command = CommandTo<S> | OwnCommand

  /**
   * The viewer's place and its group. By the group's id: the live place, or else the last one. The
   * group is asked while the viewer is still being read.
   */
  async function own(viewer: Viewer | Promise<Viewer>, id: string): Promise<Result<OwnPlace<S>>> {
    const groupId = kind.isId(id) ? id : kind.idOf(id)
    const looking = groupId ? objects.snapshot(groupId) : ok(null)
    const [{ id: userId }, found] = await Promise.all([viewer, looking])
    if (!found.ok) return found
    const snapshot = found.value
    const place =
      snapshot && kind.isId(id)
        ? lastPlaceOf(snapshot.state, userId)
        : snapshot && ownPlace(snapshot.state, id, userId)
    return snapshot && place ? ok({ snapshot, place }) : fail('notFound')
  }

  /** Runs `ask` with the viewer's place. */
  async function forOwn<T>(
    viewer: Viewer | Promise<Viewer>,
    id: string,
    ask: (own: OwnPlace<S>) => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> {
    const found = await own(viewer, id)
    return found.ok ? ask(found.value) : found
  }

  /** The view of a place in the group as it is now. */
  function viewed(now: Result<Snapshot>, { place }: OwnPlace<S>): Result<View> {
    if (!now.ok) return now
    const current = ownPlace(now.value.state, place.id, place.userId)
    return current ? ok(kind.view(now.value, current, clock.now())) : fail('notFound')
  }

  /** Moves the money before answering, if Stripe responds; otherwise the object keeps trying. */
  async function moveMoney<T>(done: Result<Snapshot>, value: T): Promise<Result<T>> {
    if (!done.ok) return done
    const { id, strays, participants } = done.value.state
    if (strays.length > 0 || participants.some((p) => p.seat === 'lapsing')) await objects.poke(id)
    return ok(value)
  }

  /** Sends a command to a group named by a caller. */
  const send = async (id: string, command: Command): Promise<Result<Snapshot>> =>
    kind.isId(id) ? objects.execute(id, command as CommandTo<S>) : fail('notFound')

  return {
    own,
    viewed,
    send,
    moveMoney,
    charges,

    /**
     * A group of the viewer's that their deposit will open. The browser generates `attemptId`
     * before the first try; repeating it returns the same draft, updated with any changes.
     */
    async draft(
      viewer: Viewer,
      attemptId: string,
      commandFor: (id: S['id'], own: Own) => OwnCommand,
    ): Promise<Result<OwnPlace<S>>> {
      for (let turn = 0; turn < TURNS_MAX; turn++) {
        const id = await kind.idFor(viewer.id, attemptId, turn)
        const first = { groupId: id, participantId: newParticipantId(id) }
        const drafted = await begin(
          lookingAs(viewer),
          'draft',
          first,
          (creator) => commandFor(id, creator) as CommandTo<S>,
        )
        // The draft of this attempt was given up or ran out, and the form was sent again: make
        // another.
        if (!drafted.ok && drafted.error.code === 'holdExpired') continue
        if (!drafted.ok) return drafted
        const place = drafted.value.state.participants[0]
        return place ? ok({ snapshot: drafted.value, place }) : fail('notFound')
      }
      return fail('operationExpired')
    },

    /**
     * Holds seats for a joiner. Repeating the call returns the same hold with the details updated.
     * `consent`: see docs/rules.md#terms.
     */
    async hold(
      who: Viewer | Looking,
      id: string,
      party: PlaceIn<S>['party'],
      consent: string | null = null,
    ): Promise<Result<PlaceIn<S>>> {
      if (!kind.isId(id)) return fail(kind.unknown)
      const looking = lookingAs(who)
      const place = { groupId: id, participantId: newParticipantId(id) }
      const held = await begin(looking, 'hold', place, (joiner) => ({
        type: 'hold',
        ...joiner,
        party,
        consent,
      }))
      if (!held.ok) return held.error.code === 'invalidCarpool' ? fail(kind.unknown) : held
      const own = placeOf(held.value.state, (await looking.user).id)
      return own ? ok(own) : fail('holdExpired')
    },

    /**
     * The deposit of the viewer's hold or draft, ready to be paid; or paid again if it is lost.
     * `keepCard`: its owner may allow us to keep the card.
     */
    payDeposit: (
      viewer: Viewer,
      id: string,
      keepCard = false,
    ): Promise<Result<PayableDeposit<S['id']>>> =>
      forOwn(viewer, id, ({ snapshot, place }) => charges.payDeposit(place, snapshot, keepCard)),

    /** Confirms the viewer's paid seat. Fails with paymentNotConfirmed while it is not paid. */
    confirmDeposit: (
      viewer: Viewer | Promise<Viewer>,
      id: string,
      check?: Check<S>,
    ): Promise<Result<View>> =>
      forOwn(viewer, id, async (mine) => {
        const refused = check?.(mine)
        if (refused) return fail(refused)
        return viewed(await charges.confirmDeposit(mine.place, mine.snapshot), mine)
      }),

    /** The balance of the viewer's place, ready to be paid, less the points they put in. */
    payBalance: (
      viewer: Viewer,
      id: string,
      points: PointsWanted = 0,
    ): Promise<Result<PayableBalance<S['id']>>> =>
      forOwn(viewer, id, ({ snapshot, place }) => charges.payBalance(place, snapshot, points)),

    /** Confirms the viewer's paid balance. Fails with paymentNotConfirmed while it is not paid. */
    confirmBalance: (
      viewer: Viewer | Promise<Viewer>,
      id: string,
      check?: Check<S>,
    ): Promise<Result<View>> =>
      forOwn(viewer, id, async (mine) => {
        const refused = check?.(mine)
        if (refused) return fail(refused)
        return viewed(await charges.confirmBalance(mine.place, mine.snapshot), mine)
      }),

    /**
     * Gives up a balance payment that was begun; its points are returned. Fails with alreadyPaid if
     * it was paid after all.
     */
    giveUpBalance: (viewer: Viewer, id: string): Promise<Result<null>> =>
      forOwn(viewer, id, async ({ snapshot, place }) => {
        const given = await charges.giveUpBalance(place, snapshot)
        return given.ok ? ok(null) : given
      }),

    /** Drops the viewer's unpaid draft or hold. Returns it, so that a form can be filled again. */
    giveUp: (viewer: Viewer, id: string): Promise<Result<OwnPlace<S>>> =>
      forOwn(viewer, id, async (mine) => {
        const { place, snapshot } = mine
        const command = { type: 'giveUp' as const, participantId: place.id, userId: viewer.id }
        return moveMoney(await objects.execute(snapshot.state.id, command), mine)
      }),

    /**
     * Leaves a group; its object returns the deposit without being waited for. Fails with
     * cutoffPassed, operationExpired or notOpen.
     */
    async exit(viewer: Viewer, id: string): Promise<Result<null>> {
      const left = await send(id, { type: 'exit', userId: viewer.id })
      return left.ok ? ok(null) : left
    },

    /** Retries now what is waiting for its next try. For administrators. */
    retry: (id: S['id']) => objects.poke(id, { retry: true }),

    /**
     * Applies a payment, as just read, to its group. If the result is not ok, the event that
     * reported it must be delivered again.
     */
    applyPayment: (
      id: S['id'],
      intent: Pick<PlaceIntent, 'facts'>,
      eventId?: string,
    ): Promise<Result<Snapshot>> =>
      applyToGroup<S['id'], Snapshot>(id, (to, facts) =>
        objects.execute(to, { type: 'settle', facts } satisfies GroupCommand, { eventId }),
      )(intent),

    /**
     * Pokes every group that had something due by `now`, as the fallback for the alarms. A row of
     * version 0 asks to be rewritten (scripts/rebuild.ts). Returns how many changed.
     */
    async sweep(now: Instant): Promise<number> {
      const changed = await sweepGroups(
        objects,
        await listOverdue<S['id']>(db, kind.name, now),
        deps,
      )
      await wakeRefused(objects, { db, log: deps.log, isId: kind.isId })
      return changed
    },
  }
}
