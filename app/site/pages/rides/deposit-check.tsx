import { useHref } from '@remix-run/react'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { payPath, recordPath } from '#app/carpool/ui/paths.ts'
import { is } from '#app/group/rules/status.ts'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'

/**
 * The element with which the page's script checks a record's deposit. A loss recorded in events is
 * on the card itself, which works without scripts; the script shows this banner for a loss that
 * only the bank knew.
 */
export function DepositCheck({ record }: { record: CarpoolRecord }) {
  const askAt = useHref(`${recordPath(record.participantId)}/deposit`)
  const payAt = useHref(payPath(record.participantId))
  // docs/rules.md#carpool-records
  if (!is(record.status, 'joinable', 'complete')) return null
  return (
    <div data-deposit={askAt} data-pay={payAt} className="contents">
      {!record.actions.includes('payDeposit') && (
        <template>
          <DepositLost payAt={payPath(record.participantId)} />
        </template>
      )}
    </div>
  )
}

function DepositLost({ payAt }: { payAt: string }) {
  const t = useT()
  return (
    <Banner
      tone="danger"
      role="alert"
      title={t('pay:again.releasedTitle')}
      action={
        <LinkButton to={payAt} small>
          {t('pay:again.payNow')}
        </LinkButton>
      }
    >
      {t('pay:again.seatStands')}
    </Banner>
  )
}
