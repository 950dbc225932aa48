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
  payment_method: Stripe.PaymentMethod
  customer: Stripe.Customer
  event: StoredEvent
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Objects
export type AnyObject = Objects[Kind]

/**
 * Which objects to list, newest first. `where` compares fields of the object; `created` is in
 * seconds.
 */
export type Listing = {
  limit: number
  startingAfter: string | null
  endingBefore: string | null
  where: Record<string, string | null>
  createdFrom?: number | null
  createdTo?: number | null
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

  /** Deletes everything. */
  clear(): void {
    this.sql.exec('DELETE FROM objects')
    this.sql.exec('DELETE FROM notes')
  }

  /** A page of objects, newest first, and whether more follow in the direction asked for. */
  list<K extends Kind>(kind: K, listing: Listing): { data: Objects[K][]; hasMore: boolean } {
    const conditions = ['kind = ?']
    const values: (string | number)[] = [kind]
    for (const [field, value] of Object.entries(listing.where))
      if (value !== null) {
        conditions.push(`json_extract(json, '$.' || ?) = ?`)
        values.push(field, value)
      }
    for (const [comparison, value] of [
      ['>=', listing.createdFrom],
      ['<=', listing.createdTo],
    ] as const)
      if (typeof value === 'number') {
        conditions.push(`created ${comparison} ?`)
        values.push(value)
      }
    const cursor = listing.startingAfter ?? listing.endingBefore
    if (cursor !== null) {
      conditions.push(
        `seq ${listing.startingAfter ? '<' : '>'} (SELECT seq FROM objects WHERE id = ?)`,
      )
      values.push(cursor)
    }
    const backwards = !listing.startingAfter && listing.endingBefore !== null
    const order = backwards ? 'ASC' : 'DESC'
    const query = `SELECT json FROM objects WHERE ${conditions.join(' AND ')} ORDER BY seq ${order} LIMIT ?`
    const rows = this.sql.exec<{ json: string }>(query, ...values, listing.limit + 1).toArray()
    const data = rows.slice(0, listing.limit).map((row) => JSON.parse(row.json) as Objects[K])
    return { data: backwards ? data.reverse() : data, hasMore: rows.length > listing.limit }
  }

  /** Data about an object that the stand-in needs but the API does not show. */
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
