import type { ReactNode } from 'react'
import { cx } from '#app/web/ui/cx.ts'
import { ChevronDown, Icon } from '#app/web/ui/icon.tsx'

type MoreProps = {
  label: ReactNode
  /** The subject, for screen readers only, where several have the same label. */
  about?: string
  className?: string
  /** The colour of the label that opens it. */
  tone?: string
  children: ReactNode
}

/** Details shown only on request; an arrow indicates that there is more. */
export function More({ label, about, className, tone = 'text-brand', children }: MoreProps) {
  return (
    <details className={cx('group', className)}>
      <summary className={cx('inline-flex min-h-11 items-center gap-1 text-14', tone)}>
        {label}
        {about && <span className="for-ears"> {about}</span>}
        <Icon of={ChevronDown} size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
