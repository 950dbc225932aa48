import { luggageText } from '#app/carpool/ui/luggage-text.ts'
import { usePartyFacts } from '#app/carpool/ui/party-facts.ts'
import { FlightSuggested } from '#app/console/ui/flight-suggestion.tsx'
import { groupPath, useGroupName } from '#app/console/ui/group-words.tsx'
import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import type { FlightSuggestions } from '#app/features/flights/service/flight-suggestions.server.ts'
import type { DayCar } from '#app/features/ride/service/day-sheet.server.ts'
import { Links } from '#app/features/ride/ui/drive-link.tsx'
import { freeRoom, freeRoomFor } from '#app/group/rules/luggage.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { TriangleAlert } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'

type CarSheetProps = {
  car: DayCar
  /** Whether the administrator may open the group's page. */
  seesGroup: boolean
  mayDispatch: boolean
  /** The driver's links, for somebody who has no page of the car. */
  links: Record<Language, string> | null
  /** Suggested changes of its flights. */
  suggested: FlightSuggestions
}

/** One car of the day: when and where, its driver, and its passengers. */
export function CarSheet({ car, seesGroup, mayDispatch, links, suggested }: CarSheetProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { groupId, about, ride, meetAt, places, people } = car
  const path = groupPath({ id: groupId, about })
  const id = `sheet-${groupId}${ride?.id ?? ''}`
  const time = format.time(meetAt)
  const isTight = (ride ? freeRoom(ride.vehicle, car) : freeRoomFor(Math.max(people, 1), car)) < 0
  return (
    <Card as="article" labelledBy={id} className="flex break-inside-avoid flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="figures text-18">
          <span className="font-bold">
            {t(`admin:day.${ride ? 'meets' : 'departs'}`, { time })}
          </span>{' '}
          {seesGroup ? (
            <Link to={path} className="font-normal underline">
              {nameOf({ about })}
            </Link>
          ) : (
            <span className="font-normal">{nameOf({ about })}</span>
          )}
        </h2>
        <Crew car={car} path={mayDispatch && car.isAssignable ? path : null} />
      </div>
      {car.expired.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {car.expired.map((paper) => (
            <Badge key={paper} tone="danger" icon={TriangleAlert}>
              {t(`admin:day.expired.${paper}`)}
            </Badge>
          ))}
        </p>
      )}
      <p className="figures text-14 text-muted">
        {ride && `${ride.meetingPoint} · `}
        {t('admin:day.total', { count: people, luggage: luggageText(t, car) })}
        {isTight && ` · ${t('admin:day.tight')}`}
        {car.byAddress && places.length > 1 && ` · ${t('admin:day.byAddress')}`}
      </p>
      {ride?.note && <p className="text-14">{t('admin:day.note', { note: ride.note })}</p>}
      <ul className="divide-y divide-line">
        {places.map((place) => (
          <Place
            key={place.participantId}
            place={place}
            stopAt={place.ride?.meetAt === meetAt ? null : (place.ride?.meetAt ?? null)}
            suggested={suggested[place.participantId]}
          />
        ))}
      </ul>
      {links && (
        <details className="print:hidden">
          <summary className="min-h-11 content-center font-medium">
            {t('admin:car.link.title')}
          </summary>
          <Links links={links} />
        </details>
      )}
    </Card>
  )
}

/** Vehicle and driver, or that none is assigned yet; `path`: where to change it. */
function Crew({ car: { ride }, path }: { car: DayCar; path: string | null }) {
  const t = useT()
  if (!ride)
    return (
      <span className="flex items-center gap-2">
        <Badge tone="accent">{t('admin:day.waiting')}</Badge>
        {path && (
          <LinkButton to={`${path}/car/new`} small>
            {t('admin:day.assign')}
          </LinkButton>
        )}
      </span>
    )
  const { plate, make, colour } = ride.vehicle
  return (
    <p className="figures sm:text-right">
      <strong>{plate}</strong> {t('ride:car.looks', { make, colour })} · {ride.driver.name}{' '}
      <a href={`tel:${ride.driver.phone}`} className="whitespace-nowrap underline">
        {ride.driver.phone}
      </a>{' '}
      {path && (
        <Link
          to={`${path}/car/${ride.id}`}
          className="inline-flex min-h-6 items-center underline print:hidden"
        >
          {t('admin:day.change')}
        </Link>
      )}
    </p>
  )
}

type PlaceProps = {
  place: DayCar['places'][number]
  /** When it is met, if that is later than the car's first stop. */
  stopAt: number | null
  suggested: FlightSuggestion | undefined
}

function Place({ place, stopAt, suggested }: PlaceProps) {
  const t = useT()
  const format = useFormat()
  const { party, name, phone, owes, flightChangedAt } = place
  const { flight, others } = usePartyFacts(party)
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 text-14 sm:grid-cols-3">
      <span className="figures">
        {stopAt !== null && `${format.time(stopAt)} · `}
        <strong>{t('admin:day.place', { name: name ?? '–', people: party.people })}</strong>{' '}
        {phone && (
          <a href={`tel:${phone}`} className="whitespace-nowrap underline">
            {phone}
          </a>
        )}{' '}
        {owes && <Badge tone="warn">{t('admin:day.owes')}</Badge>}
      </span>
      <span className="figures">
        {flight.detail}{' '}
        {flightChangedAt !== null && (
          <Badge tone="warn">
            {t('admin:day.flightChanged', { time: format.dateTime(flightChangedAt) })}
          </Badge>
        )}
        <FlightSuggested of={suggested} />
      </span>
      <span className="figures">
        {others.map(({ term, detail }) => (
          <span key={term} className="block">
            {detail}
          </span>
        ))}
      </span>
    </li>
  )
}
