import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { DateTimeField, Field, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'

type Option = { value: string; label: string }
/** One filter of a list. `choice` begins with "all"; `view` is always one of its options. */
type Filter = { name: string; label: string } & (
  | { kind: 'choice' | 'view'; options: readonly Option[] }
  | { kind: 'day' }
  | { kind: 'search'; maxLength?: number }
)

type FilterFormProps = {
  /** The list without filters. */
  reset: string
  filters: readonly Filter[]
  /** The view of the list that is filtered, if it has several. */
  view?: { name: string; value: string }
}

/** A list's filters, as a GET form. */
export function FilterForm({ reset, filters, view }: FilterFormProps) {
  const t = useT()
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3">
      {view && <input type="hidden" {...view} />}
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} />
      ))}
      <Button type="submit" variant="secondary">
        {t('admin:filter.submit')}
      </Button>
      <LinkButton to={reset} variant="quiet">
        {t('admin:filter.reset')}
      </LinkButton>
    </Form>
  )
}

function FilterField({ filter }: { filter: Filter }) {
  const t = useT()
  const [search] = useSearchParams()
  const { name, label, kind } = filter
  const input = { id: name, name, defaultValue: search.get(name) ?? '' }
  if (kind === 'day') return <DateTimeField kind="date" label={label} input={input} />
  if (kind === 'search') {
    const { maxLength } = filter
    return <Field label={label} input={{ ...input, type: 'search', maxLength }} />
  }
  const all = kind === 'choice' ? t('admin:filter.all') : undefined
  return <SelectField label={label} input={input} placeholder={all} options={filter.options} />
}

/** A link within text or a list; `tall` where it stands alone. */
export const TextLink = ({ to, tall, children }: TextLinkProps) => (
  <Link
    to={to}
    className={cx('inline-flex items-center text-brand underline', tall ? 'min-h-11' : 'min-h-6')}
  >
    {children}
  </Link>
)
type TextLinkProps = { to: string; tall?: boolean; children: ReactNode }

/** A link labelled with an id or its owner's name. */
export const IdLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="break-all text-brand underline">
    {children}
  </Link>
)

/** A complete machine-made id, for copying. */
export const Id = ({ id }: { id: string }) => <code className="break-all text-13">{id}</code>

/** Links to the next and the first page of a list; they keep the filters. */
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

/** An empty list's message. */
export function NothingHere({ children }: { children?: ReactNode }) {
  const t = useT()
  return (
    <p className="rounded-card border border-line bg-surface p-6 text-muted">
      {children ?? t('admin:empty')}
    </p>
  )
}

export type Change = { what: string; before: string; after: string }

/** Changes before they are saved: one line per value. */
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
