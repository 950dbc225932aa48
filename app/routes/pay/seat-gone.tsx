import { useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { whyGone } from '#app/ui/pay/gone.ts'
import { GoneView } from '#app/ui/pay/views.tsx'

const LIST = '/carpool'

type GoneProps = { create: boolean; formTo: string; record: CarpoolRecord }

/** The seat is free again, and why: its time is up, or somebody has cancelled it. */
export function Gone({ create, formTo, record: { leaving } }: GoneProps) {
  const t = useT()
  const why = whyGone(leaving)
  return (
    <GoneView
      closeTo={LIST}
      title={t(`pay:gone.${why}.title`)}
      text={t(`pay:gone.${why}.text`)}
      back={t('pay:expired.back')}
      again={
        <LinkButton to={formTo}>
          {create ? t('pay:expired.createAgain') : t('pay:expired.joinAgain')}
        </LinkButton>
      }
    />
  )
}
