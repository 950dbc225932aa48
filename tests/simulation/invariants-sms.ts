import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { carOf } from '#app/features/ride/rules/ride-state.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import type { Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { DRIVE_UNTIL_MS, hours, minutes } from '#app/kernel/limits.ts'
import { NOTICES, type NoticeCode } from '#app/notices/rules/notices.ts'
import { type Deadline, deadlineOf } from '#app/reminders/rules/deadline.ts'
import { mayRemind } from '#app/reminders/rules/reminders.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { departureOf } from './steps-ride.ts'

/** What a message may be late by: the calls between looking at the group and sending. */
const LATE_MS = minutes(1)
/** The most that a message about a deadline comes before it. */
const BROUGHT_FORWARD_MS = hours(14)

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
    is(state.status, 'together') &&
    state.participants.some((p) => {
      const car = carOf(state, p)
      return p.userId === userId && car !== null && body.includes(`${car.meetingPoint}”`)
    })
  const spans = spansOf(h, group).filter(({ from, until }) => from <= at && until >= at - LATE_MS)
  if (!spans.some(travels)) broken('a text message says what is the latest', `${userId}: ${body}`)
  const departureAt = departureOf(group)
  // Of a withdrawal for as long as another car may come; of a car until it meets its passengers.
  if (at >= departureAt + DRIVE_UNTIL_MS + LATE_MS) broken('no text message after a ride', body)
  const isEarly = at < departureAt
  if (isEarly && !mayRemind(at, departureAt) && !mayRemind(at - LATE_MS, departureAt))
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

/** A message about a deadline: the student had one, near enough, and no more than notices. */
function deadlineAsAllowed(h: History, { at, body, userId }: Taken, earlier: Taken[]): void {
  const near = [...h.cars(), ...h.trips()].flatMap((group) =>
    spansOf(h, group)
      .filter(({ from, until }) => from <= at && until >= at - LATE_MS)
      .flatMap(({ state }) =>
        state.participants
          .filter((p) => p.userId === userId)
          .map((p) => deadlineOf(state as CarpoolState | TripState, p.id, at - LATE_MS)),
      ),
  )
  const isNear = (one: Deadline | null) => one !== null && one.by - at <= BROUGHT_FORWARD_MS
  const deadline = near.find(isNear)
  if (!deadline)
    throw broken('a text message is about a deadline that is near', `${userId}: ${body}`)
  h.meet(`sms: deadline ${deadline.toDo}`)
  const asked = h.world.d1.all(
    `SELECT count(*) AS n FROM notices WHERE user_id = '${userId}' AND sms_tries > 0 AND code NOT LIKE 'car%'`,
  )
  const before = earlier.filter((one) => one.arrived && isOfDeadline(one))
  if (before.length >= Number(asked[0]?.n))
    broken('one text message for each deadline', `${userId}: ${body}`)
}
const isOfDeadline = ({ body }: Taken): boolean => body.includes('登录后在“我的行程”')

/** At most two about one group, and one about what has to be done with a place. */
function fewAboutDeadlines({ world }: History): void {
  const rows = world.d1.all(`SELECT user_id, code, params ->> 'participantId' AS place,
    coalesce(params ->> 'carpoolId', params ->> 'tripId') AS about FROM notices
    WHERE sms_state IN ('claimed', 'sent', 'failed') AND code NOT LIKE 'car%'`)
  const count = (key: (row: (typeof rows)[number]) => string, max: number, what: string) => {
    const seen = new Map<string, number>()
    for (const row of rows) seen.set(key(row), (seen.get(key(row)) ?? 0) + 1)
    for (const [of, n] of seen) if (n > max) broken(what, `${of}: ${n}`)
  }
  count((row) => `${row.user_id} ${row.about}`, 2, 'two text messages about a group at most')
  count(
    (row) => `${row.place} ${NOTICES[row.code as NoticeCode].text}`,
    1,
    'one text message for each deadline',
  )
}

/** What arrived: once for each version, and a withdrawal only after news of a car. */
export function textsAsAllowed(h: History): void {
  const taken = takenIn(h)
  const groups: Group[] = [...h.cars(), ...h.trips()]
  for (const [n, one] of taken.entries()) {
    if (!one.arrived) continue
    const earlier = taken.slice(0, n).filter(({ userId }) => userId === one.userId)
    if (isOfDeadline(one)) {
      deadlineAsAllowed(h, one, earlier)
      continue
    }
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
  fewAboutDeadlines(h)
  if (rows.some(({ state }) => state === 'waiting'))
    broken('no text message waits for ever', JSON.stringify(rows))
}
