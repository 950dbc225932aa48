import type { Action } from '#app/domain/carpool/permissions.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { type ButtonVariant, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { DialogLink } from '#app/ui/dialog.tsx'

/** Where each action leads under /profile. */
const PATHS: Record<Action, string> = {
  payDeposit: 'deposit',
  payRemaining: 'pay',
  editInfo: 'info',
  exit: 'exit',
  convertToPrivate: 'convert',
  cancelFailed: 'cancel',
}
/**
 * Payment pages have their own security policy, so they are loaded as documents; the others are
 * dialogs.
 */
const PAYS: Action[] = ['payDeposit', 'payRemaining']
const GOES_ON: Action[] = [...PAYS, 'convertToPrivate']

type ButtonsProps = {
  record: CarpoolRecord
  /** The page's query string, which dialogs pass on. */
  search: string
}

/**
 * One button for each action possible on a record now; the first that continues with it is
 * highlighted.
 */
export function RecordButtons({ record, search }: ButtonsProps) {
  const labels = useLabels(record)
  const { participantId, actions, seat } = record
  if (seat === 'held')
    return (
      <div className="flex">
        <LinkButton to={`/carpool/pay/${participantId}`} reloadDocument {...labels('payHold')} />
      </div>
    )
  if (actions.length === 0) return null
  const main = actions.find((action) => GOES_ON.includes(action))
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => {
        const to = `/profile/${PATHS[action]}/${participantId}`
        const variant: ButtonVariant = action === main ? 'primary' : 'secondary'
        return PAYS.includes(action) ? (
          <LinkButton
            key={action}
            small
            variant={variant}
            to={to}
            reloadDocument
            {...labels(action)}
          />
        ) : (
          <DialogLink
            key={action}
            to={`${to}${search}`}
            className={buttonClass({ variant, small: true })}
            {...labels(action)}
          />
        )
      })}
    </div>
  )
}

/** A button's label, which for screen readers also says which card it is on. */
function useLabels(record: CarpoolRecord) {
  const t = useT()
  const format = useFormat()
  const airport = record.airportName[useLanguage()]
  const word = (action: Action | 'payHold') => {
    if (action === 'exit' && record.private) return t('account:record.action.exitPrivate')
    return t(`account:record.action.${action}`, {
      amount: format.money(record.remainingAmount ?? 0),
    })
  }
  return (action: Action | 'payHold') => ({
    children: word(action),
    'aria-label': t('account:record.action.about', {
      action: word(action),
      route: t(`carpool:route.${record.tripType}`, { airport }),
      time: format.dateTime(record.carpoolAt),
    }),
  })
}
