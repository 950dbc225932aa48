import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'

/** Every console address without a page. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireAdmin(context, request, { own: true })
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function AdminNotFound() {
  return null
}
