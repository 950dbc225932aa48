import type Stripe from 'stripe'

/**
 * Stripe's event without the union of all its types: the stand-in builds events from a name and an
 * object.
 */
export type StoredEvent = Omit<Stripe.EventBase, 'type' | 'data'> & {
  type: string
  data: { object: unknown }
}

export type Objects = {
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  payout: Stripe.Payout
  payment_method: Stripe.PaymentMethod
  customer: Stripe.Customer
  event: StoredEvent
}
export type Kind = keyof Objects
export type AnyObject = Objects[Kind]

/** A page of a list; creation times are in seconds. */
export type Page = {
  limit?: number
  startingAfter?: string | null
  createdFrom?: number | null
  createdBefore?: number | null
  /** Only these. */
  ids?: readonly string[] | null
}

/** The stand-in's objects in its own SQLite, each as the JSON that the API returns. */
export class Store {
  readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS objects (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL, created INTEGER NOT NULL, json TEXT NOT NULL)`)
    sql.exec('CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq)')
    sql.exec('CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, json TEXT NOT NULL)')
    sql.exec(
      'CREATE TABLE IF NOT EXISTS holds (charge_id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL)',
    )
  }

  find<K extends Kind>(kind: K, id: string): Objects[K] | null {
    const row = this.sql
      .exec<{ json: string }>('SELECT json FROM objects WHERE kind = ? AND id = ?', kind, id)
      .toArray()[0]
    return row ? (JSON.parse(row.json) as Objects[K]) : null
  }

  /** Stores an object's current state; its position in lists stays that of its first write. */
  put<T extends AnyObject>(object: T): T {
    const json = JSON.stringify(object)
    this.sql.exec(
      'INSERT INTO objects (id, kind, created, json) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
      object.id,
      object.object,
      object.created,
      json,
    )
    return object
  }

  remove(id: string): void {
    this.sql.exec('DELETE FROM objects WHERE id = ?', id)
  }

  /** Objects with these fields, newest first, and whether more follow. */
  list<K extends Kind>(
    kind: K,
    where: Record<string, string | null> = {},
    page: Page = {},
  ): { data: Objects[K][]; hasMore: boolean } {
    const { limit = 100, startingAfter = null, createdFrom = null, createdBefore = null } = page
    const conditions = ['kind = ?']
    const values: (string | number)[] = [kind]
    const add = (condition: string, ...given: (string | number | null)[]) => {
      if (given.some((value) => value === null)) return
      conditions.push(condition)
      values.push(...(given as (string | number)[]))
    }
    for (const [field, value] of Object.entries(where))
      add(`json_extract(json, '$.' || ?) = ?`, field, value)
    add('created >= ?', createdFrom)
    add('created < ?', createdBefore)
    const ids = page.ids ? JSON.stringify(page.ids) : null
    add('id IN (SELECT value FROM json_each(?))', ids)
    add('seq < (SELECT seq FROM objects WHERE id = ?)', startingAfter)
    const query = `SELECT json FROM objects WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT ?`
    const rows = this.sql.exec<{ json: string }>(query, ...values, limit + 1).toArray()
    const data = rows.slice(0, limit).map((row) => JSON.parse(row.json) as Objects[K])
    return { data, hasMore: rows.length > limit }
  }

  /** Data about an object that the stand-in needs but the API does not return. */
  note<T>(id: string): T | null {
    const row = this.sql
      .exec<{ json: string }>('SELECT json FROM notes WHERE id = ?', id)
      .toArray()[0]
    return row ? (JSON.parse(row.json) as T) : null
  }

  putNote(id: string, note: unknown): void {
    this.sql.exec(
      'INSERT INTO notes (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
      id,
      JSON.stringify(note),
    )
  }
}
