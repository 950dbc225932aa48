import { readdirSync, readFileSync } from 'node:fs'
import { loader } from '#app/api/api.route.ts'
import { CarpoolObject } from '#app/carpool/object/carpool.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { UserId } from '#app/kernel/id.ts'
import { PATIENCE_MS } from '#app/kernel/limits.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Env } from '#app/platform/env.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import { createResources } from '#app/server/resources.server.ts'
import { TripObject } from '#app/trip/object/trip.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { type Db, openDb } from '#db/db.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { createWorker, type HandlePage } from '#workers/app.server.ts'
import { Airline } from './airline.ts'
import { Bank } from './bank.ts'
import { d1For } from './d1.ts'
import { drawFrom } from './globals.ts'
import { GroupHost } from './group-host.ts'
import type { Build } from './host.ts'
import { Life } from './life.ts'
import { Network } from './network.ts'
import {
  as,
  keepOrderLog,
  type OrderChange,
  orderChanges,
  type StoredOrder,
  storedOrders,
} from './order-log.ts'
import { Random } from './random.ts'
import { Scheduler } from './scheduler.ts'
import { Sqlite } from './sql.ts'
import { Texter } from './texter.ts'

const KEYS = {
  PEPPER: 'p'.repeat(40),
  STRIPE_SECRET_KEY: 'sk_test_standinsimulation',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standinsimulation',
  STRIPE_WEBHOOK_SECRET: 'whsec_standinsimulation',
  TWILIO_ACCOUNT_SID: 'ACstandin',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+447700900000',
  RESEND_API_KEY: 'standin',
  EMAIL_FROM: 'hello@example.org',
  SITE_URL: 'https://example.org',
  FLIGHT_STATUS_KEY: 'standin',
  TURNSTILE_SITE_KEY: 'standin',
  TURNSTILE_SECRET_KEY: 'standin',
  ENVIRONMENT: 'development',
  STRIPE_JS_URL: '/__dev/stripe/stripe.js',
}
/** What faults throw is an Error, a DOMException or an error of Stripe's client. */
const MISTAKE = /\b(?:TypeError|ReferenceError|SyntaxError|RangeError): /
const silent: Log = { info() {}, warn() {}, error() {} }
const migrations = new URL('../../db/migrations/', import.meta.url)
/** Only the API's route: no page is opened here. */
const answerCall: HandlePage = (request, context) => loader({ request, context, params: {} })
const DEV_CLOCK = { getByName: () => ({ read: async () => 0 }) }

/** One database for all histories of this process: it is emptied, not recreated. */
let database: { db: Sqlite; tables: string[] } | undefined

function emptyDatabase(): Sqlite {
  if (!database) {
    const db = new Sqlite()
    const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
    for (const name of files.sort()) db.script(readFileSync(new URL(name, migrations), 'utf8'))
    const tables = db
      .all("SELECT name FROM sqlite_master WHERE type = 'table'")
      .map((row) => String(row.name))
    keepOrderLog(db)
    database = { db, tables }
  }
  const { db, tables } = database
  db.script('PRAGMA foreign_keys = OFF')
  emptyAuditLog(db)
  for (const table of tables) db.script(`DELETE FROM ${table}`)
  db.script('DELETE FROM order_log')
  db.script(`PRAGMA foreign_keys = ON; ${referenceStatements().join(' ')}`)
  return db
}

/** The audit log refuses to be emptied, so its protection is removed for a moment. */
function emptyAuditLog(db: Sqlite): void {
  if (db.all('SELECT 1 AS one FROM audit_log LIMIT 1').length === 0) return
  const keeps = db.all(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'",
  )
  for (const { name } of keeps) db.script(`DROP TRIGGER ${name}`)
  db.script('DELETE FROM audit_log')
  for (const { sql } of keeps) db.script(String(sql))
}

export type Services = ReturnType<typeof createResources>
/** A worker in memory, with the services used by pages and calls. */
type Worker = { life: Life; services: Services; app: ReturnType<typeof createWorker>; env: Env }

/**
 * The whole product on our simulated platform: real objects, real services, the real worker shell
 * for webhooks, the stand-in for Stripe. All randomness comes from one seed.
 */
export class World {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly cars: GroupHost<CarpoolState>
  readonly trips: GroupHost<TripState>
  readonly bank: Bank
  readonly texter: Texter
  readonly airline: Airline
  readonly d1: Sqlite
  /** What the invariants read: they wait for a slow answer. */
  readonly reads: Db
  readonly trace: string[] = []
  /**
   * Failures that no platform fault explains: they look like an outage, and hide what they break.
   */
  readonly mistakes: string[] = []
  readonly clock: Clock
  /**
   * The random source of the current step; each step has its own, so that leaving one out changes
   * little else.
   */
  chance: Random
  readonly #start: number
  #worker: Worker | null = null
  #orderSeq = 0

  constructor(seed: number, start: number) {
    this.chance = new Random(seed)
    this.#start = start
    this.scheduler = new Scheduler(start)
    drawFrom(
      { scheduler: this.scheduler, chance: new Random(seed ^ 0x5bd1e995) },
      (level, line) => {
        if (level === 'error') this.note(`log: ${errorIn(line)}`)
      },
    )
    this.clock = { now: () => this.scheduler.now, systemTime: (instant) => instant }
    this.network = new Network(this.scheduler, () => this.chance)
    this.d1 = emptyDatabase()
    this.reads = openDb(d1For(new Life(), this.d1, this.network), async (work) => work())
    const host = <S extends Group>(Kind: typeof CarpoolObject | typeof TripObject) => {
      const build: Build = (_name, context, life) =>
        new Kind(context, this.#envFor(life), this.#runtimeFor(life))
      return new GroupHost<S>(this.network, build, (what) => this.note(what))
    }
    this.cars = host<CarpoolState>(CarpoolObject)
    this.trips = host<TripState>(TripObject)
    this.bank = new Bank(this.network, { ...KEYS, DEV_CLOCK } as never, {
      publishable: KEYS.STRIPE_PUBLISHABLE_KEY,
      secret: KEYS.STRIPE_SECRET_KEY,
    })
    this.bank.deliverTo((request) => this.#webhook(request))
    this.texter = new Texter(this.network)
    this.airline = new Airline(this.scheduler, seed)
    for (const name of ['rideSms', 'alipay', 'wechatPay'])
      this.d1.all('INSERT INTO settings (key, value, updated_at) VALUES (?, ?, 0)', [name, '1'])
  }

  note(what: string): void {
    const ms = this.scheduler.now - this.#start
    this.trace.push(`${new Date(ms).toISOString().slice(8, 23)} ${what}`)
    if (MISTAKE.test(what)) this.mistakes.push(what)
  }

  /** The worker in memory; a new one if the last was stopped. */
  get worker(): Worker {
    if (!this.#worker) {
      const life = new Life()
      const env = this.#envFor(life)
      const runtime = this.#runtimeFor(life)
      const services = createResources(env, runtime, silent)
      this.#worker = { life, env, services, app: createWorker(() => runtime, answerCall) }
    }
    return this.#worker
  }

  /** Kills every request in progress, as when a new version is deployed. */
  stopWorker(): void {
    this.#worker?.life.end()
    this.#worker = null
  }

  /**
   * Runs the world until `work` resolves; after `ms` its caller gives up, and it continues on its
   * own.
   */
  async during<T>(work: Promise<T>, ms = 90_000): Promise<T | 'gaveUp'> {
    let answer: { value: T } | { error: unknown } | null = null
    work.then(
      (value) => {
        answer = { value }
      },
      (error: unknown) => {
        answer = { error }
      },
    )
    await this.scheduler.run(this.scheduler.now + ms, () => answer !== null)
    const said = answer as { value: T } | { error: unknown } | null
    if (!said) return 'gaveUp'
    if ('error' in said) throw said.error
    return said.value
  }

  advance(ms: number): Promise<boolean> {
    return this.scheduler.run(this.scheduler.now + ms)
  }

  /** The orders as currently stored, oldest first. */
  orders(): StoredOrder[] {
    return storedOrders(this.d1)
  }
  /** The order changes since the last call. */
  newOrderChanges(): OrderChange[] {
    const changes = orderChanges(this.d1, this.#orderSeq)
    this.#orderSeq = changes.at(-1)?.seq ?? this.#orderSeq
    return changes
  }

  addUser(id: UserId, member: boolean, points: number): void {
    this.d1.all(
      `INSERT INTO users (id, phone, email, email_key, name, wechat, password_hash, account_type, auth, created_at, updated_at)
       VALUES (?, ?, ?, ?, '学生', 'student', '', ?, ?, 0, 0)`,
      [id, this.#newPhone(), id, id, member ? 'MEMBER' : 'NORMAL', member ? 'APPROVED' : null],
    )
    if (points > 0) this.givePoints(id, points, 'first')
  }
  #newPhone(): string {
    const [row] = this.d1.all('SELECT count(*) AS n FROM users')
    return `073${String(row?.n).padStart(8, '0')}`
  }
  /** Makes the student a member and adds points. */
  makeMember(id: UserId, points: number): void {
    this.d1.all("UPDATE users SET account_type = 'MEMBER', auth = 'APPROVED' WHERE id = ?", [id])
    this.givePoints(id, points, 'second')
  }
  givePoints(id: UserId, points: number, gift: string): void {
    this.d1.all(
      "INSERT INTO points_ledger (id, user_id, operation_id, points, kind, description, created_at) VALUES (?, ?, ?, ?, 'allocated', '', 0)",
      [`pts_${id}_${gift}`, id, `gift:${id}:${gift}`, points],
    )
  }

  close(): void {
    this.cars.close()
    this.trips.close()
    this.bank.close()
  }

  async #webhook(request: Request): Promise<Response> {
    const { life, app, env } = this.worker
    const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined }
    const answer = this.network.send(life, () =>
      as('webhook', () => app.fetch(request, env, execution as unknown as ExecutionContext)),
    )
    const late = new Promise<never>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true }),
    )
    return Promise.race([life.promised(answer), late])
  }

  #envFor(life: Life): Env {
    const DB = d1For(life, this.d1, this.network)
    const objects = { CARPOOL: this.cars.bindingFor(life), TRIP: this.trips.bindingFor(life) }
    const calls = { FLIGHT_STATUS_CALLS: String(this.airline.calls) }
    return { ...KEYS, ...calls, DB, ...objects } as unknown as Env
  }

  #runtimeFor(life: Life): Runtime {
    const [toBank, toTexter] = [this.bank.fetchFor(life), this.texter.fetchFor(life)]
    const toAirline: typeof fetch = (input) => life.ask(() => this.airline.fetch(input))
    return {
      clock: this.clock,
      fetch: (input, init) => {
        const url = String(input)
        if (url.startsWith('https://api.twilio.com/')) return toTexter(input, init)
        // Emails arrive; what they say is checked elsewhere.
        if (url.startsWith('https://api.resend.com/'))
          return life.ask(async () => Response.json({}))
        return url.startsWith('https://aerodatabox.') ? toAirline(input) : toBank(input, init)
      },
      rateLimits: false,
      patienceMs: PATIENCE_MS,
      readGapMs: 0,
      visitorPagesMs: 0,
    }
  }
}

function errorIn(line: string): string {
  const { message, error } = JSON.parse(line) as { message: string; error?: string }
  return `${message}: ${error ?? ''}`
}
