import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolCard as Carpool } from '#app/services/groups/carpools.server.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { DialogLink } from '#app/ui/dialog.tsx'
import {
  Clock,
  Icon,
  type IconType,
  Plane,
  PlaneLanding,
  PlaneTakeoff,
  Tag,
} from '#app/ui/icon.tsx'
import { ShareLink } from '#app/ui/share/links.tsx'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { Seats } from './seats.tsx'
import { StatusBadge } from './status-badge.tsx'

type CarpoolCardProps = { carpool: Carpool; now: number; joinTo: string }

/**
 * One carpool of the list, without anyone's address or name. `joinTo` is where its button leads;
 * the button reads join, ended or joined (docs/rules.md#joining-a-carpool).
 */
export function CarpoolCard({ carpool, now, joinTo }: CarpoolCardProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { tripType, cutoffAt, basePrice, isJoined, status } = carpool
  const title = `${carpool.id}-title`
  const open = status === 'OPEN' && !isJoined
  const way = t(`carpool:route.${tripType}`, { airport: carpool.airportName[language] })
  return (
    <Card as="article" labelledBy={title} className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        {/* The badge wraps below when even a two-line title leaves no room for it. */}
        <h3 id={title} className="figures flex-1 text-18">
          <span className="whitespace-nowrap">{format.dateTime(carpool.carpoolAt)}</span>{' '}
          <span className="whitespace-nowrap font-normal text-13 text-muted">
            {t('common:londonTime')}
          </span>
        </h3>
        <span className="shrink-0 whitespace-nowrap">
          <StatusBadge status={status} />
        </span>
      </div>
      <Line icon={tripType === 'PICKUP' ? PlaneLanding : PlaneTakeoff}>
        <span className="font-medium">
          {t(`carpool:tripType.${tripType}`)} · {carpool.airportName[language]}
        </span>{' '}
        {carpool.terminals.join(' · ')}
      </Line>
      <Seats
        taken={carpool.currentPassengers}
        max={carpool.maxPassengers}
        open={status === 'OPEN'}
      />
      <Flights carpool={carpool} />
      <Line icon={Tag}>{t('carpool:card.price', { price: format.money(basePrice) })}</Line>
      <Line icon={Clock} className={open ? 'text-accent' : 'text-muted'}>
        {t('carpool:card.cutoff', { time: format.dateTime(cutoffAt) })}
        {open && <TimeLeft until={cutoffAt} now={now} />}
      </Line>
      <div className="mt-auto flex items-start gap-2 pt-1">
        <div className="min-w-0 flex-1">
          <JoinButton carpool={carpool} to={joinTo} />
        </div>
        {status === 'OPEN' && (
          <ShareLink
            kind="carpool"
            id={carpool.id}
            about={`${way} ${format.dateTime(carpool.carpoolAt)}`}
          />
        )}
      </div>
    </Card>
  )
}

function Line(props: { icon: IconType; className?: string; children: React.ReactNode }) {
  return (
    <p className={cx('figures flex gap-2 text-14', props.className)}>
      <Icon of={props.icon} size={18} className="mt-0.5" />
      <span className="min-w-0">{props.children}</span>
    </p>
  )
}

/** Flight numbers and times of the travellers; the day only where it differs from the car's. */
function Flights({ carpool }: { carpool: Carpool }) {
  const t = useT()
  const format = useFormat()
  const { flightNumbers, flightTimes, carpoolAt } = carpool
  if (flightTimes.length === 0) return null
  const time = (at: number) =>
    format.date(at) === format.date(carpoolAt) ? format.time(at) : format.dateTime(at)
  const paired = flightNumbers.length === flightTimes.length
  const flights = paired
    ? flightTimes.map((at, index) => [flightNumbers[index], time(at)].filter(Boolean).join(' '))
    : [...flightNumbers, ...flightTimes.map(time)]
  return (
    <Line icon={Plane}>
      {t('carpool:card.flights')} {flights.join(' · ')}
    </Line>
  )
}

function JoinButton({ carpool, to }: { carpool: Carpool; to: string }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  if (carpool.isJoined)
    return (
      <Button wide disabled>
        {t('carpool:card.joined')}
      </Button>
    )
  if (carpool.status !== 'OPEN')
    return (
      <Button wide disabled>
        {t(carpool.status === 'FULL' ? 'carpool:card.full' : 'carpool:card.ended')}
      </Button>
    )
  const route = t(`carpool:route.${carpool.tripType}`, { airport: carpool.airportName[language] })
  return (
    <DialogLink
      to={to}
      className={buttonClass({ wide: true })}
      aria-label={t('carpool:card.joinLabel', { route, time: format.dateTime(carpool.carpoolAt) })}
    >
      {t('carpool:card.join')}
    </DialogLink>
  )
}
