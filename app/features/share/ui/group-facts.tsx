import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { FewerLine, priceNote } from '#app/carpool/ui/fewer-line.tsx'
import { ReleasedSeatsLine } from '#app/carpool/ui/released-seats.tsx'
import { useRoute } from '#app/carpool/ui/ride-route.ts'
import { Seats } from '#app/carpool/ui/seats.tsx'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { flightsOnce } from '#app/kernel/flight-number.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { People } from '#app/trip/ui/people.tsx'
import { tripPrice } from '#app/trip/ui/price.ts'
import { Period } from '#app/trip/ui/trip-line.tsx'
import { TripTextList } from '#app/trip/ui/trip-texts.tsx'
import { Facts } from '#app/web/ui/card.tsx'
import { Car } from '#app/web/ui/ticket/car.tsx'
import { Perforation, Ticket, TimeHeading } from '#app/web/ui/ticket/ticket.tsx'
import { TimeLeft } from '#app/web/ui/time-left.tsx'
import { type SharedGroup, type SharedTrip, whatOf } from './words.ts'

/** The id of the ticket's heading. */
const TITLE = 'shared'
/** The car's width on a page about one carpool. */
const CAR_PX = 62

type PartProps<Group> = { group: Group; shared: SharedGroup; now: number }

/** A group's public ticket, with the flights that the lists leave out. */
export function GroupFacts({ shared, now }: { shared: SharedGroup; now: number }) {
  return shared.kind === 'carpool' ? (
    <CarpoolTicket group={shared.group} shared={shared} now={now} />
  ) : (
    <TripTicket group={shared.group} shared={shared} now={now} />
  )
}

function CarpoolTicket({ group, shared, now }: PartProps<CarpoolCard>) {
  const t = useT()
  const format = useFormat()
  const { carpoolAt, currentPassengers, maxPassengers } = group
  const open = isOpen(shared)
  const released = shared.openness === 'released'
  const flights = useFlights(group)
  return (
    <Ticket
      title={TITLE}
      heading={
        <TimeHeading
          as="h2"
          id={TITLE}
          time={format.time(carpoolAt)}
          day={format.date(carpoolAt)}
          note={t('common:londonTime')}
        />
      }
      line={useRoute(group)}
      price={{ amount: format.money(group.basePrice), note: priceNote(t, group) }}
      live={group.id}
    >
      <Perforation />
      <div className="flex flex-col gap-3 p-4 pt-3">
        <div className="flex items-center gap-4">
          <Car
            taken={currentPassengers}
            max={maxPassengers}
            missing={open || released ? undefined : 0}
            height={CAR_PX}
          />
          <p className="min-w-0">
            <Seats taken={currentPassengers} max={maxPassengers} open={open} />
            {open && <FewerLine carpool={group} />}
            {released ? (
              <ReleasedSeatsLine carpool={group} />
            ) : (
              <Cutoff shared={shared} now={now} />
            )}
          </p>
        </div>
        {flights && <Facts items={[{ term: t('share:fact.flights'), detail: flights }]} />}
      </div>
    </Ticket>
  )
}

/** Whether people can join now, or perhaps later. */
const isOpen = ({ openness }: SharedGroup) => openness === 'open' || openness === 'full'

/** Flight numbers and times of the travellers; the day only where it differs from the car's. */
function useFlights({ flightNumbers, flightTimes, carpoolAt }: CarpoolCard): string {
  const format = useFormat()
  const time = (at: number) =>
    format.date(at) === format.date(carpoolAt) ? format.time(at) : format.dateTime(at)
  const paired = flightNumbers.length === flightTimes.length
  const flights = paired
    ? flightTimes.map((at, index) => [flightNumbers[index], time(at)].filter(Boolean).join(' '))
    : [...flightsOnce(flightNumbers), ...new Set(flightTimes.map(time))]
  return [...new Set(flights)].join(' · ')
}

function TripTicket({ group, shared, now }: PartProps<SharedTrip>) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return (
    <Ticket
      title={TITLE}
      heading={
        <h2 id={TITLE} className="break-words text-18">
          {whatOf(t, language, shared)}
        </h2>
      }
      line={
        <>
          <Period trip={group} />{' '}
          <span className="font-normal text-13 text-muted">{t('common:londonTime')}</span>
        </>
      }
      price={tripPrice(t, group.balancePrice)}
      live={group.id}
    >
      <Perforation />
      <div className="flex flex-col gap-2 p-4 pt-3">
        <People trip={group} open={isOpen(shared)} />
        <p className="text-14">
          {t(group.balancePrice > 0 ? 'trip:card.price' : 'trip:card.priceNothing', {
            deposit: format.money(DEPOSIT_PENCE),
            price: format.money(group.balancePrice),
          })}
        </p>
        <p>
          <Cutoff shared={shared} now={now} />
        </p>
        {group.texts && <TripTextList texts={group.texts} />}
      </div>
    </Ticket>
  )
}

function Cutoff({ shared, now }: { shared: SharedGroup; now: number }) {
  const t = useT()
  const format = useFormat()
  const { cutoffAt } = shared.group
  const open = isOpen(shared)
  return (
    <span className={open ? 'block text-14 text-accent' : 'block text-14 text-muted'}>
      <span>{t('carpool:card.cutoff', { time: format.dateTime(cutoffAt) })}</span>
      {open && <TimeLeft until={cutoffAt} now={now} />}
    </span>
  )
}
