import { addDays, type Instant, isLondonDay, type LondonDay, londonDay } from '#app/domain/time.ts'

type Span = { from: LondonDay; to: LondonDay }

/**
 * The days that an address asks for; otherwise, and for a day that does not exist, the month
 * before, which is usually wanted.
 */
export function spanAsked(request: Request, now: Instant): Span {
  const asked = new URL(request.url).searchParams
  const to = addDays(`${londonDay(now).slice(0, 7)}-01`, -1)
  const dayOf = (name: keyof Span, usual: LondonDay) => {
    const day = asked.get(name) ?? ''
    return isLondonDay(day) ? day : usual
  }
  return { from: dayOf('from', `${to.slice(0, 7)}-01`), to: dayOf('to', to) }
}
