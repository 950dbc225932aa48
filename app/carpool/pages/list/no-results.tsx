import { useLocation } from '@remix-run/react'
import { listSearch } from '#app/carpool/http/query.ts'
import type { TripType } from '#app/carpool/rules/state.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { isNamed, shortNameOf } from '#app/kernel/airport-names.ts'
import type { DayPart } from '#app/kernel/day-part.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { buttonClass, LinkButton } from '#app/web/ui/button.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Icon, Plus } from '#app/web/ui/icon.tsx'
import { Car } from '#app/web/ui/ticket/car.tsx'

type Name = { zh: string; en: string }
export type RideSearch = { tripType: TripType; airportName?: string; date?: string; time?: DayPart }

/** A search without results: the search again, and the link to open such a car. */
export function NoResults({ asked, airports }: { asked: RideSearch; airports: Name[] }) {
  const t = useT()
  const format = useFormat()
  const { search } = useLocation()
  const when = useWhen(asked)
  const what = useWhat(asked, airports)
  const narrowed = Boolean(asked.airportName || asked.date)
  return (
    <section aria-labelledby="nothing" className="flex flex-col gap-3">
      <h2 id="nothing" className="text-18">
        {t(when ? 'carpool:list.noneWhen' : 'carpool:list.none', { when, what })}
      </h2>
      <div className="flex flex-col gap-3 rounded-card border border-brand bg-brand-soft p-4">
        <div className="flex items-center gap-4">
          <Car taken={1} mine={1} max={4} height={44} />
          <div className="min-w-0">
            <p className="font-semibold">
              {t(narrowed ? 'carpool:list.openLikeThis' : 'carpool:list.openOne')}
            </p>
            <p className="text-14 text-muted">
              {t('carpool:list.openPromise', { deposit: format.money(DEPOSIT_PENCE) })}
            </p>
          </div>
        </div>
        <DialogLink
          to={`/carpool/create${listSearch(search)}`}
          className={buttonClass({ wide: true })}
        >
          <Icon of={Plus} />
          <span>{t('carpool:list.create')}</span>
        </DialogLink>
      </div>
      <AskToBeTold />
    </section>
  )
}

/** The day and the part of it that were searched for. */
function useWhen({ date, time }: RideSearch): string {
  const t = useT()
  const format = useFormat()
  if (!date) return ''
  return time ? t(`carpool:list.dayAndPart.${time}`, { day: format.day(date) }) : format.day(date)
}

/** The rides that were searched for: `希思罗接机`. */
function useWhat({ tripType, airportName }: RideSearch, airports: Name[]): string {
  const t = useT()
  const language = useLanguage()
  const [one, another] = airportName ? airports.filter((name) => isNamed(name, airportName)) : []
  const airport = one && !another ? shortNameOf(one)[language] : (airportName ?? '')
  return t(airport ? `carpool:list.rides.${tripType}` : `carpool:list.anyRides.${tripType}`, {
    airport,
  })
}

/** The link to leave a wish, filled in with the search. */
export function AskToBeTold() {
  const t = useT()
  const { search } = useLocation()
  return (
    <LinkButton to={`/wishes/new${listSearch(search)}`} variant="secondary" wide>
      {t('wish:ask')}
    </LinkButton>
  )
}
