import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li'
  className?: string
  children: ReactNode
  labelledBy?: string
}

/** A raised box that groups content. */
export function Card({ as: Tag = 'div', className, children, labelledBy }: CardProps) {
  return (
    <Tag
      aria-labelledby={labelledBy}
      className={cx(
        'min-w-0 rounded-card border border-line bg-surface p-4 shadow-card',
        className,
      )}
    >
      {children}
    </Tag>
  )
}

/** Cards side by side where there is room: one column on phones, two or three on desktops. */
export function CardGrid({ children, columns = 3 }: { children: ReactNode; columns?: 2 | 3 }) {
  return (
    <ul className={cx('grid gap-3 sm:grid-cols-2', columns === 3 && 'lg:grid-cols-3')}>
      {children}
    </ul>
  )
}

export type Fact = { term: string; detail: ReactNode }

/**
 * Terms with their details, such as the facts of an account or an order. A fact whose detail is
 * null or false is left out.
 */
export function Facts({ items }: { items: readonly Fact[] }) {
  const shown = items.filter(({ detail }) => detail !== null && detail !== false)
  return (
    <dl className="divide-y divide-line">
      {shown.map(({ term, detail }) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
          <dt className="text-muted">{term}</dt>
          <dd className="ml-auto min-w-0 text-right">{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
