import { evolve } from '#app/domain/group/evolve.ts'
import { isAssignable } from '#app/domain/group/ride.ts'
import { carOf } from '#app/domain/group/ride-state.ts'
import type { Group } from '#app/domain/group/state.ts'
import { minutes } from '#app/domain/limits.ts'
import { mayRemind } from '#app/domain/reminders.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { departureOf } from './steps-ride.ts'

/** What a message may be late by: the calls between looking at the group and sending. */
const LATE_MS = minutes(1)

type Taken = { at: number; body: string; arrived: boolean; userId: string }

/** What the provider has taken, with whom it was for. */
function takenIn({ world }: History): Taken[] {
  const users = world.d1.all('SELECT id, phone FROM users')
  return world.texter.taken.map(({ to, ...rest }) => {
    const user = users.find(({ phone }) => to === `+44${String(phone).slice(1)}`)
    if (!user) throw broken('a text message goes to a student', to)
    return { ...rest, userId: String(user.id) }
  })
}

/** A group between two of its events. */
type Span = { from: number; until: number; state: Group }

function spansOf(h: History, { id }: Group): Span[] {
  const host = h.world.cars.ids().some((one) => one === id) ? h.world.cars : h.world.trips
  const events = host.eventsOf(id)
  let state: Group | null = null
  return events.map(({ at, event }, n): Span => {
    state = evolve<Group>(state, event)
    return { from: at, until: events[n + 1]?.at ?? Number.POSITIVE_INFINITY, state }
  })
}

/** When it was sent, the place was confirmed and this was its car. */
function toldWhatIsSo(h: History, group: Group, { at, body, userId }: Taken): void {
  const travels = ({ state }: Span) =>
    isAssignable(state) &&
    state.participants.some((p) => {
      const car = carOf(state, p)
      return p.userId === userId && car !== null && body.includes(`${car.meetingPoint}”`)
    })
  const spans = spansOf(h, group).filter(({ from, until }) => from <= at && until >= at - LATE_MS)
  if (!spans.some(travels)) broken('a text message says what is the latest', `${userId}: ${body}`)
  const departureAt = departureOf(group)
  if (at >= departureAt + LATE_MS) broken('no text message after departure', body)
  if (!mayRemind(at, departureAt) && !mayRemind(at - LATE_MS, departureAt))
    broken('no text message at night', `${new Date(at).toISOString()} ${body}`)
}

/**
 * Whether a message about a car was ever claimed. While one is, nobody can tell whether it is sent:
 * a withdrawal that falls into that moment goes out, even if the first then has nothing to say.
 */
const wasClaimed = ({ world }: History, { userId }: Taken): boolean =>
  world.d1
    .all("SELECT user_id AS userId FROM notices WHERE sms_tries > 0 AND code != 'carWithdrawn'")
    .some((row) => row.userId === userId)

/** What arrived: once for each version, and a withdrawal only after news of a car. */
export function textsAsAllowed(h: History): void {
  const taken = takenIn(h)
  const groups: Group[] = [...h.cars(), ...h.trips()]
  for (const [n, one] of taken.entries()) {
    if (!one.arrived) continue
    const earlier = taken.slice(0, n).filter(({ userId }) => userId === one.userId)
    const marker = /stand (\S+)-\d+/.exec(one.body)
    if (!marker) {
      h.meet('sms: withdrawn')
      if (!earlier.some(({ body }) => body.includes('stand ')) && !wasClaimed(h, one))
        broken('a withdrawal goes to those who may have got a text message', one.userId)
      continue
    }
    h.meet(`sms: ${one.body.includes('车改了') ? 'changed' : 'assigned'}`)
    const before = earlier.filter(({ arrived }) => arrived)
    if (before.some(({ body }) => body.includes(`${marker[0]}”`)))
      broken('one text message for each place and version', `${one.userId}: ${one.body}`)
    const group = groups.find(({ id }) => id.endsWith(String(marker[1])))
    if (!group) throw broken('a text message is about a group', one.body)
    toldWhatIsSo(h, group, one)
  }
}

/** Long after the last departure no message waits, and each has been told at most once. */
export function textsAtRest(h: History): void {
  const rows = h.world.d1.all(
    'SELECT sms_state AS state, count(*) AS n FROM notices WHERE sms_state IS NOT NULL GROUP BY 1',
  )
  for (const { state } of rows) h.meet(`sms: ${state}`)
  if (rows.some(({ state }) => state === 'waiting'))
    broken('no text message waits for ever', JSON.stringify(rows))
}
