import { isRouteErrorResponse, useHref, useLocation, useRouteError } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass, LinkButton } from './button.tsx'
import { Ban, CircleAlert, Clock, Hourglass, House, Icon, type IconType, Search } from './icon.tsx'
import { usePageContext } from './page-context.tsx'

const kinds = {
  notFound: Search,
  forbidden: Ban,
  tooMany: Clock,
  closed: Clock,
  unavailable: Hourglass,
  failure: CircleAlert,
} as const satisfies Record<string, IconType>
type Kind = keyof typeof kinds

/** Which error page a status gets. */
export function errorPageOf(status: number): Exclude<Kind, 'closed'> {
  if (status === 404 || status === 405) return 'notFound'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  return 'failure'
}

/** What happened, by the error that a page threw. */
function kindOf(error: unknown): Kind {
  if (!isRouteErrorResponse(error)) return errorPageOf(500)
  return error.data?.paymentsClosed ? 'closed' : errorPageOf(error.status)
}

/** What a page shows when it failed: what happened, what to do, and the id to quote. */
export function ErrorPage() {
  const t = useT()
  const error = useRouteError()
  const location = useLocation()
  const here = useHref(location)
  const { requestId } = usePageContext()
  const kind = kindOf(error)
  const again = kind === 'unavailable'
  return (
    <div className="mx-auto flex max-w-form flex-col items-start gap-4 py-8">
      <Icon of={kinds[kind]} size={40} className="text-brand" />
      <h1 className="text-28">{t(`common:${kind}.title`)}</h1>
      <p>{t(`common:${kind}.what`)}</p>
      <p className="text-muted">{t(`common:${kind}.next`)}</p>
      {kind === 'failure' && requestId && (
        <p className="figures text-14 text-muted">
          {t('common:failure.requestId', { id: requestId })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {again && (
          <a href={here} className={buttonClass()}>
            {t('common:unavailable.reload')}
          </a>
        )}
        <LinkButton to="/" icon={House} variant={again ? 'secondary' : 'primary'}>
          {t('common:action.backHome')}
        </LinkButton>
        {kind === 'failure' && (
          <a href={here} className={buttonClass({ variant: 'secondary' })}>
            {t('common:failure.reload')}
          </a>
        )}
      </div>
    </div>
  )
}
