import type { CarpoolCard as Carpool } from '#app/carpool/service/carpools.server.ts'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { Button, buttonClass } from '#app/web/ui/button.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Car } from '#app/web/ui/ticket/car.tsx'
import { Perforation, Ticket, TimeHeading } from '#app/web/ui/ticket/ticket.tsx'
import { FewerLine, priceNote } from './fewer-line.tsx'
import { ReleasedSeatsLine } from './released-seats.tsx'
import { useRoute } from './ride-route.ts'
import { Seats } from './seats.tsx'

type CarpoolCardProps = { carpool: Carpool; released: boolean; left: string; joinTo: string }

/** Height of the car in a list. */
const CAR_PX = 38

/**
 * One carpool of the list as a ticket, without anyone's address or name. The time links to its
 * page, with flights and sharing. `left`: the time to its cutoff. `released`: released seats can be
 * taken now. `joinTo`: the target of its button, which reads join, joined, or why not
 * (docs/rules.md#joining-a-carpool).
 */
export function CarpoolCard({ carpool, released, left, joinTo }: CarpoolCardProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { id, carpoolAt, cutoffAt, basePrice, status, currentPassengers, maxPassengers } = carpool
  const open = is(status, 'joinable')
  return (
    <Ticket
      title={`${id}-title`}
      heading={
        <TimeHeading
          id={`${id}-title`}
          time={format.time(carpoolAt)}
          day={format.date(carpoolAt)}
          link={(content) => (
            <Link
              to={`/share/carpool/${id}?${LINK_LANGUAGE}=${language}`}
              className="no-underline after:absolute after:inset-0 after:rounded-card"
            >
              {content}
            </Link>
          )}
        />
      }
      line={useRoute(carpool)}
      price={{ amount: format.money(basePrice), note: priceNote(t, carpool) }}
      className="h-full"
      live={id}
    >
      <Perforation />
      <div className="flex flex-1 flex-wrap items-center gap-2 p-4 pt-2">
        <Car
          taken={currentPassengers}
          max={maxPassengers}
          missing={open || released ? undefined : 0}
          height={CAR_PX}
        />
        <p className="min-w-0 flex-[1_1_6rem] text-14">
          <Seats taken={currentPassengers} max={maxPassengers} open={open} />
          {open && <FewerLine carpool={carpool} />}
          {released ? (
            <ReleasedSeatsLine carpool={carpool} />
          ) : (
            <span className="block text-13 text-muted">
              <span>{t('carpool:card.cutoff', { time: format.shortTime(cutoffAt) })}</span>
              {open && (
                <span className="whitespace-nowrap">
                  <span>{' · '}</span>
                  <span>{left}</span>
                </span>
              )}
            </span>
          )}
        </p>
        <JoinButton carpool={carpool} to={joinTo} released={released} />
      </div>
    </Ticket>
  )
}

/** Why a carpool cannot be joined, in a word. */
function whyNot(carpool: Carpool): 'full' | 'complete' | 'ended' {
  if (is(carpool.status, 'open')) return 'full'
  return is(carpool.status, 'complete') ? 'complete' : 'ended'
}

type JoinButtonProps = { carpool: Carpool; to: string; released: boolean }

function JoinButton({ carpool, to, released }: JoinButtonProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  if (carpool.isJoined || !(released || is(carpool.status, 'joinable'))) {
    return (
      <Button disabled>{t(`carpool:card.${carpool.isJoined ? 'joined' : whyNot(carpool)}`)}</Button>
    )
  }
  const label = released ? 'joinInFull' : 'join'
  const route = t(`carpool:route.${carpool.tripType}`, { airport: carpool.airportName[language] })
  return (
    <Link
      to={to}
      data-keep-scroll="dialog"
      // Above the link to the carpool's page, which is as large as the ticket.
      className={buttonClass({}, 'relative')}
      aria-label={t(`carpool:card.${label}Label`, {
        route,
        time: format.dateTime(carpool.carpoolAt),
      })}
    >
      {t(`carpool:card.${label}`)}
    </Link>
  )
}
