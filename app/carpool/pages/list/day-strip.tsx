import { useLocation } from '@remix-run/react'
import { listPath } from '#app/carpool/http/query.ts'
import type { DayCount } from '#app/carpool/service/carpool-reads.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DAY_PARTS, type DayPart } from '#app/kernel/day-part.ts'
import { cx } from '#app/web/ui/cx.ts'
import { Link } from '#app/web/ui/link.tsx'

/** Higher counts are shown as "9 and more" (app/carpool/rows/carpool-list.server.ts). */
const SAID_MAX = 9

type DayStripProps = { days: DayCount[]; chosen: string | undefined }

/**
 * A week of days with the number of joinable cars on each; choosing the chosen day again means any
 * day.
 */
export function DayStrip({ days, chosen }: DayStripProps) {
  const t = useT()
  const format = useFormat()
  const { search } = useLocation()
  if (days.length === 0) return null
  return (
    <nav aria-label={t('carpool:list.days')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(2.25rem,1fr))] gap-1">
        {days.map(({ day, count }) => {
          const current = day === chosen
          const shown = count > SAID_MAX ? `${SAID_MAX}+` : String(count)
          const [date, weekday] = format.dayParts(day)
          return (
            <li key={day}>
              <Link
                to={listPath(search, { date: current ? null : day, time: null })}
                data-keep-scroll
                aria-current={current ? 'date' : undefined}
                className={cx(
                  'figures flex min-h-16 flex-col items-center justify-center rounded-md border text-13 no-underline leading-tight hover:border-edge',
                  current ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
                )}
              >
                <span className="for-ears">{format.day(day)}</span>
                <span aria-hidden className="text-muted">
                  {weekday}
                </span>
                <span aria-hidden className="font-semibold text-16">
                  {date}
                </span>
                {count > 0 ? (
                  <span className="text-brand">{t('carpool:list.dayCount', { count: shown })}</span>
                ) : (
                  <span aria-hidden className="text-muted">
                    –
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The whole of the chosen day, or a part of it. */
export function DayParts({ chosen }: { chosen: DayPart | undefined }) {
  const t = useT()
  const { search } = useLocation()
  return (
    <nav aria-label={t('carpool:list.time')}>
      <ul className="flex flex-wrap gap-2">
        {([undefined, ...DAY_PARTS] as const).map((part) => (
          <li key={part ?? 'all'}>
            <Link
              to={listPath(search, { time: part ?? null })}
              data-keep-scroll
              aria-current={part === chosen ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center rounded-full border px-4 text-14 no-underline',
                part === chosen
                  ? 'border-brand bg-brand text-on-brand'
                  : 'border-line bg-surface hover:border-edge',
              )}
            >
              {t(`carpool:list.part.${part ?? 'all'}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
