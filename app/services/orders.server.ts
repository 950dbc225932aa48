import type { OrderId, UserId } from '../domain/id.ts'
import type { MinorUnits } from '../domain/money.ts'
import type { DraftOf, IdOf, OrderKind, OrderStatus } from '../domain/order/order.ts'
import { fail, type Result } from '../domain/result.ts'
import type { Instant, LondonDay } from '../domain/time.ts'
import type { Language } from '../i18n/languages.ts'
import type { OrderView, OwnOrder } from './order-views.server.ts'

export type { OrderView, OwnOrder }

type Viewer = { id: UserId }
export type OrderFilter = {
  /** Part of what the viewer may see of an address: whole addresses of her own, town and outward postcode of others. */
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
export type OwnView = OrderView & { own: OwnOrder }

/**
 * What pages and API calls do with mail and moving orders. An order of another user, or of the other kind, is
 * as one that is not there: notFound.
 */
export type Orders = {
  /**
   * Makes an order, or finds and corrects the unpaid one already made in this attempt (`attemptId` is made by the browser before
   * the first try). With a base price of 0 it stands at once; else it is there until `payBefore` and has to be paid.
   * Fails with rateLimited for too many unpaid ones.
   */
  create<K extends OrderKind>(
    viewer: Viewer,
    kind: K,
    draft: DraftOf<K>,
    attemptId: string,
  ): Promise<Result<OwnView>>
  /** One page of the orders that the viewer (null: a visitor) may see, soonest collection first. A cursor that is none starts at the beginning. */
  list(
    kind: OrderKind,
    filter: OrderFilter,
    viewer: Viewer | null,
    language: Language,
  ): Promise<{ items: OrderView[]; nextCursor: string | null }>
  /** The viewer's own order, or null. */
  find(viewer: Viewer, kind: OrderKind, id: string): Promise<OwnView | null>
  /**
   * The base price, ready to be paid: the payment that was begun, or a new one. Null: nothing is to be paid. Fails with
   * alreadyPaid, operationExpired (its time is over), paymentNotConfirmed (the bank is at it), rateLimited,
   * paymentInitFailed, unavailable.
   */
  payBase<K extends OrderKind>(viewer: Viewer, kind: K, id: string): Promise<Result<PayableOrder<K> | null>>
  /**
   * Reads the base payment from the provider and says whether it stands. `sent`, when given, is checked against the order:
   * another amount fails with invalidPaymentAmount, another payment with paymentNotConfirmed, as does one that is not paid.
   */
  confirm(
    viewer: Viewer,
    kind: OrderKind,
    id: string,
    sent?: { intentId: string; amount: MinorUnits },
  ): Promise<Result<OwnView>>
  /**
   * Takes note of a payment by its client secret, which must be the order's own (else paymentNotConfirmed), and gives the
   * order as it is then, paid or not.
   */
  register(viewer: Viewer, kind: OrderKind, id: string, clientSecret: string): Promise<Result<OwnView>>
  /**
   * Deletes an unpaid order, its payment cancelled first. Gives what it said, so that a form can be filled again. Fails with
   * alreadyPaid (context `order`: customer service only), paymentNotConfirmed (the bank is at it), unavailable.
   */
  remove(viewer: Viewer, kind: OrderKind, id: string): Promise<Result<OwnView>>
  /** Moves a placed order on, for those who run the service; `failed` refunds its base price. */
  setStatus(id: OrderId, status: OrderStatus): Promise<Result<null>>
  /** Brings every payment to an end that is due by `now`. Gives how many orders changed. */
  sweep(now: Instant): Promise<number>
}

export function createOrders(): Orders {
  const soon = async () => fail('unavailable')
  return {
    create: soon,
    list: async () => ({ items: [], nextCursor: null }),
    find: async () => null,
    payBase: soon,
    confirm: soon,
    register: soon,
    remove: soon,
    setStatus: soon,
    sweep: async () => 0,
  }
}
