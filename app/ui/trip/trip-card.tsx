import type { ReactNode } from 'react'
import { isGroupOpen } from '#app/domain/group/state.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { DialogLink } from '#app/ui/dialog.tsx'
import { Calendar, Clock, Icon, type IconType, Tag } from '#app/ui/icon.tsx'
import { CalendarLink, ShareLink } from '#app/ui/share/links.tsx'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { OwnPart } from './own-part.tsx'
import { People } from './people.tsx'
import { balancePath, exitPath, termsPath } from './query.ts'
import { shownStatus, TripStatusBadge } from './status-badge.tsx'
import { Period } from './trip-line.tsx'

/** `search`: the list's own query string, for the dialogs over it. */
type TripCardProps = { trip: TripView; now: number; search: string }

/** One trip of the list: no name or travel details except the viewer's own. */
export function TripCard({ trip, now, search }: TripCardProps) {
  const t = useT()
  const format = useFormat()
  const { id, tripName, cutoffAt, minPassengers, balancePrice, own } = trip
  const title = `${id}-title`
  const status = shownStatus(trip, now)
  const open = status === 'OPEN' || status === 'FULL'
  const money = { deposit: format.money(DEPOSIT_PENCE), price: format.money(balancePrice) }
  return (
    <Card as="article" labelledBy={title} className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <h3 id={title} className="min-w-0 flex-1 basis-40 break-words text-18">
          {tripName}
        </h3>
        <span className="shrink-0 whitespace-nowrap">
          <TripStatusBadge status={status} />
        </span>
      </div>
      <Line icon={Calendar}>
        <span className="font-medium">
          <Period trip={trip} />
        </span>{' '}
        <span className="whitespace-nowrap text-13 text-muted">{t('common:londonTime')}</span>
      </Line>
      {/* A failed or cancelled trip has no people left. */}
      {status !== 'FAILED' && status !== 'CANCELLED' && <People trip={trip} open={open} />}
      <Line icon={Clock} className={open ? 'text-accent' : 'text-muted'}>
        {t('trip:card.cutoff', { time: format.dateTime(cutoffAt) })}
        {open && <TimeLeft until={cutoffAt} now={now} />}
        {open && (
          <span className="block text-13 text-muted">
            {t('trip:card.cutoffNotice', { count: minPassengers })}
          </span>
        )}
      </Line>
      <Line icon={Tag}>
        {balancePrice > 0 ? t('trip:card.price', money) : t('trip:card.priceNothing', money)}
      </Line>
      <div className="mt-auto flex flex-col gap-2 pt-1">
        {own && <OwnPart trip={trip} own={own} now={now} />}
        <Buttons trip={trip} now={now} search={search} />
      </div>
    </Card>
  )
}

function Line(props: { icon: IconType; className?: string; children: ReactNode }) {
  return (
    <p className={cx('figures flex gap-2 text-14', props.className)}>
      <Icon of={props.icon} size={18} className="mt-0.5" />
      <span className="min-w-0">{props.children}</span>
    </p>
  )
}

/**
 * The main button, which depends on the viewer's relation to the trip (docs/rules.md#trips); on
 * their own trip also the way to leave it, and the links to share or export.
 */
function Buttons({ trip, search }: TripCardProps) {
  const t = useT()
  const about = (action: string) => t('trip:card.about', { action, name: trip.tripName })
  return (
    <div className="flex flex-wrap gap-2">
      <MainButton trip={trip} search={search} about={about} />
      {trip.own?.canExit && (
        <DialogLink
          to={exitPath(trip.id, search)}
          className={buttonClass({ variant: 'secondary' })}
          aria-label={about(t('trip:card.exit'))}
        >
          {t('trip:card.exit')}
        </DialogLink>
      )}
      {isGroupOpen(trip) && <ShareLink kind="trip" id={trip.id} about={trip.tripName} />}
      {trip.own && (
        <CalendarLink
          kind="trip"
          participantId={trip.own.participantId}
          gone={trip.status === 'FAILED' || trip.status === 'CANCELLED'}
          about={trip.tripName}
        />
      )}
    </div>
  )
}

type MainButtonProps = { trip: TripView; search: string; about(action: string): string }

function MainButton({ trip, search, about }: MainButtonProps) {
  const t = useT()
  const format = useFormat()
  const { id, button, own } = trip
  switch (button) {
    case 'join':
      return (
        <DialogLink
          to={termsPath(id, search)}
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
        <LinkButton to={balancePath(id)} reloadDocument className="flex-1" aria-label={about(pay)}>
          {pay}
        </LinkButton>
      )
    }
    default:
      return (
        <Button disabled className="flex-1">
          {t(`trip:card.${button}`)}
        </Button>
      )
  }
}
