import { readCursor, writeCursor } from '#app/domain/cursor.ts'
import type { OrderId, UserId } from '#app/domain/id.ts'
import { hours, minutes, ORDER_PAYMENT_MS, UNPAID_ORDERS_PER_USER } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { isPlaced } from '#app/domain/order/life.ts'
import type { DraftOf, IdOf, OrderKind } from '#app/domain/order/order.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Clock, type Instant, type LondonDay, londonDay } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { SettingsService } from '#app/services/catalog/settings.server.ts'
import type { Customers } from '#app/services/payments/customers.server.ts'
import type { PaymentLimits } from '#app/services/payments/payment-limits.server.ts'
import type { OrderIntent, Payments } from '#app/services/payments/payments.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import {
  changeOrder,
  countUnpaid,
  findOrder,
  findOrderOfAttempt,
  insertOrder,
  listDueOrders,
  listOrders,
  listOwnOrders,
  type OrderRow,
  postponeOrder,
} from '#db/queries/orders.ts'
import { createOrderPayments, ownBy } from './order-payments.server.ts'
import { columnsOf, newOrderId } from './order-rows.server.ts'
import { createStatusMoves } from './order-status.server.ts'
import {
  type OrderView,
  type OwnOrder,
  type OwnView,
  ownView,
  viewOf,
} from './order-views.server.ts'
import { foldText } from './places.server.ts'

export type { OrderView, OwnOrder, OwnView }

type Viewer = { id: UserId }
export type OrderFilter = {
  /**
   * Part of what the viewer may see of an address: whole addresses of her own, town and outward
   * postcode of others.
   */
  address?: string
  /** The day of collection. Without it: from today on. */
  date?: LondonDay
  /** Only the viewer's own, the newest first, also those of the past. */
  mine?: boolean
  cursor?: string
  limit: number
}
/** A base price that can be paid now: what the browser needs to confirm the card. */
export type PayableOrder<K extends OrderKind> = {
  id: IdOf<K>
  clientSecret: string
  amount: MinorUnits
  currency: 'gbp'
  payBefore: Instant
}

export type Orders = ReturnType<typeof createOrders>

/** Tries to make an order that another request ends or makes at the same moment. */
const ROUNDS = 3

type Deps = {
  db: Db
  payments: Payments
  customers: Customers
  settings: SettingsService
  limits: PaymentLimits
  clock: Clock
  log: Log
}

/**
 * What pages and API calls do with mail and moving orders (decision 0016: plain rows of D1). An
 * order of another user, or of the other kind, is as one that is not there: notFound.
 */
export function createOrders({ settings, ...deps }: Deps) {
  const { db, limits, clock, log } = deps
  const base = createOrderPayments(deps)

  const toOwn = (row: OrderRow): OwnView => ownView(row, clock.now())

  /** The order as it is after its payment was read; gone is what its time being over looks like. */
  async function settled(intentId: string): Promise<Result<OrderRow>> {
    const told = await base.settle(intentId)
    if (!told.ok) return told
    return told.value ? ok(told.value) : fail('operationExpired', { context: 'order' })
  }

  /** An order whose time is over; one that was corrected meanwhile has time again. */
  const overById = (id: OrderId) => async () => {
    const order = await findOrder(db, id)
    return order && clock.now() < order.payBefore ? undefined : order
  }

  async function end(row: OrderRow): Promise<Result<null>> {
    if (row.payment === 'awaiting') {
      const ended = await base.end(overById(row.id))
      const decided =
        ended.ok || ended.error.code === 'alreadyPaid' || ended.error.code === 'notFound'
      return decided ? ok(null) : ended
    }
    const told = row.intentId ? await base.settle(row.intentId) : ok(null)
    return told.ok ? ok(null) : told
  }

  return {
    /**
     * Makes an order, or finds and corrects the unpaid one already made in this attempt
     * (`attemptId` is made by the browser before the first try). With a base price of 0 it stands
     * at once; else it is there until `payBefore` and has to be paid. Fails with rateLimited for
     * too many unpaid ones.
     */
    async create<K extends OrderKind>(
      viewer: Viewer,
      kind: K,
      draft: DraftOf<K>,
      attemptId: string,
    ): Promise<Result<OwnView>> {
      const attempt = `${kind}:${attemptId}`
      const columns = columnsOf(kind, draft)
      for (let round = 0; round < ROUNDS; round++) {
        const now = clock.now()
        const payBefore = now + ORDER_PAYMENT_MS
        const known = await findOrderOfAttempt(db, viewer.id, attempt)
        if (known && isPlaced(known)) return ok(toOwn(known))
        if (known && now < known.payBefore) {
          const counted = await limits.change(viewer.id)
          if (!counted.ok) return counted
          const corrected = await changeOrder(db, known, { ...columns, ...dueAt(payBefore) })
          if (corrected) return ok(toOwn(corrected))
          continue
        }
        if (known) {
          const ended = await end(known)
          if (!ended.ok) return ended
          continue
        }
        if ((await countUnpaid(db, viewer.id, attempt)) >= UNPAID_ORDERS_PER_USER)
          return fail('rateLimited', {
            context: 'unpaid',
            max: UNPAID_ORDERS_PER_USER,
            retryAfterSeconds: ORDER_PAYMENT_MS / 1000,
          })
        const baseAmount = (await settings.read())[`${kind}BasePrice`]
        const begun = await limits.begin(viewer.id, 'order', { free: baseAmount === 0 })
        if (!begun.ok) return begun
        const made = await insertOrder(db, {
          ...columns,
          id: newOrderId(kind),
          kind,
          userId: viewer.id,
          attemptId: attempt,
          baseAmount,
          createdAt: now,
          ...(baseAmount === 0
            ? { payment: 'free', payBefore }
            : { payment: 'awaiting', ...dueAt(payBefore) }),
        })
        if (made) return ok(toOwn(made))
        await begun.value.giveBack()
      }
      return fail('unavailable')
    },

    /**
     * One page of the orders that the viewer (null: a visitor) may see, soonest collection first. A
     * cursor that is none starts at the beginning.
     */
    async list(
      kind: OrderKind,
      filter: OrderFilter,
      viewer: Viewer | null,
      language: Language,
    ): Promise<{ items: OrderView[]; nextCursor: string | null }> {
      const { limit, date } = filter
      const search = foldText(filter.address ?? '') || undefined
      const place = filter.cursor ? readCursor(filter.cursor) : null
      const query = { kind, search, date, limit: limit + 1 }
      const mine = filter.mine && viewer
      const now = clock.now()
      const rows = mine
        ? await listOwnOrders(db, { ...query, before: place }, viewer.id)
        : await listOrders(
            db,
            {
              ...query,
              notBefore: londonDay(now),
              after: place && { day: dayOf(place.at), id: place.id },
            },
            viewer?.id ?? null,
          )
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        items: page.map((row) => viewOf(row, viewer?.id ?? null, language, now)),
        nextCursor: last
          ? writeCursor({ at: mine ? last.createdAt : Date.parse(last.sendDate), id: last.id })
          : null,
      }
    },

    /** The viewer's own order, or null. */
    async find(viewer: Viewer, kind: OrderKind, id: string): Promise<OwnView | null> {
      const row = await ownBy(db, viewer, kind, id)()
      return row ? toOwn(row) : null
    },

    /**
     * The base price, ready to be paid: the payment that was begun, or a new one. Null: nothing is
     * to be paid. Fails with alreadyPaid, operationExpired (its time is over), paymentNotConfirmed
     * (the bank is at it), rateLimited, paymentInitFailed, unavailable.
     */
    async payBase<K extends OrderKind>(
      viewer: Viewer,
      kind: K,
      id: string,
    ): Promise<Result<PayableOrder<K> | null>> {
      const payable = await base.payable(ownBy(db, viewer, kind, id))
      if (!payable.ok || !payable.value) return payable.ok ? ok(null) : payable
      const [order, { clientSecret, amount }] = payable.value
      const { payBefore } = order
      return ok({ id: order.id as IdOf<K>, clientSecret, amount, currency: 'gbp', payBefore })
    },

    /**
     * Reads the base payment from the provider and says whether it stands. `sent`, when given, is
     * checked against the order: another amount fails with invalidPaymentAmount, another payment
     * with paymentNotConfirmed, as does one that is not paid.
     */
    async confirm(
      viewer: Viewer,
      kind: OrderKind,
      id: string,
      sent?: { intentId: string; amount: MinorUnits },
    ): Promise<Result<OwnView>> {
      const row = await ownBy(db, viewer, kind, id)()
      if (!row) return fail('notFound')
      if (sent && sent.amount !== row.baseAmount) return fail('invalidPaymentAmount')
      if (row.payment === 'free') return ok(toOwn(row))
      if (row.intentId === null || (sent && sent.intentId !== row.intentId))
        return fail('paymentNotConfirmed')
      if (isPlaced(row)) return ok(toOwn(row))
      const after = await settled(row.intentId)
      if (!after.ok) return after
      return isPlaced(after.value) ? ok(toOwn(after.value)) : fail('paymentNotConfirmed')
    },

    /**
     * Takes note of a payment by its client secret, which must be the order's own (else
     * paymentNotConfirmed), and gives the order as it is then, paid or not.
     */
    async register(
      viewer: Viewer,
      kind: OrderKind,
      id: string,
      clientSecret: string,
    ): Promise<Result<OwnView>> {
      const row = await ownBy(db, viewer, kind, id)()
      if (!row) return fail('notFound')
      const [intentId] = clientSecret.split('_secret_')
      const read =
        intentId && intentId === row.intentId ? await deps.payments.orders.read(intentId) : null
      if (read && !read.ok) return read
      if (read?.value.clientSecret !== clientSecret) return fail('paymentNotConfirmed')
      const told = await base.tell(read.value)
      if (!told.ok) return told
      return told.value ? ok(toOwn(told.value)) : fail('operationExpired', { context: 'order' })
    },

    /**
     * Deletes an unpaid order, its payment cancelled first. Gives what it said, so that a form can
     * be filled again. Fails with alreadyPaid (context `order`: customer service only),
     * paymentNotConfirmed (the bank is at it), unavailable.
     */
    async remove(viewer: Viewer, kind: OrderKind, id: string): Promise<Result<OwnView>> {
      const ended = await base.end(ownBy(db, viewer, kind, id))
      return ended.ok ? ok(toOwn(ended.value)) : ended
    },

    /**
     * Tells an order of its payment, as it was just read; for the webhook. Anything but ok: to be
     * asked for again.
     */
    async told(intent: OrderIntent): Promise<Result<null>> {
      const told = await base.tell(intent)
      return told.ok ? ok(null) : told
    },

    /** Moves a placed order on, for those who run the service. See `createStatusMoves`. */
    setStatus: createStatusMoves({ db, clock, goOn: end }),

    /**
     * Tries again at once what an order's money wants; the sweep would by and by. Fails as it did
     * before, or with notFound.
     */
    async retry(id: OrderId): Promise<Result<null>> {
      const row = await findOrder(db, id)
      return row ? end(row) : fail('notFound')
    },

    /**
     * Ends every unpaid order whose time is over and goes on with every refund. The one that cannot
     * be decided now is asked about again, ever more rarely. Gives how many have been decided.
     */
    async sweep(): Promise<number> {
      let decided = 0
      for (const row of await listDueOrders(db, clock.now())) {
        // One that meets a bug must not keep the others waiting.
        const ended = await end(row).catch((error: unknown) => {
          log.error('an order’s payment could not be ended', error, { order: row.id })
          return fail('internal')
        })
        const now = clock.now()
        if (ended.ok) decided++
        else {
          log.warn('an order’s payment is undecided', { order: row.id, code: ended.error.code })
          await postponeOrder(db, row, now + waitAfter(now - (row.dueSinceAt ?? now)))
        }
      }
      return decided
    },
  }
}

/** Until when the base price can be paid, and the sweep's turn after it. */
const dueAt = (payBefore: Instant) => ({ payBefore, dueSinceAt: payBefore, dueAt: payBefore })

const dayOf = (at: Instant): LondonDay => new Date(at).toISOString().slice(0, 10)

/** Half as long again as it has waited, from the next sweep up to an hour. */
const waitAfter = (waited: number): number => Math.min(hours(1), Math.max(minutes(1), waited / 2))
