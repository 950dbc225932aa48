import { useActionData } from '@remix-run/react'
import type { AloneMark } from '#app/domain/group/alone-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { type Effect, Effects } from '#app/ui/carpool/effects.tsx'
import { recordPath } from '#app/ui/carpool/paths.ts'
import { PlaceDialog } from '#app/ui/carpool/place-dialog.tsx'
import { CircleAlert, Clock, CreditCard, Tag } from '#app/ui/icon.tsx'

type AloneProps = { record: CarpoolRecord; alone: AloneMark | null }
type AloneDialogProps = AloneProps & {
  closed: { text: string } | null
  contact: string
  /** The version of the sentence about it. */
  consent: string
}

/** What a car alone is and costs, with the consent; works without scripts. */
export function AloneDialog({ record, alone, closed, contact, consent }: AloneDialogProps) {
  const t = useT()
  const format = useFormat()
  const answer = useActionData<{ text?: string } | undefined>()
  const amount = alone?.amount ?? 0
  return (
    <PlaceDialog
      title={t('account:alone.title')}
      closeTo={recordPath(record.participantId)}
      record={record}
      which={t('account:alone.which')}
      closed={closed}
      contact={contact}
      keep={t('account:alone.keep')}
      submit={{
        label:
          amount > 0
            ? t('account:alone.submit', { amount: format.money(amount) })
            : t('account:alone.submitNothing'),
        busy: t('account:alone.submitting'),
      }}
    >
      {answer?.text && (
        <Banner tone="danger" role="alert" about={answer} title={t('account:alone.not')}>
          {answer.text}
        </Banner>
      )}
      <Effects items={useTerms({ record, alone })} />
      <input type="hidden" name="intent" value="agree" />
      <input type="hidden" name="carpoolAt" value={alone?.carpoolAt} />
      <input type="hidden" name="amount" value={amount} />
      <input type="hidden" name="consent" value={consent} />
      <p className="text-14">{t('account:alone.consent')}</p>
    </PlaceDialog>
  )
}

/** Which car and when, what it costs and what is to be added, what happens then, until when. */
function useTerms({ record, alone }: AloneProps): Effect[] {
  const t = useT()
  const format = useFormat()
  if (!alone) return []
  const { amount, price } = alone
  const words = {
    departure: format.dateTime(alone.carpoolAt),
    count: record.party.people,
    price: format.money(price),
    paid: format.money(price - amount),
    amount: format.money(amount),
    until: format.dateTime(alone.until),
  }
  return [
    { icon: Clock, text: t('account:alone.car', words) },
    { icon: Tag, text: t(`account:alone.${amount > 0 ? 'price' : 'priceNothing'}`, words) },
    { icon: CreditCard, text: t(`account:alone.${amount > 0 ? 'then' : 'thenNothing'}`) },
    { icon: CircleAlert, text: t('account:alone.until', words) },
  ]
}
