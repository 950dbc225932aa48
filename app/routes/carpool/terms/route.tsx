import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData, useLocation } from '@remix-run/react'
import { requireLogin } from '#app/http/guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { listSearch } from '#app/routes/carpool/query.ts'
import { requireCarpool } from '#app/routes/carpool/require.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { RideLine } from '#app/ui/carpool/ride-line.tsx'
import { ServiceDescriptions } from '#app/ui/carpool/service-descriptions.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'carpool:terms.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireLogin(context, request)
  const [carpool, descriptions] = await Promise.all([
    requireCarpool(context, params.carpoolId, user),
    context.catalog.serviceDescriptions('carpool', context.language),
  ])
  return { carpool, descriptions }
}

/**
 * The first step of joining: what the service promises and asks for
 * (docs/rules.md#joining-a-carpool).
 */
export default function TermsDialog() {
  const t = useT()
  const { carpool, descriptions } = useLoaderData<typeof loader>()
  const location = useLocation()
  const search = listSearch(location.search)
  return (
    <DialogRoute
      title={t('carpool:terms.title')}
      closeTo={`/carpool${search}`}
      footer={
        <Link
          to={`/carpool/${carpool.id}/join${search}`}
          // Replaces this step, so that going back leaves the dialog for the list.
          replace
          preventScrollReset
          state={location.state}
          className={buttonClass({ wide: true })}
        >
          {t('carpool:terms.confirm')}
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {t('carpool:terms.which')} <RideLine carpool={carpool} />
        </p>
        <ServiceDescriptions items={descriptions} />
      </div>
    </DialogRoute>
  )
}
