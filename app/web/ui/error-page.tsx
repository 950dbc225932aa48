import {
  isRouteErrorResponse,
  useHref,
  useLocation,
  useNavigationType,
  useRouteError,
} from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass, LinkButton } from './button.tsx'
import { ANSWER_WITHIN_SECONDS, NoAnswer } from './deadline.ts'
import { Ban, CircleAlert, Clock, Hourglass, House, Icon, type IconType, Search } from './icon.tsx'
import { usePageContext } from './page-context.tsx'

const kinds = {
  notFound: Search,
  forbidden: Ban,
  tooMany: Clock,
  offline: CircleAlert,
  silent: Hourglass,
  closed: Clock,
  unavailable: Hourglass,
  failure: CircleAlert,
} as const satisfies Record<string, IconType>
type Kind = keyof typeof kinds

/** Which error page a status gets. */
export function errorPageOf(status: number): Exclude<Kind, 'offline' | 'silent' | 'closed'> {
  if (status === 404 || status === 405) return 'notFound'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  return 'failure'
}

/** What browsers report when a request gets no answer: Chromium and WeChat, Safari, Firefox. */
const LOST = /failed to fetch|network ?error|load failed|network connection|offline/i

/** Whether an error during navigation is a lost connection and not a fault of ours. */
const isLostLine = (error: unknown): boolean =>
  error instanceof TypeError && LOST.test(error.message)

/** The kind of an error during navigation. */
function kindOf(error: unknown): Kind {
  if (error instanceof NoAnswer) return 'silent'
  if (isLostLine(error)) return 'offline'
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
  const again = kind === 'offline' || kind === 'silent' || kind === 'unavailable'
  // The id belongs to the document; an error during client-side navigation has another one.
  const ofDocument = useNavigationType() === 'POP'
  return (
    <div className="mx-auto flex max-w-form flex-col items-start gap-4 py-8">
      <Icon of={kinds[kind]} size={40} className="text-brand" />
      <h1 className="text-28">{t(`common:${kind}.title`)}</h1>
      <p>{t(`common:${kind}.what`, { seconds: ANSWER_WITHIN_SECONDS })}</p>
      <p className="text-muted">{t(`common:${kind}.next`)}</p>
      {kind === 'failure' && ofDocument && requestId && (
        <p className="figures text-14 text-muted">
          {t('common:failure.requestId', { id: requestId })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {again && (
          <a href={here} className={buttonClass()}>
            {t('common:offline.reload')}
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
