import { useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { PaidRide } from '#app/ui/carpool/paid-ride.tsx'
import { payPath, recordPath } from '#app/ui/carpool/paths.ts'
import { DialogRoute } from '#app/ui/dialog.tsx'

type RefusedProps = { record: CarpoolRecord; text: string; released?: boolean }

/** Nothing can be paid here, or no longer: why, and where to go next. */
export function Refused({ record, text, released = false }: RefusedProps) {
  const t = useT()
  const { participantId, actions } = record
  const again = released && actions.includes('payDeposit')
  return (
    <DialogRoute
      title={t('pay:refused.title')}
      closeTo={recordPath(participantId)}
      footer={
        <>
          <LinkButton to={recordPath(participantId)} variant={again ? 'secondary' : 'primary'}>
            {t('pay:refused.back')}
          </LinkButton>
          {again && (
            <LinkButton to={payPath(participantId)} reloadDocument>
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
        <PaidRide record={record} />
      </div>
    </DialogRoute>
  )
}
