import { useT } from '#app/i18n/context.tsx'
import type { OwnTexts } from '#app/services/groups/trip-views.server.ts'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { DialogLink } from '#app/ui/dialog.tsx'
import { ChevronDown, CircleX, Hourglass, Icon } from '#app/ui/icon.tsx'
import { textsPath } from './query.ts'
import { Said } from './said.tsx'

type OwnSaidProps = { trip: TripView; search: string }

/**
 * What is said about a trip, to somebody who is on it: its creator sees their own words, whether
 * others see them, and the way to change them.
 */
export function OwnSaid({ trip, search }: OwnSaidProps) {
  const t = useT()
  const { ownTexts, texts } = trip
  const shown = ownTexts ? ownTexts.said : texts
  const action = t(shown ? 'trip:texts.edit' : 'trip:texts.write')
  return (
    <>
      {ownTexts && <Review texts={ownTexts} />}
      {shown && (
        <details className="group border-line border-t pt-1">
          <summary className="flex min-h-11 items-center justify-between gap-2 text-14 text-muted">
            <span>{t('trip:texts.title')}</span>
            <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
          </summary>
          <Said texts={shown} />
        </details>
      )}
      {ownTexts?.isEditable && (
        <DialogLink
          to={textsPath(trip.id, search)}
          className={buttonClass({ variant: 'secondary', small: true }, 'self-start')}
          aria-label={t('trip:card.about', { action, name: trip.tripName })}
        >
          {action}
        </DialogLink>
      )}
    </>
  )
}

/** Where the review stands, while others do not see the texts. */
export function Review({
  texts: { state, reason },
}: {
  texts: Pick<OwnTexts, 'state' | 'reason'>
}) {
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
