import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'
import { type Tone, toneIcon, toneSoft, toneText } from './tone.ts'

type BannerProps = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  icon?: IconType
  /** What can be done about it. */
  action?: ReactNode
  /** `alert` is announced at once: for something that has just gone wrong. */
  role?: 'alert' | 'status'
}

/** A message that belongs to the page and stays. */
export function Banner({ tone = 'info', title, children, icon, action, role }: BannerProps) {
  return (
    <div
      role={role}
      className={cx('flex scroll-my-20 gap-3 rounded-card border p-4', toneSoft[tone])}
    >
      <Icon of={icon ?? toneIcon[tone]} className={cx('mt-0.5', toneText[tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-14">{children}</div>}
        {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}
