import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData, useLocation } from '@remix-run/react'
import { requireLogin } from '#app/http/guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { requireTrip } from '#app/routes/trip/require.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ServiceDescriptions } from '#app/ui/carpool/service-descriptions.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { joinPath, underPath } from '#app/ui/trip/query.ts'
import { Said } from '#app/ui/trip/said.tsx'
import { TripLine } from '#app/ui/trip/trip-line.tsx'

export const handle: PageHandle = { title: 'trip:terms.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireLogin(context, request)
  const [trip, descriptions] = await Promise.all([
    requireTrip(context, params.tripId, user),
    context.catalog.serviceDescriptions('trip', context.language),
  ])
  return { trip, descriptions }
}

/**
 * The first step of joining: what the service promises and asks for (docs/rules.md#joining-a-trip).
 */
export default function TermsDialog() {
  const t = useT()
  const { trip, descriptions } = useLoaderData<typeof loader>()
  const { search, state } = useLocation()
  return (
    <DialogRoute
      title={t('trip:terms.title')}
      closeTo={underPath(search)}
      footer={
        <Link
          to={joinPath(trip.id, search)}
          // Replaces this step, so that going back leaves the dialog for the list.
          replace
          preventScrollReset
          state={state}
          className={buttonClass({ wide: true })}
        >
          {t('trip:terms.confirm')}
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {t('trip:terms.which')} <TripLine trip={trip} />
        </p>
        {trip.texts && <Said texts={trip.texts} />}
        <ServiceDescriptions items={descriptions} />
      </div>
    </DialogRoute>
  )
}
