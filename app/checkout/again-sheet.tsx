import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { DepositLines } from '#app/carpool/ui/deposit-lines.tsx'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { is } from '#app/group/rules/status.ts'
import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { KeepCard } from '#app/payments/ui/consent.tsx'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { MoneyLines } from '#app/web/ui/money-lines.tsx'

type AgainSheetProps = { record: CarpoolRecord; provider: Provider; askToKeep: boolean }

/** Pays the deposit again: the reason, the deposit's conditions, the card. */
export function AgainSheet({ record, provider, askToKeep }: AgainSheetProps) {
  const t = useT()
  const format = useFormat()
  // The hold still stands, but could not be renewed.
  const expiring = record.deposit.status === 'held'
  const amount = { amount: format.money(record.deposit.amount) }
  // A complete group's deposit goes towards the fare as soon as it is paid.
  const taken = is(record.status, 'chargesDeposit')
  return (
    <PaymentDialog
      title={taken ? t('pay:again.titleTaken') : t('pay:again.title')}
      closeTo={recordPath(record.participantId)}
      provider={provider}
      amount={DEPOSIT_PENCE}
      begun={record.begun.deposit}
      submit={taken ? t('pay:again.submitTaken', amount) : t('pay:again.submit', amount)}
      shown={{ again: 'yes' }}
      kept={t('pay:kept.deposit')}
      about={
        <>
          <PaidPlace place={record} />
          {taken ? (
            <TakenLines record={record} />
          ) : (
            <HeldLines
              record={record}
              why={expiring ? t('pay:again.expiring') : t('pay:again.released')}
            />
          )}
        </>
      }
      consent={askToKeep && !taken && <KeepCard departure={record.carpoolAt} />}
      leave={() => (
        <LinkButton to={recordPath(record.participantId)} variant="quiet" small>
          {t('pay:again.later')}
        </LinkButton>
      )}
    />
  )
}

function HeldLines({ record, why }: { record: CarpoolRecord; why: string }) {
  const { prices, maxPassengers, party, cutoffAt } = record
  const size = record.private
    ? { maxPassengers: 1, people: 1 }
    : { maxPassengers, people: party.people }
  return <DepositLines prices={prices} {...size} filling="open" cutoffAt={cutoffAt} note={why} />
}

function TakenLines({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const format = useFormat()
  const left = record.remainingAmount ?? 0
  const amount = format.money(record.deposit.amount)
  const due = { balance: format.money(left), due: format.dateTime(record.balanceDueAt) }
  return (
    <MoneyLines
      title={t('pay:money.title')}
      today={t('pay:money.today', { amount })}
      note={t('pay:again.releasedTaken')}
      amount={amount}
      rows={[
        {
          kind: 'next',
          term: t('pay:money.left.term'),
          text: left === 0 ? t('pay:again.nothingLeft') : t('pay:again.left', due),
        },
        { kind: 'back', term: t('pay:again.backTerm'), text: t('pay:again.bank') },
        { kind: 'final', term: t('pay:balance.finalTerm'), text: t('pay:balance.final') },
      ]}
    />
  )
}
