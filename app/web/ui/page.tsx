import type { ReactNode } from 'react'
import { Link } from '#app/web/ui/link.tsx'
import { cx } from './cx.ts'
import { ArrowLeft, Icon } from './icon.tsx'

type PageProps = {
  title: string
  lead?: ReactNode
  /** Beside the title: the page's main button. */
  action?: ReactNode
  back?: { to: string; label: string }
  /** `form`: one narrow column for a form or a short text. */
  width?: 'page' | 'form' | 'text'
  children?: ReactNode
}

const widths = { page: '', text: 'mx-auto w-full max-w-text', form: 'mx-auto w-full max-w-form' }

/** A page's frame: its one h1, its lead, and its parts evenly spaced. */
export function Page({ title, lead, action, back, width = 'page', children }: PageProps) {
  return (
    <div className={cx('flex flex-col gap-6', widths[width])}>
      <div className="flex flex-col gap-2">
        {back && (
          <Link
            to={back.to}
            className="-ml-1 inline-flex min-h-11 items-center gap-1 self-start text-brand"
          >
            <Icon of={ArrowLeft} />
            <span>{back.label}</span>
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-28">{title}</h1>
          {action}
        </div>
        {lead && <p className="max-w-text text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

type SectionProps = { title: string; id: string; children: ReactNode; action?: ReactNode }

/** A named part of a page. */
export function Section({ title, id, children, action }: SectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-22">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
