import type { Command, TravelInfo } from '#app/domain/carpool/command.ts'
import { correctionWindow } from '#app/domain/carpool/flights.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { lastPlaceOf, ownPlace } from '#app/domain/group/state.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { createDeposits, DepositStanding, PayableDeposit } from './carpool-deposits.server.ts'
import { carpoolIdOf, isCarpoolId, privateIdsOf } from './carpool-id.server.ts'
import { carpoolPlaces } from './carpool-kind.server.ts'
import type { CarpoolObjects, CarpoolSnapshot } from './carpool-objects.server.ts'
import { type CarpoolRecord, recordIn } from './carpool-views.server.ts'
import { createPlaceBalances } from './place-balances.server.ts'
import type { Viewer } from './viewer.ts'

export type PaymentState = {
  participantId: string
  deposit: { status: string; isValid: boolean; amount: number }
  balance: { status: 'due' | 'open' | 'paid'; amount: number } | null
  paymentStatus: CarpoolRecord['paymentStatus']
}

type Deps = Omit<Parameters<typeof createPlaceBalances<CarpoolState>>[0], 'kind' | 'objects'> & {
  objects: CarpoolObjects
  deposits: ReturnType<typeof createDeposits>
}

/**
 * What happens to a seat after it is confirmed (docs/rules.md#exits): leaving, correcting, paying
 * the balance, and what becomes of a failed group. Every call here can be repeated.
 */
export function createCarpoolLife({ deposits, ...deps }: Deps) {
  const { objects, limits, clock } = deps
  const balances = createPlaceBalances<CarpoolState>({ ...deps, kind: carpoolPlaces })

  /** The carpool of the viewer's place. Fails with notFound if the place is not theirs. */
  async function own(viewer: Viewer, participantId: string): Promise<Result<CarpoolSnapshot>> {
    const carpoolId = carpoolIdOf(participantId)
    const found = carpoolId ? await objects.snapshot(carpoolId) : ok(null)
    if (!found.ok) return found
    const mine = found.value && ownPlace(found.value.state, participantId, viewer.id)
    return found.value && mine ? ok(found.value) : fail('notFound')
  }

  const record = (
    from: Result<CarpoolSnapshot>,
    viewer: Viewer,
    id: string,
  ): Result<CarpoolRecord> => {
    if (!from.ok) return from
    const found = recordIn(from.value, viewer.id, id, clock.now())
    return found ? ok(found) : fail('notFound')
  }

  /** Sends a command about the caller's place to a carpool. */
  async function say(carpoolId: string, command: Command): Promise<Result<CarpoolSnapshot>> {
    return isCarpoolId(carpoolId) ? objects.execute(carpoolId, command) : fail('notFound')
  }

  /** Moves the money before answering, if Stripe responds; otherwise the object keeps trying. */
  async function andMove(done: Result<CarpoolSnapshot>): Promise<Result<null>> {
    if (!done.ok) return done
    if (done.value.state.strays.length > 0 || isLapsing(done.value.state))
      await objects.poke(done.value.state.id)
    return ok(null)
  }

  return {
    /**
     * Leaves a carpool; the deposit is returned. Fails with cutoffPassed, operationExpired or
     * notOpen.
     */
    exit: async (viewer: Viewer, carpoolId: string): Promise<Result<null>> =>
      andMove(await say(carpoolId, { type: 'exit', userId: viewer.id })),

    /** Returns the deposit of a failed group. Fails with operationExpired once its day is over. */
    cancelFailed: async (viewer: Viewer, carpoolId: string): Promise<Result<null>> =>
      andMove(await say(carpoolId, { type: 'cancelFailed', userId: viewer.id })),

    /** Continues from a failed group with a private car, once; returns the place in it. */
    async convertToPrivate(viewer: Viewer, carpoolId: string): Promise<Result<CarpoolRecord>> {
      if (!isCarpoolId(carpoolId)) return fail('notFound')
      const found = await objects.snapshot(carpoolId)
      if (!found.ok) return found
      const last = found.value && lastPlaceOf(found.value.state, viewer.id)
      if (!last) return fail('notFound')
      const to = await privateIdsOf(last.id)
      const said = await objects.execute(carpoolId, { type: 'convert', userId: viewer.id, to })
      if (!said.ok) return said
      // The carpool would open the car later on its own; the student is waiting for it now.
      await objects.poke(carpoolId)
      const opened = record(await own(viewer, to.participantId), viewer, to.participantId)
      return !opened.ok && opened.error.code === 'notFound'
        ? fail('unavailable', { retryAfterSeconds: 5 })
        : opened
    },

    /** The times that the flight of the viewer's place may be moved to. */
    async correctionWindow(viewer: Viewer, participantId: string) {
      const found = await own(viewer, participantId)
      return found.ok ? ok(correctionWindow(found.value.state, participantId)) : found
    },

    /** Corrects the viewer's travel details. Fails with rateLimited after too many corrections. */
    async editInfo(
      viewer: Viewer,
      participantId: string,
      info: TravelInfo,
    ): Promise<Result<CarpoolRecord>> {
      const found = await own(viewer, participantId)
      if (!found.ok) return found
      const counted = await limits.change(viewer.id)
      if (!counted.ok) return counted
      const command = {
        type: 'editInfo' as const,
        participantId: participantId as CarpoolRecord['participantId'],
        userId: viewer.id,
        info,
      }
      return record(await objects.execute(found.value.state.id, command), viewer, participantId)
    },

    /** The balance of the viewer's place, ready to be paid. `usePoints` puts their points in. */
    async payRemaining(viewer: Viewer, participantId: string, usePoints: boolean) {
      const found = await own(viewer, participantId)
      return found.ok ? balances.payable(viewer.id, found.value, participantId, usePoints) : found
    },

    /** Confirms the viewer's paid balance. Fails with paymentNotConfirmed while it is not paid. */
    async confirmRemaining(viewer: Viewer, participantId: string): Promise<Result<CarpoolRecord>> {
      const found = await own(viewer, participantId)
      if (!found.ok) return found
      return record(
        await balances.confirm(viewer.id, found.value, participantId),
        viewer,
        participantId,
      )
    },

    /**
     * Gives up a balance payment that was begun; its points are returned. Fails with alreadyPaid if
     * it was paid after all.
     */
    async giveUpRemaining(viewer: Viewer, participantId: string): Promise<Result<null>> {
      const found = await own(viewer, participantId)
      if (!found.ok) return found
      const given = await balances.giveUp(viewer.id, found.value, participantId)
      return given.ok ? ok(null) : given
    },

    /** Whether the viewer's deposit stands. */
    async depositStanding(viewer: Viewer, participantId: string): Promise<Result<DepositStanding>> {
      const found = await own(viewer, participantId)
      return found.ok ? deposits.standing(viewer.id, found.value, participantId) : found
    },

    /**
     * A deposit that the bank has released, or that could not be renewed, ready to be paid again.
     * Fails with alreadyPaid while it stands.
     */
    async repayDeposit(viewer: Viewer, participantId: string): Promise<Result<PayableDeposit>> {
      const found = await own(viewer, participantId)
      if (!found.ok) return found
      const place = ownPlace(found.value.state, participantId, viewer.id)
      if (place?.seat !== 'taken') return fail('operationExpired')
      return deposits.payable(viewer.id, found.value, participantId)
    },

    /** The state of the payments for the viewer's place, as the carpool knows it. */
    async paymentState(viewer: Viewer, participantId: string): Promise<Result<PaymentState>> {
      const found = await own(viewer, participantId)
      const shown = record(found, viewer, participantId)
      if (!found.ok || !shown.ok) return found.ok ? fail('notFound') : found
      const { deposit, originalRemainingAmount, deductedAmount, paymentStatus } = shown.value
      const { status, isValid, amount } = deposit
      const begun = ownPlace(found.value.state, participantId, viewer.id)?.balance.intentId
      const state = paymentStatus === 'PAID' ? 'paid' : begun ? 'open' : 'due'
      const due = originalRemainingAmount === null ? null : originalRemainingAmount - deductedAmount
      return ok({
        participantId,
        deposit: { status, isValid, amount },
        balance: due === null ? null : { status: state, amount: due },
        paymentStatus,
      })
    },
  }
}

const isLapsing = (state: CarpoolState): boolean =>
  state.participants.some((p) => p.seat === 'lapsing')
