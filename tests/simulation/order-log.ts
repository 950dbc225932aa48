import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrderId, UserId } from '#app/kernel/id.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import type { Sqlite } from './sql.ts'

/** Who changes an order: a student's call, customer service, a Stripe event, the cron. */
export type Doer =
  | 'make'
  | 'begin'
  | 'confirm'
  | 'register'
  | 'delete'
  | 'theft'
  | 'service'
  | 'webhook'
  | 'sweep'

/** One change of an order's row. `was` null: it was created; `becomes` null: it was deleted. */
export type OrderChange = {
  seq: number
  id: OrderId
  userId: UserId
  kind: OrderKind
  baseAmount: number
  was: RowPayment | null
  becomes: RowPayment | null
  statusWas: string | null
  /** Whether a payment had already begun. */
  begun: number
  /**
   * Whether everything immutable is unchanged: the owner, the id and the price; once it stands, its
   * content too.
   */
  same: number
  /** How long after it expires, in ms; negative: before. */
  late: number
  doer: Doer
}

const doers = new AsyncLocalStorage<Doer>()

/** Attributes whatever `work` does to orders, now and later, to `doer`. */
export const as = <T>(doer: Doer, work: () => T): T => doers.run(doer, work)

const row = (one: 'OLD' | 'NEW') => `${one}.id, ${one}.user_id, ${one}.kind, ${one}.base_amount,
  simulated_now() - ${one}.pay_before`
const log = (values: string) =>
  `INSERT INTO order_log (order_id, user_id, kind, base_amount, late, was, becomes, status_was, begun, same, doer)
   VALUES (${values}, doer());`
const same = (columns: string[]) =>
  columns.map((column) => `OLD.${column} = NEW.${column}`).join(' AND ')
const keeps = `${same(['user_id', 'kind', 'attempt_id', 'base_amount', 'created_at'])}
  AND (OLD.payment = 'awaiting' OR (${same(['est_box_num', 'user_name', 'pay_before'])}))`

/**
 * Has the database itself record changes to orders, so that nothing between two looks is missed.
 */
export function keepOrderLog(db: Sqlite): void {
  db.define('doer', () => doers.getStore() ?? 'nobody')
  db.define('simulated_now', () => Date.now())
  db.script(`
    CREATE TABLE order_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, order_id, user_id, kind, base_amount,
      late, was, becomes, status_was, begun, same, doer);
    CREATE TRIGGER order_made AFTER INSERT ON orders
      BEGIN ${log(`${row('NEW')}, NULL, NEW.payment, NULL, 0, 1`)} END;
    CREATE TRIGGER order_changed AFTER UPDATE ON orders
      BEGIN ${log(`${row('OLD')}, OLD.payment, NEW.payment, OLD.status, OLD.intent_id IS NOT NULL, ${keeps}`)} END;
    CREATE TRIGGER order_deleted AFTER DELETE ON orders
      BEGIN ${log(`${row('OLD')}, OLD.payment, NULL, OLD.status, OLD.intent_id IS NOT NULL OR OLD.payment_attempt > 1, 1`)} END;`)
}

/** The changes after `seq`. */
export const orderChanges = (db: Sqlite, seq: number): OrderChange[] =>
  db.all(
    `SELECT seq, order_id AS id, user_id AS userId, kind, base_amount AS baseAmount, late, was, becomes,
       status_was AS statusWas, begun, same, doer FROM order_log WHERE seq > ? ORDER BY seq`,
    [seq],
  ) as OrderChange[]

/** The parts of a stored order that the simulation uses. */
export type StoredOrder = {
  id: OrderId
  userId: UserId
  kind: OrderKind
  attemptId: string
  status: string
  payment: RowPayment
  baseAmount: number
  refundedAmount: number
  intentId: string | null
  payBefore: number
  userName: string
}

export const storedOrders = (db: Sqlite): StoredOrder[] =>
  db.all(
    `SELECT id, user_id AS userId, kind, attempt_id AS attemptId, status, payment, base_amount AS baseAmount,
       refunded_amount AS refundedAmount,
       intent_id AS intentId, pay_before AS payBefore, user_name AS userName FROM orders ORDER BY created_at, id`,
  ) as StoredOrder[]
