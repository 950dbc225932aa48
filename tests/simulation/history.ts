import type { CarpoolState } from '#app/carpool/rules/state.ts'
import type { CarpoolDraft } from '#app/carpool/service/carpools.server.ts'
import type { Place } from '#app/group/rules/state.ts'
import type { OrderId, RequestId, TripId, UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import type { RequestStage } from '#app/requests/rules/request.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import type { TripDraft } from '#app/trip/service/trips.server.ts'
import type { OrderChange } from './order-log.ts'
import { Random } from './random.ts'
import { World } from './world.ts'

export type StepPlan = { kind: string; seed: number }
/** A whole history, planned before it begins, so that steps can be left out of it. */
export type Plan = { seed: number; start: number; people: number; about: About; steps: StepPlan[] }
/** What the students mostly do; so that a short history gets far with something. */
export type About = 'cars' | 'trips' | 'both'

/** What one student's browser knows: nothing but the responses it has had. */
export type Person = {
  id: UserId
  drafts: Map<string, CarpoolDraft>
  /** Secrets of payments the student has received, newest last, and the place each one pays for. */
  secrets: Map<string, string>
  /** For payments of orders: the secret, and the order it pays for. */
  orderSecrets: Map<string, OrderId>
  /** The same for money that was asked for. */
  requestSecrets: Map<string, RequestId>
  tripDrafts: Map<string, TripDraft>
  /** For payments of places on trips: the secret, and the trip. */
  tripSecrets: Map<string, TripId>
}

/**
 * Reported to a student and therefore permanent: the seat is confirmed, the place is left, the
 * balance is paid.
 */
export type Promised = { participantId: string; what: 'confirmed' | 'left' | 'paid' }

/** The same for an order: it stands for good, or is gone for good. */
type OrderPromise = { id: OrderId; what: 'stands' | 'deleted' }
/** The same for money that was asked for: how it ended. */
type RequestPromise = { id: RequestId; what: 'paid' | 'void' | 'outside' }

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay']
/** As many as asked: after the six, further ones without a name. */
const namesOf = (people: number) => Array.from({ length: people }, (_, n) => NAMES[n] ?? `one${n}`)
/** An ordinary week, and just before both of London's clock changes. */
const STARTS = ['2026-11-21T10:00Z', '2026-10-19T09:30Z', '2027-03-22T22:15Z', '2026-12-27T23:50Z']

const ABOUT: Record<About, number> = { cars: 63, trips: 30, both: 7 }
/** The moments most histories pass, in order, and at what fraction of the history. */
const MOMENTS = {
  cars: { cutoff: 0.4, departure: 0.75 },
  trips: { tripCutoff: 0.55, tripEnd: 0.85 },
  both: { cutoff: 0.4, tripCutoff: 0.55, departure: 0.75, tripEnd: 0.85 },
}

/** How a history begins, if not at random. */
type Beginning = { name: string; about: About; people?: number }

/**
 * A history for one seed: random steps of the given kinds, mostly with a cutoff and a departure
 * among them.
 */
export function makePlan(
  seed: number,
  kindsFor: Record<About, Record<string, number>>,
  scene?: Beginning,
): Plan {
  const chance = new Random(seed)
  const start = Date.parse(chance.pick(STARTS)) + chance.int(0, hours(40))
  const people = scene?.people ?? chance.int(3, NAMES.length)
  const about = scene?.about ?? chance.weighted(ABOUT)
  const kinds = kindsFor[about]
  const length = scene?.people ? 2 : scene ? chance.int(5, 15) : chance.int(10, 30)
  const drawn = Array.from({ length }, () => chance.weighted(kinds))
  const insert = (at: number, kind: string) => drawn.splice(Math.floor(drawn.length * at), 0, kind)
  if (about !== 'trips' && chance.chance(0.4)) insert(0, 'price')
  for (const [kind, at] of Object.entries(MOMENTS[about]).reverse())
    if (chance.chance(0.8)) insert(at, kind)
  if (scene) insert(0, scene.name)
  return { seed, start, people, about, steps: drawn.map((kind) => ({ kind, seed: chance.seed() })) }
}

const knowNothing = () => ({
  drafts: new Map(),
  secrets: new Map(),
  orderSecrets: new Map(),
  requestSecrets: new Map(),
  tripDrafts: new Map(),
  tripSecrets: new Map(),
})

/** One history as it happens: the world and what its people know. */
export class History {
  readonly plan: Plan
  readonly world: World
  readonly people: Person[]
  /** Calls that no client waits for. */
  readonly loose: Promise<unknown>[] = []
  readonly promised: Promised[] = []
  /** Payments whose secret a client has received. */
  readonly payable = new Set<string>()
  readonly orderPromises: OrderPromise[] = []
  readonly requestPromises: RequestPromise[] = []
  /** Each request as it was last seen. */
  readonly requestsSeen = new Map<RequestId, RequestStage>()
  /** Every order that ever existed, as of its last change. */
  readonly ordersEver = new Map<OrderId, OrderChange>()
  /** Orders whose money was moved in the provider's dashboard. */
  readonly byHand = new Set<OrderId>()
  /** Orders whose lost dispute was decided for us after all. */
  readonly reversed = new Set<OrderId>()
  /** Payments whose money was moved in the dashboard or by the bank. */
  readonly outside = new Set<string>()
  /** What a student has seen of another's order, or of money asked of another. */
  readonly stolen: string[] = []
  /** Each trip as it was last seen, and the number of its last event then. */
  readonly tripsSeen = new Map<string, { writes: number; seq: number; state: TripState | null }>()
  /** When each wish was first known to be made; in the end, how many ended in a seat. */
  readonly wishes = new Map<string, number>()
  wished = { made: 0, seated: 0 }
  /** Cars that were not full at their cutoff: how many went with fewer, and how many failed. */
  saved = { went: 0, failed: 0 }
  /** Outcomes this history has reached. */
  readonly met: string[] = []

  constructor(plan: Plan) {
    this.plan = plan
    this.world = new World(plan.seed, plan.start)
    const chance = this.world.chance
    this.people = namesOf(plan.people).map((name) => {
      const id: UserId = `usr_${name}`
      const member = chance.chance(0.5)
      this.world.addUser(id, member, chance.chance(0.7) ? chance.int(1, 6000) : 0)
      return { id, ...knowNothing() }
    })
  }

  get chance(): Random {
    return this.world.chance
  }
  get services() {
    return this.world.worker.services
  }
  get now(): number {
    return this.world.scheduler.now
  }

  /** The carpools as currently stored, in order of creation. */
  cars(): CarpoolState[] {
    return this.world.cars.states()
  }
  /** The trips likewise. */
  trips(): TripState[] {
    return this.world.trips.states()
  }
  /** A place in a carpool or on a trip. */
  place(participantId: string): Place | null {
    for (const { participants } of [...this.cars(), ...this.trips()]) {
      const place = participants.find((p) => p.id === participantId)
      if (place) return place
    }
    return null
  }

  meet(outcome: string): void {
    this.met.push(outcome)
  }

  /** One call by a client. The result is noted; a refusal or an error is not a failure here. */
  async say<T>(who: Person, what: string, call: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await call()
      this.world.note(`${who.id.slice(4)} ${what} → ${summary(answer)}`)
      return answer
    } catch (error) {
      this.world.note(`${who.id.slice(4)} ${what} ✗ ${String(error).slice(0, 120)}`)
      return null
    }
  }
}

/** The value of a successful result, or null. */
export const okOf = <T>(answer: Result<T> | null): T | null => (answer?.ok ? answer.value : null)

function summary(answer: unknown): string {
  if (answer === null || typeof answer !== 'object') return String(answer)
  if ('ok' in answer && 'error' in answer) return (answer.error as { code: string }).code
  return 'ok'
}
