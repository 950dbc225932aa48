import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { ChevronDown, Icon } from '#app/ui/icon.tsx'

type MoreProps = {
  label: ReactNode
  /** For ears alone, where several say the same: what this one is about. */
  about?: string
  className?: string
  /** Of the words that open it. */
  tone?: string
  children: ReactNode
}

/** What is shown only to whoever asks for it; an arrow says that there is more. */
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
