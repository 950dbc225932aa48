import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { ConsoleFrame } from '#app/console/ui/console.tsx'
import { ConsoleErrorPage } from '#app/console/ui/error-page.tsx'
import { isLive } from '#app/platform/config.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

/**
 * The administration's frame. Its pages are documents without scripts
 * (docs/decisions/0034-console.md): each page under it is a separate route (`console/pages`). Its
 * loader and action both begin with `requireAdmin(context, request, { scope })`, or with
 * `openTable` and `answerTable`, which call it first, since they do not wait for this one. Its
 * handle says `console: true`.
 */
export const handle: PageHandle = { title: 'admin:console', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request, { own: true })
  return { scopes, isLive: isLive(context.config.stripe.secretKey) }
}

export default function Console() {
  const { scopes } = useLoaderData<typeof loader>()
  return (
    <ConsoleFrame scopes={scopes}>
      <Outlet />
    </ConsoleFrame>
  )
}

export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('console/pages/frame.route')
  return (
    <ConsoleFrame scopes={data?.scopes ?? []}>
      <ConsoleErrorPage />
    </ConsoleFrame>
  )
}
