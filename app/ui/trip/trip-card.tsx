import { hasBoard } from '#app/domain/features/board/board.ts'
import { haveCompanions } from '#app/domain/group/companions.ts'
import { is } from '#app/domain/group/status.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { DialogLink } from '#app/ui/dialog.tsx'
import { CalendarLink, ShareLink } from '#app/ui/share/links.tsx'
import { Perforation, Ticket } from '#app/ui/ticket/ticket.tsx'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { OwnPart } from './own-part.tsx'
import { OwnSaid } from './own-said.tsx'
import { People } from './people.tsx'
import { tripPrice } from './price.ts'
import { balancePath, boardPath, companionsPath, exitPath, joinPath } from './query.ts'
import { inOneLine } from './said.tsx'
import { shownStatus, TripStatusBadge } from './status-badge.tsx'
import { Period } from './trip-line.tsx'

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
          {own && <OwnPart trip={trip} own={own} now={now} />}
          {own && <OwnSaid trip={trip} search={search} />}
          {!open && !isOnButton(trip, now) && (
            <p>
              <TripStatusBadge status={status} />
            </p>
          )}
          <Buttons trip={trip} now={now} search={search} />
        </div>
      </div>
    </Ticket>
  )
}

/** Whether the button says why others cannot join, so that nothing else has to. */
const isOnButton = ({ own, button, status, tripStartAt }: TripView, now: number): boolean =>
  own === null &&
  button === 'ended' &&
  (is(status, 'open') || (is(status, 'complete') && now < tripStartAt))

/**
 * The main button, which depends on the viewer's relation to the trip (docs/rules.md#trips); on
 * their own trip also the way to leave it, and the links to share or export.
 */
function Buttons({ trip, now, search }: TripCardProps) {
  const t = useT()
  const { status, tripStartAt: departureAt } = trip
  const place = trip.own && !trip.own.released ? trip.own : null
  const ride = { status, private: false, departureAt }
  const meets = haveCompanions(ride, now)
  // The page of companions leads to the board, which is there for longer.
  const withOthers = t(meets ? 'ride:companions.trip.title' : 'ride:board.title')
  const about = (action: string) => t('trip:card.about', { action, name: trip.tripName })
  return (
    <div className="flex flex-wrap gap-2">
      <MainButton trip={trip} now={now} search={search} about={about} />
      {trip.own?.canExit && (
        <DialogLink
          to={exitPath(trip.id, search)}
          className={buttonClass({ variant: 'secondary' })}
          aria-label={about(t('trip:card.exit'))}
        >
          {t('trip:card.exit')}
        </DialogLink>
      )}
      {place && hasBoard(ride, now) && (
        <LinkButton
          to={(meets ? companionsPath : boardPath)(place.participantId)}
          variant="secondary"
          aria-label={about(withOthers)}
        >
          {withOthers}
        </LinkButton>
      )}
      {is(trip.status, 'open') && <ShareLink kind="trip" id={trip.id} about={trip.tripName} />}
      {trip.own && (
        <CalendarLink
          kind="trip"
          participantId={trip.own.participantId}
          gone={is(trip.status, 'failed', 'cancelled')}
          about={trip.tripName}
        />
      )}
    </div>
  )
}

type MainButtonProps = TripCardProps & { about(action: string): string }

function MainButton({ trip, now, search, about }: MainButtonProps) {
  const t = useT()
  const format = useFormat()
  const { id, button, own } = trip
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
        <LinkButton
          to={balancePath(id)}
          reloadDocument
          className="basis-full"
          aria-label={about(pay)}
        >
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
