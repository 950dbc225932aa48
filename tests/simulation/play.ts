import { createHash } from 'node:crypto'
import { balanceDueOf as dueOfCar } from '#app/carpool/rules/permissions.ts'
import { readCarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { is } from '#app/group/rules/status.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { balanceDueOf as dueOfTrip } from '#app/trip/rules/permissions.ts'
import { readTripPlace } from '#app/trip/service/trips.server.ts'
import { placesOf } from './actions.ts'
import { tripsOf } from './actions-trip.ts'
import { sceneFor } from './directed.ts'
import { History, makePlan, type Plan } from './history.ts'
import { always, atRest, whenCalm } from './invariants.ts'
import { Random } from './random.ts'
import { requestsIn } from './request-log.ts'
import { sizedFor } from './sized.ts'
import { calm, STEP_WEIGHTS, STEPS, sweep } from './steps.ts'
import { closeDisputes, lastRefundsFail, makeGood } from './steps-dashboard.ts'
import type { World } from './world.ts'

export const planFor = (seed: number): Plan =>
  makePlan(seed, STEP_WEIGHTS, sizedFor(seed) ?? sceneFor(seed))

export type Outcome = {
  plan: Plan
  /** Which invariant broke, or null. */
  failure: { name: string; message: string } | null
  trace: string[]
  /** Digest of all that happened and was left behind: the same plan gives the same digest. */
  digest: string
  /** Each kind of event that happened, and how carpools ended: what the histories cover. */
  seen: Set<string>
  /** How many wishes were made, and how many of them ended in a seat. */
  wished: History['wished']
  saved: History['saved']
}

/** Plays one history from start to rest and returns which invariant it broke, if any. */
export async function play(plan: Plan): Promise<Outcome> {
  const history = new History(plan)
  let failure: Outcome['failure'] = null
  try {
    for (const { kind, seed } of plan.steps) {
      history.world.chance = new Random(seed)
      await STEPS[kind]?.run(history)
      always(history)
    }
    await endTrouble(history)
    await endWhatIsUnderWay(history)
    await whenCalm(history)
    await comeToRest(history)
    await endWhatIsUnderWay(history)
    await atRest(history)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failure = {
      name: error.name,
      message: error.name === 'Broken' ? error.message : String(error.stack),
    }
  }
  const { trace } = history.world
  const left = [
    ...history.cars(),
    ...history.trips(),
    ...history.world.orders(),
    ...requestsIn(history),
  ].map((one) => JSON.stringify(one))
  const digest = createHash('sha256')
    .update([...trace, ...left, history.now].join('\n'))
    .digest('hex')
    .slice(0, 16)
  const seen = new Set([
    ...[history.world.cars, history.world.trips].flatMap(eventsIn),
    ...history.cars().map(({ status }) => status),
    ...history.met,
  ])
  history.world.close()
  return { plan, failure, trace, digest, seen, wished: history.wished, saved: history.saved }
}

const eventsIn = (host: Pick<World['cars'], 'ids' | 'eventsOf'>): string[] =>
  host.ids().flatMap((id) => host.eventsOf(id).map(({ event }) => event.type))

/** Faults stop; pending work ends, and lost events are sent again. */
async function endTrouble(h: History): Promise<void> {
  h.world.chance = new Random(h.plan.seed)
  await calm(h)
  await h.world.advance(minutes(3))
  await Promise.all(h.loose.map((call) => h.world.during(call)))
  await closeDisputes(h)
  await lastRefundsFail(h)
  await h.world.during(h.world.bank.replay())
  // Idle objects leave memory, and every student checks the state of their places.
  for (const host of [h.world.cars, h.world.trips]) for (const id of host.ids()) host.evict(id)
  await h.world.during(everybodyLooks(h))
  for (let n = 0; n < 8; n++) {
    if (n === 4) await makeGood(h)
    await sweep(h)
    await h.world.advance(minutes(10))
  }
}

async function everybodyLooks(h: History): Promise<void> {
  for (const who of h.people) {
    for (const { participantId } of placesOf(h, who))
      await h.say(who, 'looks again', () => readCarpoolRecord(h.services, who, participantId))
    for (const { trip } of tripsOf(h, who))
      await h.say(who, 'looks at their trip again', () => readTripPlace(h.services, who, trip.id))
  }
}

/** Alarms due within this time go off before the checks, which take time themselves. */
const SOON_MS = 10_000

/**
 * Lets work finish that is under way or about to start. A write to the lists may have succeeded
 * although its response was lost. Its object does not know, and no sweep finds it, but the object's
 * alarm goes off in the end.
 */
async function endWhatIsUnderWay({ world }: History): Promise<void> {
  const busy = () =>
    [world.cars, world.trips].flatMap((host) =>
      host
        .ids()
        .filter((id) => host.outboxOf(id).length > 0 || host.alarmBy(id, SOON_MS))
        .map((id) => ({ host, id })),
    )
  // Twice at rest: a write that began just before the first check has ended by the second.
  for (let n = 0, rest = 0; n < 12 && rest < 2; n++) {
    rest = busy().length > 0 ? 0 : rest + 1
    for (const { host, id } of busy()) if (host.outboxOf(id, 'money').length === 0) host.hurry(id)
    await world.advance(SOON_MS)
  }
}

/** Every cutoff, departure, end and bank deadline passes, with the sweep that a cron calls. */
async function comeToRest(h: History): Promise<void> {
  const moments = () =>
    [...h.cars(), ...h.trips()]
      .filter(({ status }) => !is(status, 'over'))
      .flatMap((one) =>
        'carpoolAt' in one
          ? [one.cutoffAt, dueOfCar(one), one.carpoolAt, one.carpoolAt + hours(30)]
          : [one.cutoffAt, dueOfTrip(one), one.tripStartAt, one.tripEndAt],
      )
      .filter((at) => at > h.now)
      .sort((a, b) => a - b)
  for (let next = moments()[0]; next !== undefined; next = moments()[0]) {
    await h.world.advance(next - h.now)
    await settleDown(h)
  }
  await h.world.advance(hours(24 * 8))
  await settleDown(h)
  const lastBoard = Math.max(...[h.world.cars, h.world.trips].flatMap(boardsDue), h.now)
  if (lastBoard > h.now) {
    await h.world.advance(lastBoard - h.now)
    await settleDown(h)
  }
  // Text messages about a cancelled group that would have left later may wait for the morning.
  if (textsWait(h)) {
    await h.world.advance(hours(10))
    await settleDown(h)
  }
}

const boardsDue = (host: World['cars'] | World['trips']): number[] =>
  host.ids().flatMap((id) => host.boardOf(id).dueAt ?? [])

const textsWait = ({ world }: History): boolean =>
  world.d1.all("SELECT 1 FROM notices WHERE sms_state = 'waiting' LIMIT 1").length > 0

async function settleDown(h: History): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await makeGood(h)
    await sweep(h)
    await h.world.advance(minutes(5))
  }
}

/**
 * Leaves out steps as long as the same invariant stays broken. Returns the shortest outcome found.
 */
export async function shorten(broken: Outcome, tries = 300): Promise<Outcome> {
  let best = broken
  for (let size = Math.ceil(best.plan.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.plan.steps.length && tries-- > 0; ) {
      const steps = best.plan.steps.filter((_, index) => index < from || index >= from + size)
      const outcome = await play({ ...best.plan, steps })
      if (outcome.failure?.name === broken.failure?.name && sameKind(outcome, broken))
        best = outcome
      else from += size
    }
  }
  return best
}

const sameKind = (a: Outcome, b: Outcome) =>
  a.failure?.message.split(':')[0] === b.failure?.message.split(':')[0]
