import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'
import { type Tone, toneSoft, toneText } from './tone.ts'

/** A status at a glance: a word, a colour and ideally an icon. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: IconType
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 font-medium text-13',
        toneSoft[tone],
        toneText[tone],
      )}
    >
      {icon && <Icon of={icon} size={14} />}
      <span>{children}</span>
    </span>
  )
}
