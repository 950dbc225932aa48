import { ShareLink } from '#app/features/share/ui/links.tsx'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { BareTripRecord, TripView } from '#app/trip/service/trips.server.ts'
import { Button, buttonClass, LinkButton } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Perforation, Ticket } from '#app/web/ui/ticket/ticket.tsx'
import { TimeLeft } from '#app/web/ui/time-left.tsx'
import { listedTrip, tripNextOf } from './next.ts'
import { People } from './people.tsx'
import { tripPrice } from './price.ts'
import { balancePath, joinPath, recordPath } from './query.ts'
import { shownStatus, TripStatusBadge } from './status-badge.tsx'
import { Period } from './trip-line.tsx'
import { inOneLine } from './trip-texts.tsx'

/** `search`: the list's own query string, for the dialogs over it. */
type TripCardProps = { trip: TripView; now: number; search: string }

/** One trip of the list as a ticket: no name or travel details except the viewer's own. */
export function TripCard({ trip, now, search }: TripCardProps) {
  const t = useT()
  const format = useFormat()
  const { id, tripName, cutoffAt, minPassengers, balancePrice, own } = trip
  const title = `${id}-title`
  const status = shownStatus(trip, now)
  const open = is(trip.status, 'open') && now < cutoffAt
  const money = { deposit: format.money(DEPOSIT_PENCE), price: format.money(balancePrice) }
  return (
    <Ticket
      title={title}
      heading={
        <h3 id={title} className="min-w-0 break-words text-18">
          {tripName}
        </h3>
      }
      line={
        <>
          <Period trip={trip} />{' '}
          <span className="whitespace-nowrap font-normal text-13 text-muted">
            {t('common:londonTime')}
          </span>
        </>
      }
      price={tripPrice(t, balancePrice)}
      className="h-full"
      live={id}
    >
      <Perforation />
      <div className="flex flex-1 flex-col gap-2 p-4 pt-2">
        {/* A failed or cancelled trip has no people left. */}
        {!is(trip.status, 'failed', 'cancelled') && (
          <People trip={trip} open={open} mine={own?.party.people} />
        )}
        <p className={cx('text-13', open ? 'text-accent' : 'text-muted')}>
          <span>{t('trip:card.cutoff', { time: format.dateTime(cutoffAt) })}</span>
          {open && <TimeLeft until={cutoffAt} now={now} />}
          {open && (
            <span className="block text-muted">
              {t('trip:card.cutoffNotice', { count: minPassengers })}
            </span>
          )}
        </p>
        <p className="text-13 text-muted">
          {balancePrice > 0 ? t('trip:card.price', money) : t('trip:card.priceNothing', money)}
        </p>
        {trip.texts?.included && (
          <p className="truncate text-13">
            {t('trip:card.included', { text: inOneLine(trip.texts.included) })}
          </p>
        )}
        <div className="mt-auto flex flex-col gap-2 pt-1">
          {own && <OwnText place={listedTrip(trip, own)} now={now} />}
          {!open && !isOnButton(trip, now) && (
            <p>
              <TripStatusBadge status={status} />
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <MainButton trip={trip} now={now} search={search} />
            {own && (
              <LinkButton
                to={recordPath(own.participantId)}
                variant="secondary"
                className="flex-1"
                aria-label={t('trip:card.about', {
                  action: t('trip:done.seeTrip'),
                  name: tripName,
                })}
              >
                {t('trip:done.seeTrip')}
              </LinkButton>
            )}
            {is(trip.status, 'open') && <ShareLink kind="trip" id={id} about={tripName} />}
          </div>
        </div>
      </div>
    </Ticket>
  )
}

/** The next step for somebody on the trip; everything else is on their record. */
function OwnText({ place, now }: { place: BareTripRecord; now: number }) {
  const [t, format, language] = [useT(), useFormat(), useLanguage()]
  return <p className="figures text-14">{tripNextOf(place, { t, format, language, now }).text}</p>
}

/** Whether the button itself says why others cannot join. */
const isOnButton = ({ own, button, status, tripStartAt }: TripView, now: number): boolean =>
  own === null &&
  button === 'ended' &&
  (is(status, 'open') || (is(status, 'complete') && now < tripStartAt))

/** The main button, which depends on the viewer's relation to the trip (docs/rules.md#trips). */
function MainButton({ trip, now, search }: TripCardProps) {
  const t = useT()
  const format = useFormat()
  const { id, button, own } = trip
  const about = (action: string) => t('trip:card.about', { action, name: trip.tripName })
  switch (button) {
    case 'join':
      return (
        <DialogLink
          to={joinPath(id, search)}
          className={buttonClass({}, 'flex-1')}
          aria-label={about(t('trip:card.join'))}
        >
          {t('trip:card.join')}
        </DialogLink>
      )
    case 'payBalance': {
      const pay = t('trip:card.payBalance', { amount: format.money(own?.remaining ?? 0) })
      return (
        // The payment page has its own security policy, so it is loaded as a document.
        <LinkButton to={balancePath(id)} className="basis-full" aria-label={about(pay)}>
          {pay}
        </LinkButton>
      )
    }
    default:
      return (
        <Button disabled className="flex-1">
          {isOnButton(trip, now)
            ? t(`trip:status.${shownStatus(trip, now)}`)
            : t(`trip:card.${button}`)}
        </Button>
      )
  }
}
