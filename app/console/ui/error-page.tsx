import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { ADMIN_SCOPES, type AdminScope } from '#app/kernel/admin.ts'
import { LinkButton } from '#app/web/ui/button.tsx'
import { errorPageOf } from '#app/web/ui/error-page.tsx'
import { usePageContext } from '#app/web/ui/page-context.tsx'

/** The scope that a 403 reports as missing. */
const missingScope = (data: unknown): AdminScope | undefined =>
  ADMIN_SCOPES.find((scope) => scope === (data as { scope?: unknown } | null)?.scope)

/** The console's error page, with a link back. */
export function ConsoleErrorPage() {
  const t = useT()
  const error = useRouteError()
  const { requestId } = usePageContext()
  const kind = errorPageOf(isRouteErrorResponse(error) ? error.status : 500)
  const scope =
    kind === 'forbidden' && isRouteErrorResponse(error) ? missingScope(error.data) : undefined
  return (
    <div className="flex max-w-form flex-col items-start gap-4 py-4">
      <h1 className="text-28">{t(`admin:error.${kind}.title`)}</h1>
      <p>
        {t(`admin:error.${kind}.what`)}
        {scope && ` ${t('admin:error.forbidden.scope', { scope: t(`admin:scope.${scope}`) })}`}
      </p>
      <p className="text-muted">{t(`admin:error.${kind}.next`)}</p>
      {kind === 'failure' && requestId && (
        <p className="figures text-14 text-muted">
          {t('common:failure.requestId', { id: requestId })}
        </p>
      )}
      <LinkButton to="/admin">{t('admin:error.back')}</LinkButton>
    </div>
  )
}
