import { Link } from '@remix-run/react'
import { repayableUntil } from '#app/domain/carpool/permissions.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { releasedAs } from '#app/i18n/deposit-words.ts'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { cx } from '#app/ui/cx.ts'
import {
  CircleCheck,
  Clock,
  Hourglass,
  Icon,
  type IconType,
  Info,
  TriangleAlert,
} from '#app/ui/icon.tsx'
import { owedOf } from '#app/ui/money-back.ts'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { type Tone, toneText } from '#app/ui/tone.ts'

/** One line about a record: what is due, until when and how long that is, or how it ended. */
export type Next = { tone: Tone; icon: IconType; text: string; until?: number; help?: true }

type Texts = { t: Translate; format: Format }

const say = (tone: Tone, icon: IconType, text: string, more: Partial<Next> = {}): Next => ({
  tone,
  icon,
  text,
  ...more,
})

/** Derives from a record what its owner should know first. */
export function nextOf(record: CarpoolRecord, texts: Texts): Next {
  const { t, format } = texts
  if (record.seat === 'lapsing') return say('info', Hourglass, t('account:record.next.checking'))
  if (record.seat === 'held') {
    const until = record.holdExpiresAt ?? record.cutoffAt
    return say('accent', Clock, t('account:record.next.held', { until: format.dateTime(until) }), {
      until,
    })
  }
  return record.list === 'joined' ? dueOf(record, texts) : outcomeOf(record, texts)
}

/**
 * A place whose ride is still to come. A lost deposit comes first: nothing else can be paid without
 * it.
 */
function dueOf(record: CarpoolRecord, { t, format }: Texts): Next {
  const { carpoolAt, cutoffAt, balanceDueAt, deposit, actions } = record
  const departure = format.dateTime(carpoolAt)
  if (actions.includes('payDeposit'))
    return say(
      'danger',
      TriangleAlert,
      deposit.status === 'released'
        ? t('account:record.next.released', { departure: format.dateTime(repayableUntil(record)) })
        : t('account:record.next.expiring'),
      { until: lapsesAt(record) },
    )
  switch (record.status) {
    case 'OPEN': {
      const count = record.maxPassengers - record.currentPassengers
      const text = t('account:record.next.open', { count, cutoff: format.dateTime(cutoffAt) })
      return say('brand', Hourglass, text, { until: cutoffAt })
    }
    case 'FULL':
      return say('info', Hourglass, t('account:record.next.full'))
    case 'FAILED':
      return failed(record, t, departure)
    default:
      break
  }
  if (!actions.includes('payRemaining'))
    return say('ok', CircleCheck, t('account:record.next.ready'))
  const amount = format.money(record.remainingAmount ?? 0)
  const due = format.dateTime(balanceDueAt)
  return say('accent', Clock, t('account:record.next.balance', { due, amount }), {
    until: balanceDueAt,
  })
}

/** When a deposit that is released, or about to be, is lost for good. */
const lapsesAt = (record: CarpoolRecord): number =>
  (record.deposit.status === 'held' && record.deposit.captureBefore) || repayableUntil(record)

function failed(
  { actions, expired, carpoolAt }: CarpoolRecord,
  t: Translate,
  departure: string,
): Next {
  if (actions.includes('convertToPrivate'))
    return say('warn', TriangleAlert, t('account:record.next.failed', { departure }), {
      until: carpoolAt,
    })
  if (!expired) return say('warn', TriangleAlert, t('account:record.next.failedLate'))
  return say('danger', TriangleAlert, t('account:record.next.expired'), { help: true })
}

const RELEASED = {
  released: 'seatReleased',
  releasedBack: 'seatReleasedBack',
  releasedNothing: 'seatReleasedNothing',
} as const

/** A place that is over. */
function outcomeOf(record: CarpoolRecord, { t, format }: Texts): Next {
  const { status, leaving, paymentStatus, private: whole, depositStory } = record
  const owed = owedOf(record)
  if (record.seat === 'gone' && owed > 0) {
    const text = t('account:record.next.refundOwed', { amount: format.money(owed) })
    return say('danger', TriangleAlert, text, { help: true })
  }
  const over = (text: string, help?: true) =>
    say('neutral', help ? TriangleAlert : Info, text, { help })
  if (leaving === 'converted')
    return over(
      depositStory.fate === 'moved'
        ? t('account:record.next.converted')
        : t('account:record.next.convertedAlone'),
    )
  if (leaving === 'dayOver') return over(t('account:record.next.dayOver'), true)
  if (leaving === 'cancelled') return over(t('account:record.next.refunded'))
  if (leaving === 'groupCancelled') return over(t('account:record.next.groupCancelled'), true)
  if (leaving === 'refunded') return over(t('account:record.next.moneyBack'))
  if (leaving === 'unpaid')
    return over(
      t(`account:record.next.${RELEASED[releasedAs(depositStory)]}`, {
        amount: format.money(depositStory.back),
      }),
      true,
    )
  if (leaving === 'exited') return over(t('account:record.next.left'))
  if (status === 'COMPLETED') return say('ok', CircleCheck, t('account:record.next.completed'))
  if (status !== 'CLOSED') return over(t('account:record.next.cancelled'))
  if (paymentStatus === 'PAID') return over(t('account:record.next.closedPaid'), true)
  return whole
    ? over(t('account:record.next.closedReturned'))
    : over(t('account:record.next.closed'), true)
}

/** The line as shown on a card; a deadline also shows the time left. */
export function RecordNext({ record, now }: { record: CarpoolRecord; now: number }) {
  const t = useT()
  const format = useFormat()
  const { tone, icon, text, until, help } = nextOf(record, { t, format })
  return (
    <p className={cx('figures flex gap-2', toneText[tone])}>
      <Icon of={icon} size={18} className="mt-1" />
      <span className="min-w-0">
        {text}
        {until !== undefined && <TimeLeft until={until} now={now} />}
        {help && (
          <>
            {' '}
            <Link to="/#contact" className="underline">
              {t('account:record.contact')}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}
