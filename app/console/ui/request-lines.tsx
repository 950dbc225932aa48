import { useFormat, useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { stageOf } from '#app/requests/rules/request.ts'
import type { RequestRow } from '#app/requests/service/requests.server.ts'
import { RequestBadge } from '#app/requests/ui/request-badge.tsx'
import { Link } from '#app/web/ui/link.tsx'

/** Requests for money, a line each that opens its page. */
export function RequestLines({
  requests,
}: {
  requests: (RequestRow & { name?: string | null })[]
}) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="figures divide-y divide-line rounded-card border border-line bg-surface px-4">
      {requests.map((request) => (
        <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <Link to={`/admin/requests/${request.id}`} className="min-h-6 text-brand underline">
            {[requestKind(t, request.what), request.name].filter(Boolean).join(' · ')}
          </Link>
          <span className="flex flex-wrap items-center gap-3">
            <span className="text-14 text-muted">{format.dateTime(request.askedAt)}</span>
            <span>{format.money(request.amount)}</span>
            <RequestBadge stage={stageOf(request)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
