import { describe, expect, test } from 'vitest'
import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { expiryOf, isInTime, meetingOf, planNews, windowOf, wishTellFrom } from './wish.ts'

/** The days in 2027 when London changes its clocks. */
const [SPRING, AUTUMN] = ['2027-03-28', '2027-10-31']
const at = (iso: string): Instant => Date.parse(iso)
const noon = at('2027-06-06T11:00Z')
const must = <T>(result: { ok: true; value: T } | { ok: false }): T => {
  if (!result.ok) throw new Error('refused')
  return result.value
}

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % n
  }
}

describe('the times of a wish', () => {
  test('are London’s, and go on into the next day if they end before they begin', () => {
    expect(windowOf('2027-06-06', '09:00', '12:00')).toEqual({
      ok: true,
      value: { fromAt: at('2027-06-06T08:00Z'), toAt: at('2027-06-06T11:00Z') },
    })
    expect(windowOf('2027-06-06', '22:00', '02:00')).toEqual({
      ok: true,
      value: { fromAt: at('2027-06-06T21:00Z'), toAt: at('2027-06-07T01:00Z') },
    })
  })
  test.each([
    ['from', '01:30', '09:00'],
    ['to', '00:30', '01:30'],
  ])('cannot have one that the change of clocks skips: %s', (field, from, to) => {
    expect(windowOf(SPRING, from, to)).toMatchObject({ ok: false, error: { params: { field } } })
  })
  test.each([SPRING, AUTUMN, '2027-06-06'])('last to the end of their day: %s', (day) => {
    const end = startOfLondonDay(addDays(day, 1))
    expect(expiryOf(must(windowOf(day, '09:00', '12:00')))).toBe(end)
    const late = must(windowOf(day, '22:00', '03:00'))
    expect(expiryOf(late)).toBe(late.toAt)
    expect(late.toAt).toBeGreaterThan(end)
  })
  test('are in time as long as a car that leaves within them can be joined', () => {
    const window = must(windowOf('2027-06-06', '09:00', '12:00'))
    expect(isInTime(window, at('2027-06-05T10:59:59Z'))).toBe(true)
    expect(isInTime(window, at('2027-06-05T11:00Z'))).toBe(false)
  })
})

describe('when somebody may be told', () => {
  const hourIn = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const mayTell = (now: Instant, leavesAt: Instant) => {
    const hour = Number(hourIn.format(now))
    return (hour >= 8 && hour < 23) || leavesAt - now <= hours(36)
  }
  test.each([SPRING, AUTUMN])('is the first minute that is allowed: %s', (day) => {
    const random = randomFrom(day.length)
    for (let n = 0; n < 400; n++) {
      const found = startOfLondonDay(day) - hours(30) + minutes(random(4000))
      const leavesAt = found + minutes(random(6000))
      let expected = found
      while (!mayTell(expected, leavesAt)) expected += minutes(1)
      expect(wishTellFrom(found, leavesAt)).toBe(expected)
    }
  })

  const news = (foundAt: Instant, departureAt = noon + hours(100)) => ({ foundAt, departureAt })
  const plan = (found: ReturnType<typeof news>[], now: Instant, toldToday = 0) =>
    planNews(found, { now, toldToday })
  test('cars found within a minute are told together', () => {
    const [first, second] = [news(noon), news(noon + 50_000)]
    expect(plan([first, second], noon + 59_000).tell).toEqual([])
    expect(plan([first, second], noon + 60_000).tell).toEqual([first, second])
  })
  test('what may be told does not take along what may not', () => {
    const night = at('2027-06-06T22:30Z')
    const [soon, later] = [news(night, night + hours(30)), news(night)]
    expect(plan([soon, later], night + minutes(2))).toEqual({
      tell: [soon],
      wait: [{ news: later, until: at('2027-06-07T07:00Z') }],
    })
  })
  test('a fourth message waits for the next day, and for its morning unless the car leaves soon', () => {
    const [soon, later] = [news(noon, noon + hours(48)), news(noon)]
    expect(plan([soon, later], noon + minutes(2), 2).tell).toHaveLength(2)
    expect(plan([soon, later], noon + minutes(2), 3)).toEqual({
      tell: [],
      wait: [
        { news: soon, until: at('2027-06-06T23:00Z') },
        { news: later, until: at('2027-06-07T07:00Z') },
      ],
    })
  })
})

const now = at('2027-06-01T11:00Z')
/** A wish for a time from `from` to `to` hours after noon. */
const wish = (userId: string, from: number, to: number, people: number) => ({
  userId: userId as `usr_${string}`,
  fromAt: noon + hours(from),
  toAt: noon + hours(to),
  people,
})
/** Of each student who could leave at `time`, the wish for the most people. */
function peopleAt(wishes: ReturnType<typeof wish>[], time: Instant): Map<string, number> {
  const there = new Map<string, number>()
  for (const { userId, people, fromAt, toAt } of wishes)
    if (fromAt <= time && time <= toAt) there.set(userId, Math.max(people, there.get(userId) ?? 0))
  return there
}
const sumOf = (there: Map<string, number>) => [...there.values()].reduce((a, b) => a + b, 0)

describe('wishes for the same', () => {
  test('make a group from four people on, in the times that suit all of them', () => {
    const [ann, bob, eve] = [wish('ann', 0, 4, 1), wish('bob', 2, 6, 1), wish('eve', 3, 5, 2)]
    expect(meetingOf(ann, [bob], now)).toBeNull()
    expect(meetingOf(ann, [bob, eve], now)).toEqual({
      people: 4,
      wishes: [ann, bob, eve],
      window: { fromAt: noon + hours(3), toAt: noon + hours(4) },
    })
  })
  test('do not of one person alone, who counts once', () => {
    const ann = wish('ann', 0, 4, 4)
    expect(meetingOf(ann, [wish('ann', 1, 4, 4)], now)).toBeNull()
    const [bob, again] = [wish('bob', 0, 4, 1), wish('bob', 1, 4, 1)]
    expect(meetingOf(wish('ann', 0, 4, 2), [bob, again], now)).toBeNull()
  })
  test('do not once no car can be opened for them', () => {
    const all = [wish('ann', 0, 4, 2), wish('bob', 0, 4, 2)] as const
    const last = startOfLondonDay('2027-06-04')
    expect(meetingOf(all[0], [all[1]], last - 1)?.people).toBe(4)
    expect(meetingOf(all[0], [all[1]], last)).toBeNull()
  })
  test('are as many as trying every hour finds', () => {
    const random = randomFrom(7)
    for (let n = 0; n < 300; n++) {
      const all = Array.from({ length: 2 + random(7) }, () => {
        const from = random(10)
        return wish(`u${random(5)}`, from, from + 1 + random(5), 1 + random(3))
      })
      const [first, ...others] = all as [(typeof all)[number]]
      const today = noon - hours(72) + hours(random(30))
      let best = 0
      for (let time = first.fromAt; time <= first.toAt; time += hours(1)) {
        if (time < earliestDeparture(today)) continue
        const there = peopleAt(others, time).set(first.userId, first.people)
        if (there.size > 1) best = Math.max(best, sumOf(there))
      }
      expect(meetingOf(first, others, today)?.people ?? 0).toBe(best >= 4 ? best : 0)
    }
  })
})

test('a day of wishes is a London day', () => {
  expect(londonDay(must(windowOf(AUTUMN, '00:30', '23:30')).fromAt)).toBe(AUTUMN)
})
