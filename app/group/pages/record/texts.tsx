import { useT } from '#app/i18n/context.tsx'
import type { TripRecord } from '#app/trip/service/trips.server.ts'
import { textsPath } from '#app/trip/ui/query.ts'
import { TripTextList } from '#app/trip/ui/trip-texts.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { CircleX, Hourglass } from '#app/web/ui/icon.tsx'

/**
 * A trip's texts for somebody on it: the creator sees their own words, whether others see them, and
 * a link to change them.
 */
export function Texts({ trip }: { trip: TripRecord }) {
  const t = useT()
  const { ownTexts, texts } = trip
  const shown = ownTexts ? ownTexts.said : texts
  if (!shown && !ownTexts?.isEditable) return null
  return (
    <Card as="section" labelledBy="texts" className="flex flex-col items-start gap-2">
      <h2 id="texts" className="text-18">
        {t('trip:texts.title')}
      </h2>
      {ownTexts && <Review texts={ownTexts} />}
      {shown && <TripTextList texts={shown} />}
      {ownTexts?.isEditable && (
        <DialogLink
          to={textsPath(trip.id)}
          className={buttonClass({ variant: 'secondary', small: true })}
        >
          {t(shown ? 'trip:texts.edit' : 'trip:texts.write')}
        </DialogLink>
      )}
    </Card>
  )
}

/** The state of the review, while others do not see the texts. */
function Review({ texts: { state, reason } }: { texts: NonNullable<TripRecord['ownTexts']> }) {
  const t = useT()
  if (state === 'approved') return null
  return (
    <p className="text-14">
      {state === 'waiting' ? (
        <Badge tone="info" icon={Hourglass}>
          {t('trip:texts.waiting')}
        </Badge>
      ) : (
        <Badge tone="warn" icon={CircleX}>
          {t('trip:texts.declined')}
        </Badge>
      )}
      {reason && <span className="mt-1 block">{t('trip:texts.reason', { reason })}</span>}
    </p>
  )
}
