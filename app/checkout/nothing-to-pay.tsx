import { payPath } from '#app/carpool/ui/paths.ts'
import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { type PlaceRecord, recordPathOf } from '#app/group/ui/place.ts'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'

type NothingToPayProps = { record: PlaceRecord; text: string; released?: boolean }

/** Nothing can be paid here (any more): the reason, and where to go next. */
export function NothingToPay({ record, text, released = false }: NothingToPayProps) {
  const t = useT()
  const again = released && record.kind === 'carpool' && record.actions.includes('payDeposit')
  const to = recordPathOf(record)
  return (
    <DialogRoute
      title={t('pay:refused.title')}
      closeTo={to}
      footer={
        <>
          <LinkButton to={to} variant={again ? 'secondary' : 'primary'}>
            {t('pay:refused.back')}
          </LinkButton>
          {again && (
            <LinkButton to={payPath(record.participantId)}>
              {t('pay:refused.depositAgain')}
            </LinkButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warn" role="alert">
          {text}
        </Banner>
        <PaidPlace place={record} />
      </div>
    </DialogRoute>
  )
}
