import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { Hourglass } from '#app/ui/icon.tsx'
import { useGentleRefresh } from '#app/ui/use-refresh.ts'

const LIST = '/carpool'
const LOOK_AGAIN_MS = 4000

/** The hold is over and the bank is being asked: nothing to pay until it has answered. */
export function Checking() {
  const t = useT()
  useGentleRefresh(LOOK_AGAIN_MS)
  return (
    <DialogRoute
      title={t('pay:checking.title')}
      closeTo={LIST}
      footer={
        <LinkButton to="" reloadDocument wide>
          {t('pay:checking.check')}
        </LinkButton>
      }
    >
      <Banner tone="info" icon={Hourglass} role="status">
        {t('pay:checking.text')}
      </Banner>
    </DialogRoute>
  )
}

/** The seat is free again. */
export function Gone({ create, formTo }: { create: boolean; formTo: string }) {
  const t = useT()
  return (
    <DialogRoute
      title={t('pay:expired.title')}
      closeTo={LIST}
      footer={
        <>
          <LinkButton variant="secondary" to={LIST}>
            {t('pay:expired.back')}
          </LinkButton>
          <LinkButton to={formTo}>
            {create ? t('pay:expired.createAgain') : t('pay:expired.joinAgain')}
          </LinkButton>
        </>
      }
    >
      <p>{t('pay:expired.text')}</p>
    </DialogRoute>
  )
}

type FailedProps = { text: string; record: CarpoolRecord }

/** The payment could not be prepared; the seat is still hers. */
export function Failed({ text, record }: FailedProps) {
  const t = useT()
  const format = useFormat()
  return (
    <DialogRoute
      title={t('pay:initFailed.title')}
      closeTo={LIST}
      footer={
        <LinkButton to="" reloadDocument wide>
          {t('pay:initFailed.action')}
        </LinkButton>
      }
    >
      <Banner tone="danger" role="alert">
        <p>{text}</p>
        {record.holdExpiresAt !== null && (
          <p>{t('pay:initFailed.kept', { time: format.time(record.holdExpiresAt) })}</p>
        )}
      </Banner>
    </DialogRoute>
  )
}
