import type { AloneMark } from '#app/domain/group/alone-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { alonePath } from '#app/routes/carpool/alone-path.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'

type AloneOfferedProps = { record: CarpoolRecord; alone: AloneMark }

/** A car alone can be had: when, and what is to be added. */
export function AloneOffered({ record, alone }: AloneOfferedProps) {
  const t = useT()
  const format = useFormat()
  const { amount, price, agreed } = alone
  const words = {
    departure: format.dateTime(alone.carpoolAt),
    price: format.money(price),
    paid: format.money(price - amount),
    amount: format.money(amount),
    until: format.dateTime(alone.until),
  }
  return (
    <Banner
      tone="warn"
      title={t('account:alone.banner.title')}
      action={
        // Its page takes cards, which has a policy of its own.
        <LinkButton to={alonePath(record.participantId)} reloadDocument small>
          {t(`account:alone.banner.${agreed ? 'pay' : 'open'}`, words)}
        </LinkButton>
      }
    >
      {t(`account:alone.banner.${amount > 0 ? 'text' : 'nothing'}`, words)}
    </Banner>
  )
}
