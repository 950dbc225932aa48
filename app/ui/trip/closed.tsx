import { Link } from '@remix-run/react'
import type { ErrorCode } from '#app/domain/error.ts'
import { useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { tabPath } from './query.ts'
import { TripLine } from './trip-line.tsx'

type ClosedProps = {
  trip: TripView
  code: ErrorCode
  text: string
  /** The name of customer service's account. */
  contact: string
  closeTo: string
}

/** Joining is no longer possible: why, and where to go from here. */
export function Closed({ trip, code, text, contact, closeTo }: ClosedProps) {
  const t = useT()
  return (
    <DialogRoute
      title={t('trip:closed.title')}
      closeTo={closeTo}
      footer={
        <LinkButton wide to={tabPath('start')} replace>
          {t('trip:closed.other')}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          <TripLine trip={trip} />
        </p>
        <Banner tone="warn">
          <p>{text}</p>
          {code === 'cutoffPassed' && (
            <p>
              <span>{t('trip:closed.contact', { name: contact })}</span>{' '}
              <Link to="/#contact" className="underline">
                {t('trip:closed.contactLink')}
              </Link>
            </p>
          )}
        </Banner>
      </div>
    </DialogRoute>
  )
}
