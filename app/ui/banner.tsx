import { type ReactNode, useEffect, useRef } from 'react'
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
  /** `alert` is read out at once: for what has just gone wrong. */
  role?: 'alert' | 'status'
  /**
   * The answer to what she has just done, where this tells it: with each new one it comes into
   * view.
   */
  about?: unknown
}

/** A message that belongs to the page and stays. */
export function Banner({ tone = 'info', title, children, icon, action, role, about }: BannerProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever pressed a button at the end of a long form is far from its beginning.
    if (about) box.current?.scrollIntoView({ block: 'nearest' })
  }, [about])
  return (
    <div
      ref={box}
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
