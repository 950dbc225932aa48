import { Link } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { DayCar } from '#app/services/admin/day-sheet.server.ts'
import { groupPath, useGroupName } from '#app/ui/admin/group-words.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** One car of the day: when and where, who drives, and everybody in it. */
export function CarSheet({ car }: { car: DayCar }) {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { groupId, about, ride, meetAt, places, people } = car
  const id = `sheet-${groupId}${ride?.id ?? ''}`
  const time = format.time(meetAt)
  const luggage = { big: car.bigLuggage, small: car.smallLuggage, bag: car.bag }
  return (
    <Card as="article" labelledBy={id} className="flex break-inside-avoid flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="figures text-18">
          <span className="font-bold">
            {t(`admin:day.${ride ? 'meets' : 'departs'}`, { time })}
          </span>{' '}
          <Link to={groupPath({ id: groupId, about })} className="font-normal underline">
            {nameOf({ about })}
          </Link>
        </h2>
        {ride ? (
          <p className="figures text-right">
            <strong>{ride.vehicle.plate}</strong> {ride.driver.name}{' '}
            <a href={`tel:${ride.driver.phone}`} className="whitespace-nowrap underline">
              {ride.driver.phone}
            </a>
          </p>
        ) : (
          <span className="flex items-center gap-2">
            <Badge tone="accent">{t('admin:day.waiting')}</Badge>
            <LinkButton to={`${groupPath({ id: groupId, about })}/car/new`} small>
              {t('admin:day.assign')}
            </LinkButton>
          </span>
        )}
      </div>
      <p className="figures text-14 text-muted">
        {ride && `${ride.meetingPoint} · `}
        {t('admin:day.total', { count: people, ...luggage })}
      </p>
      <ul className="divide-y divide-line">
        {places.map((place) => (
          <Place key={place.participantId} place={place} />
        ))}
      </ul>
    </Card>
  )
}

function Place({ place }: { place: DayCar['places'][number] }) {
  const t = useT()
  const format = useFormat()
  const { party, name, phone, owes } = place
  const { flightNumber, flightTime, terminal, nLocation, people } = party
  const flight = [
    flightNumber,
    terminal && format.terminal(terminal),
    flightTime === null ? null : format.dateTime(flightTime),
  ]
  const luggage = { big: party.bigLuggage, small: party.smallLuggage, bag: party.bag }
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 text-14 sm:grid-cols-3">
      <span className="figures">
        <strong>{t('admin:day.place', { name: name ?? '–', people })}</strong>{' '}
        {phone && (
          <a href={`tel:${phone}`} className="whitespace-nowrap underline">
            {phone}
          </a>
        )}{' '}
        {owes && <Badge tone="warn">{t('admin:day.owes')}</Badge>}
      </span>
      <span className="figures">{flight.filter(Boolean).join(' · ')}</span>
      <span className="figures">
        {nLocation}
        <span className="block text-muted">{t('admin:day.luggage', luggage)}</span>
      </span>
    </li>
  )
}
