import type { ReactNode } from 'react'
import { flightPath, recordPath } from '#app/carpool/ui/paths.ts'
import { mayAnswerFewer } from '#app/features/fewer/ui/may-answer.ts'
import { CalendarLink, ShareLink } from '#app/features/share/ui/links.tsx'
import { is } from '#app/group/rules/status.ts'
import { useSubject } from '#app/group/ui/picture.tsx'
import { departureOf, hasReceipt, type PlaceRecord, pagePathOf } from '#app/group/ui/place.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { buttonClass, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { ChevronDown, Icon } from '#app/web/ui/icon.tsx'
import { MineFacts, MoneyFacts, RideFacts } from './facts.tsx'

/** Which of the group's shared pages a place can open. */
type OtherProps = { place: PlaceRecord; companions: boolean; board: boolean }

const exitLabel = (place: PlaceRecord) =>
  place.kind === 'trip'
    ? 'trip:exit.title'
    : place.private
      ? 'account:record.action.exitPrivate'
      : 'account:record.action.exit'

/** The other actions for a place, below its one next step. */
export function OtherActions({ place, companions, board }: OtherProps) {
  const t = useT()
  const format = useFormat()
  const { kind, id, participantId, status, seat } = place
  const actions = kind === 'carpool' ? place.actions : []
  const isGone = seat === 'gone' || is(status, 'failed', 'closed', 'cancelled')
  // While somebody is missing, sharing is the one next step.
  const isShared =
    seat === 'taken' &&
    (kind === 'trip' || !place.private) &&
    is(status, 'open') &&
    !is(status, 'joinable')
  const about = `${useSubject(place)} ${format.dateTime(departureOf(place))}`
  return (
    <div className="flex flex-wrap gap-2">
      {companions && (
        <LinkButton to={pagePathOf(place, 'companions')} variant="secondary" small>
          {t(`ride:companions.${kind}.title`)}
        </LinkButton>
      )}
      {actions.includes('changeFlight') && (
        <LinkButton to={flightPath(participantId)} variant="secondary" small>
          {t('account:record.action.changeFlight')}
        </LinkButton>
      )}
      {kind === 'carpool' && mayAnswerFewer(place) && (
        <LinkButton to={`/carpool/fewer/${participantId}`} variant="secondary" small>
          {t('carpool:fewer.title')}
        </LinkButton>
      )}
      {board && (
        <LinkButton to={pagePathOf(place, 'board')} variant="secondary" small>
          {t('ride:board.title')}
        </LinkButton>
      )}
      {isShared && <ShareLink kind={kind} id={id} about={about} />}
      <CalendarLink kind={kind} participantId={participantId} gone={isGone} />
      {hasReceipt(place) && (
        <LinkButton to={`/receipt/${participantId}`} variant="secondary" small>
          {t('pay:receipt.title')}
        </LinkButton>
      )}
      {actions.includes('editInfo') && (
        <Dialog to={`${recordPath(participantId)}/info`}>
          {t('account:record.action.editInfo')}
        </Dialog>
      )}
      <LinkButton to="/#contact" variant="secondary" small>
        {t('ride:do.ask')}
      </LinkButton>
      {(kind === 'trip' ? place.canExit : actions.includes('exit')) && (
        <Dialog to={pagePathOf(place, 'exit')}>{t(exitLabel(place))}</Dialog>
      )}
    </div>
  )
}

function Dialog({ to, children }: { to: string; children: ReactNode }) {
  return (
    <DialogLink to={to} className={buttonClass({ variant: 'secondary', small: true })}>
      {children}
    </DialogLink>
  )
}

/** All details of the booking, and the owner's money. */
export function RecordFacts({ place }: { place: PlaceRecord }) {
  const t = useT()
  return (
    <Card>
      <details className="group -my-2">
        <summary className="flex min-h-11 items-center justify-between gap-2 font-medium">
          {t('ride:details')}
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-4 pt-1 pb-2">
          <MoneyFacts place={place} />
          <RideFacts place={place} />
          <MineFacts place={place} />
        </div>
      </details>
    </Card>
  )
}
