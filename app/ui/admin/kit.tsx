import { Form, Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'

/**
 * A list's filters, as a form whose result has an address of its own. `reset`: the list without
 * filters.
 */
export function FilterForm({ reset, children }: { reset: string; children: ReactNode }) {
  const t = useT()
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3">
      {children}
      <Button type="submit" variant="secondary">
        {t('admin:filter.submit')}
      </Button>
      <LinkButton to={reset} variant="quiet">
        {t('admin:filter.reset')}
      </LinkButton>
    </Form>
  )
}

/** Links to the next page of a list and back to its first; filters are kept. */
export function Pager({ nextCursor }: { nextCursor: string | null }) {
  const t = useT()
  const [search] = useSearchParams()
  const to = (cursor: string | null) => {
    const next = new URLSearchParams(search)
    next.delete('cursor')
    if (cursor) next.set('cursor', cursor)
    return `?${next}`
  }
  const onLaterPage = search.has('cursor')
  if (!nextCursor && !onLaterPage) return null
  return (
    <nav className="flex gap-4">
      {onLaterPage && (
        <Link to={to(null)} className="inline-flex min-h-11 items-center">
          {t('admin:pager.first')}
        </Link>
      )}
      {nextCursor && (
        <Link to={to(nextCursor)} className="inline-flex min-h-11 items-center">
          {t('admin:pager.next')}
        </Link>
      )}
    </nav>
  )
}

/** What an empty list says. */
export function NothingHere({ children }: { children?: ReactNode }) {
  const t = useT()
  return (
    <p className="rounded-card border border-line bg-surface p-6 text-muted">
      {children ?? t('admin:empty')}
    </p>
  )
}

export type Change = { what: string; before: string; after: string }

/** What would change, before it is saved: one line per value. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const t = useT()
  if (changes.length === 0) return <NothingHere>{t('admin:change.none')}</NothingHere>
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="figures w-full border-collapse text-14">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th scope="col" className="p-3 font-medium">
              {t('admin:change.what')}
            </th>
            <th scope="col" className="p-3 font-medium">
              {t('admin:change.before')}
            </th>
            <th scope="col" className="p-3 font-medium">
              {t('admin:change.after')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {changes.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row" className="min-w-24 p-3 text-left font-medium">
                {what}
              </th>
              <td className="wrap-anywhere whitespace-pre-line p-3 text-muted line-through">
                {before}
              </td>
              <td className="wrap-anywhere whitespace-pre-line p-3 font-semibold">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
