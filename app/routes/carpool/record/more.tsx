import type { ReactNode } from 'react'
import { isListed } from '#app/domain/group/state.ts'
import { is } from '#app/domain/group/status.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { boardPath, companionsPath, flightPath, recordPath } from '#app/ui/carpool/paths.ts'
import { MineFacts, MoneyFacts, RideFacts } from '#app/ui/carpool/record-facts.tsx'
import { routeOf } from '#app/ui/carpool/ride-route.ts'
import { DialogLink } from '#app/ui/dialog.tsx'
import { ChevronDown, Icon } from '#app/ui/icon.tsx'
import { CalendarLink, ShareLink } from '#app/ui/share/links.tsx'

type RecordProps = { record: CarpoolRecord }
/** Which pages that its group shares a place can open. */
type OtherProps = RecordProps & { companions: boolean; board: boolean }

/** What else can be done with a place, below its one next step. */
export function OtherActions({ record, companions, board }: OtherProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { id, participantId, carpoolAt, status, seat, actions } = record
  const isGone = seat === 'gone' || is(status, 'failed', 'closed', 'cancelled')
  // While somebody is missing, sending it on is the one next step.
  const isShared =
    seat !== 'gone' && isListed(record) && is(status, 'open') && !is(status, 'joinable')
  const about = `${routeOf(t, language, record)} ${format.dateTime(carpoolAt)}`
  return (
    <div className="flex flex-wrap gap-2">
      {companions && (
        <LinkButton to={companionsPath(participantId)} variant="secondary" small>
          {t('ride:companions.carpool.title')}
        </LinkButton>
      )}
      {actions.includes('changeFlight') && (
        <LinkButton to={flightPath(participantId)} variant="secondary" small>
          {t('account:record.action.changeFlight')}
        </LinkButton>
      )}
      {board && (
        <LinkButton to={boardPath(participantId)} variant="secondary" small>
          {t('ride:board.title')}
        </LinkButton>
      )}
      {isShared && <ShareLink kind="carpool" id={id} about={about} />}
      <CalendarLink kind="carpool" participantId={participantId} gone={isGone} />
      {actions.includes('editInfo') && (
        <Dialog to={`${recordPath(participantId)}/info`}>
          {t('account:record.action.editInfo')}
        </Dialog>
      )}
      <LinkButton to="/#contact" variant="secondary" small>
        {t('ride:do.ask')}
      </LinkButton>
      {actions.includes('exit') && (
        <Dialog to={`${recordPath(participantId)}/exit`}>
          {t(record.private ? 'account:record.action.exitPrivate' : 'account:record.action.exit')}
        </Dialog>
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

/** Everything that was agreed, and where the money is. */
export function RecordFacts({ record }: RecordProps) {
  const t = useT()
  return (
    <Card>
      <details className="group -my-2">
        <summary className="flex min-h-11 items-center justify-between gap-2 font-medium">
          {t('ride:details')}
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-4 pt-1 pb-2">
          <MoneyFacts record={record} />
          <RideFacts record={record} />
          <MineFacts record={record} />
        </div>
      </details>
    </Card>
  )
}
