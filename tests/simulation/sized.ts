import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import { openDay } from '#app/features/ride/service/day-sheet.server.ts'
import { freeSeats } from '#app/group/rules/state.ts'
import { hours, minutes, RIDE_REMINDER_MS, WAITLIST_MAX } from '#app/kernel/limits.ts'
import { londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { sweepEmails } from '#app/notices/service/notice-emails.server.ts'
// Loaded beforehand: reading a file takes real time, of which a history has none.
import { remind } from '#app/server/sweep.server.ts'
import { payNewest } from './actions.ts'
import { beginBalanceOf, confirmDue } from './actions-after.ts'
import { depositIntent, newDraft, waitIn } from './actions-join.ts'
import { holdOn, payBalanceOn, payDeposit } from './actions-trip.ts'
import { broken } from './broken.ts'
import { carWith, holds, mineIn, stateOf } from './directed-cars.ts'
import type { About, History, Person } from './history.ts'
import { dispatch, sendTexts } from './steps-ride.ts'
import { moveTo, openTrip } from './steps-trip.ts'
import { tellWishes, wishFor } from './steps-wish.ts'

/** People, and with them notices, emails and more: beyond what a statement binds. */
const BEYOND = 101
/** So many that there are enough even if one car in three fails. */
const MANY = 180
/** Wishes of one night, of which a few meet a fault. */
const WISHES = 130
/** A car's people. */
const IN_CAR = 4

const count = (h: History, where: string): number =>
  Number(h.world.d1.all(`SELECT count(*) AS n FROM ${where}`)[0]?.n)
const groupsOf = (h: History, places: string): number =>
  Number(h.world.d1.all(`SELECT count(DISTINCT group_id) AS n FROM ${places}`)[0]?.n)
function expectMany(h: History, what: string, where: string, least = BEYOND): void {
  const n = count(h, where)
  if (n < least) broken('everybody is reached', `${what}: ${n} of ${least}`)
  h.meet(`sized: ${what}`)
}

/** In groups of that many, one after the other. */
async function inGroups(h: History, people: Person[], does: (who: Person) => Promise<unknown>) {
  for (let from = 0; from < people.length; from += 10)
    await h.world.during(Promise.all(people.slice(from, from + 10).map(does)))
}

/** What the cron does about notices, for a few minutes. */
async function remindAndSend(h: History): Promise<void> {
  const { services } = h.world.worker
  for (let n = 0; n < 4; n++) {
    await h.world.during(remind(services))
    await h.world.during(sweepEmails(services))
    await sendTexts(h)
    await h.world.advance(minutes(1))
  }
}
const haveAddresses = (h: History) => h.world.d1.all('UPDATE users SET email_confirmed_at = 1')
/** By night text messages wait for the morning. */
const DUE = { email: 'created_at', sms: 'sms_at' }
/** Goes on until none of these waits; what has failed is left alone for a while. */
async function sendAll(h: History, ...kinds: (keyof typeof DUE)[]): Promise<void> {
  const left = () =>
    kinds.flatMap((kind) => {
      const n = count(h, `notices WHERE ${kind}_state = 'waiting' AND ${DUE[kind]} < ${h.now - 1}`)
      return n > 0 ? [`${n} ${kind} wait`] : []
    })
  await remindAndSend(h)
  for (let n = 0; n < 4 && left().length > 0; n++) {
    await h.world.advance(minutes(17))
    await remindAndSend(h)
  }
  for (const what of left()) broken('everybody is reached', what)
}

/** One night everybody wishes for the same; in the morning a car opens, and has a waitlist. */
async function manyWishes(h: History) {
  haveAddresses(h)
  await moveTo(h, startOfLondonDay(londonDay(h.now + hours(24))) - minutes(30))
  const draw = newDraft(h, 8)
  const like = { ...draw, carpoolAt: startOfLondonDay(londonDay(draw.carpoolAt)) + hours(14) }
  for (const who of h.people.slice(0, WISHES)) await wishFor(h, who, like, 1)
  await moveTo(h, h.now + hours(8.6))
  await tellWishes(h)
  expectMany(h, 'wishes that meet', "notices WHERE code = 'wishesMeet'")
  const scene = await carWith(h, IN_CAR, IN_CAR - 1, {
    form: {
      ...like,
      flightTime: like.carpoolAt + (like.tripType === 'PICKUP' ? -1 : 1) * hours(2),
    },
  })
  const car = scene && stateOf(h, scene)
  // A fault may have left somebody with one seat more.
  if (!scene || !car || freeSeats(car) === 0) return
  for (let n = 0; n < 4; n++) {
    await tellWishes(h)
    await h.world.advance(minutes(2))
  }
  expectMany(h, 'cars found', "notices WHERE code = 'carFound'")
  const last = await holds(h, scene)
  const full = stateOf(h, scene)
  // A fault may also have left one seat more free, and nobody waits for that.
  if (!full || freeSeats(full) > 0) return
  const waiting = scene.others.slice(0, WAITLIST_MAX * 2)
  await inGroups(h, waiting, (who) => waitIn(h, who, scene.id, 1))
  expectMany(h, 'waits', 'waits', WAITLIST_MAX)
  await sendAll(h, 'email')
  if (!last || !mineIn(h, last, scene)) return
  await h.world.during(depositIntent(h, last))
  await h.world.during(payNewest(h, last, 'pm_card_visa'))
}

/** Cars of one day, all full and with drivers. */
async function manyCars(h: History) {
  haveAddresses(h)
  const draw = newDraft(h, 6)
  const carpoolAt = startOfLondonDay(londonDay(draw.carpoolAt)) + hours(14)
  const form = { ...draw, tripType: 'PICKUP' as const, carpoolAt, flightTime: carpoolAt - hours(2) }
  const places = "participants WHERE seat = 'taken' AND ride IS NOT NULL"
  for (let from = 0; from < MANY && count(h, places) < BEYOND; from += IN_CAR) {
    const people = h.people.slice(from, from + IN_CAR)
    const scene = await carWith(h, IN_CAR, IN_CAR, { people, form })
    const car = scene && stateOf(h, scene)
    if (!car) continue
    await h.world.during(dispatch(h, car, rideOf(car).version, false))
    await inGroups(h, scene.riders, async (who) => {
      const mine = mineIn(h, who, scene)
      if (!mine) return
      await beginBalanceOf(h, who, mine.id, 0)
      await payNewest(h, who, 'pm_card_visa')
      await confirmDue(h, who)
    })
  }
  expectMany(h, 'places with a driver', places)
  await h.world.advance(minutes(11))
  await sendAll(h, 'email', 'sms')

  const sheet = await h.world.during(
    openDay(h.world.worker.services, 'adm_one', londonDay(carpoolAt)),
  )
  const cars = sheet === 'gaveUp' ? 0 : sheet.length
  if (cars < groupsOf(h, places)) broken('a day has all its cars', `${cars}`)
  await moveTo(h, carpoolAt - RIDE_REMINDER_MS + minutes(1))
  await remindAndSend(h)
  // Longer than what has failed is left alone.
  await h.world.advance(minutes(17))
  await remindAndSend(h)
  // Places with an unpaid balance have been released by now.
  const riding = count(h, places)
  expectMany(h, 'rides reminded of', "notices WHERE code = 'rideSoon'", riding)
}

/** A trip of the most people it may have. */
async function manyOnATrip(h: History) {
  haveAddresses(h)
  const [creator, ...others] = h.people
  const trip = creator && (await openTrip(h, creator, 2, 100, 3000))
  if (!trip) return
  await inGroups(h, others.slice(0, 99), async (who) => {
    await holdOn(h, who, trip, 1)
    await payDeposit(h, who, trip.id, 'pm_card_visa')
  })
  await h.world.advance(minutes(3))
  // Some are still at the bank.
  expectMany(h, 'places on a trip', "participants WHERE seat = 'taken'", 80)
  // One more than there are seats.
  const [late] = others.slice(99)
  if (late) await h.world.during(holdOn(h, late, trip, 1))
  await moveTo(h, trip.cutoffAt + minutes(1))
  await remindAndSend(h)
  await inGroups(h, others.slice(0, 60), (who) => payBalanceOn(h, who, trip.id, 'pm_card_visa'))
  await sendAll(h, 'email')
}

type Sized = { name: string; about: About; people: number; run(h: History): Promise<unknown> }
const sized = (about: About, scenes: Record<string, Sized['run']>): Sized[] =>
  Object.entries(scenes).map(([name, run]) => ({ name: `sized:${name}`, about, people: MANY, run }))
export const SIZED = [
  ...sized('cars', { manyWishes, manyCars }),
  ...sized('trips', { manyOnATrip }),
]

/** One history out of so many has a size. */
const EVERY = 125
/** The scene of a history with a size, in rotation; undefined: it has none. */
export const sizedFor = (seed: number): Sized | undefined =>
  seed % EVERY === 0 ? SIZED[(seed / EVERY) % SIZED.length] : undefined
