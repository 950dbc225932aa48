import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { NextStage } from '#app/carpool/ui/next.ts'
import { restOf } from '#app/group/ui/step-words.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Card } from '#app/web/ui/card.tsx'

type WhatNextProps = { record: CarpoolRecord; stage: NextStage; contact: string }

/** What happens next according to the rules; nothing for a place that is over. */
export function WhatNext(props: WhatNextProps) {
  const t = useT()
  const lines = useLines(props)
  if (lines.length === 0) return null
  return (
    <Card as="section" labelledBy="next" className="flex flex-col gap-2">
      <h2 id="next" className="text-18">
        {t('ride:next.title')}
      </h2>
      <ol className="figures flex flex-col gap-1">
        {lines.map((line, at) => (
          <li key={line} className="flex gap-3">
            <span aria-hidden className="text-brand">
              {at + 1}
            </span>
            <span className="min-w-0">{line}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function useLines({ record, stage, contact }: WhatNextProps): string[] {
  const t = useT()
  const format = useFormat()
  const rest = restOf(record)
  const deposit = format.money(record.deposit.amount)
  const { ride } = record
  const travel = [
    t(`ride:next.${ride ? 'assigned' : 'contact'}`, { name: contact }),
    ride
      ? t('ride:next.meet', { time: format.dateTime(ride.meetAt), place: ride.meetingPoint })
      : t('ride:next.departure', { time: format.dateTime(record.carpoolAt) }),
    t('ride:next.flight'),
  ]
  switch (stage) {
    case 'waiting':
      return [
        rest > 0
          ? t('ride:next.fills', { deposit, rest: format.money(rest) })
          : t('ride:next.fillsPaid'),
        record.fewer
          ? t('ride:next.unfilledFewer', {
              cutoff: format.dateTime(record.cutoffAt),
              price: format.money(record.fewer.most),
            })
          : t('ride:next.unfilled', { cutoff: format.dateTime(record.cutoffAt) }),
        t('ride:next.leave'),
      ]
    case 'balanceDue':
      return [t('ride:next.paid'), ...travel]
    case 'othersDue':
    case 'ready':
    case 'privateDue':
    case 'private':
      return travel
    default:
      return []
  }
}
