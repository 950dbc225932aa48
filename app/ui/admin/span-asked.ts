import { addDays, type Instant, type LondonDay, londonDay } from '#app/domain/time.ts'

type Span = { from: LondonDay; to: LondonDay }

/** The days that an address asks for; otherwise the month before, which is usually wanted. */
export function spanAsked(request: Request, now: Instant): Span {
  const asked = new URL(request.url).searchParams
  const to = addDays(`${londonDay(now).slice(0, 7)}-01`, -1)
  return { from: asked.get('from') ?? `${to.slice(0, 7)}-01`, to: asked.get('to') ?? to }
}
